import type { JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { ipVersion } from '../../../address-range.ts';
import type { ApiObject } from '../../../api-object.ts';
import { invalidCause, notSupportedCause, requiredCause } from '../../../field-causes.ts';
import { at, listAt, numberAt, textAt } from '../../../fields.ts';
import { labelName, pathSegmentName, subdomainName, wildcardName } from '../../../objects/names.ts';
import type { KindRules } from '../../kind-rules.ts';
import { ipCauses } from '../causes/ip-causes.ts';
import { loadBalancerWarnings } from '../causes/ip-warnings.ts';
import { portCauses, portNameProblems } from '../causes/port-causes.ts';
import { optionalTextCauses, requiredTextCauses, textCauses } from '../causes/text-causes.ts';

const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix'];
const FORBIDDEN_PARTS = ['//', '/./', '/../', '%2f', '%2F'];
const FORBIDDEN_ENDS = ['/..', '/.'];

function hostCauses(host: string, field: string): readonly StatusCause[] {
  return textCauses(field, host, host.includes('*') ? wildcardName : subdomainName);
}

function addressCauses(host: string, field: string): readonly StatusCause[] {
  return ipVersion(host) === 0 ? [] : [invalidCause(field, host, 'must be a DNS name, not an IP address')];
}

function pathCauses(path: JsonValue, field: string): readonly StatusCause[] {
  const type = textAt(path, 'pathType');
  const text = textAt(path, 'path');
  if (!PATH_TYPES.includes(type)) return [notSupportedCause(`${field}.pathType`, type, PATH_TYPES)];
  const cause = (why: string): StatusCause => invalidCause(`${field}.path`, text, why);
  const isFree = type === 'ImplementationSpecific';
  return [
    ...(text.startsWith('/') || (isFree && text === '') ? [] : [cause('must be an absolute path')]),
    ...(isFree || text === '' ? [] : forbiddenPartCauses(text, cause)),
  ];
}

function forbiddenPartCauses(path: string, cause: (why: string) => StatusCause): readonly StatusCause[] {
  return [
    ...FORBIDDEN_PARTS.filter((part) => path.includes(part)).map((part) =>
      cause(`must not contain '${part}'`),
    ),
    ...FORBIDDEN_ENDS.filter((end) => path.endsWith(end)).map((end) => cause(`cannot end with '${end}'`)),
  ];
}

function backendCauses(backend: JsonValue | undefined, field: string): readonly StatusCause[] {
  const [service, resource] = [at(backend, 'service'), at(backend, 'resource')];
  if (service !== undefined && resource !== undefined)
    return [invalidCause(field, '', 'cannot set both resource and service backends')];
  if (resource !== undefined) return resourceCauses(resource, `${field}.resource`);
  if (service === undefined) return [invalidCause(field, '', 'resource or service backend is required')];
  return serviceCauses(service, field);
}

function resourceCauses(resource: JsonValue, field: string): readonly StatusCause[] {
  return [
    ...textCauses(`${field}.apiGroup`, at(resource, 'apiGroup'), subdomainName),
    ...['kind', 'name'].flatMap((member) =>
      requiredTextCauses(`${field}.${member}`, textAt(resource, member), pathSegmentName),
    ),
  ];
}

function serviceCauses(service: JsonValue, field: string): readonly StatusCause[] {
  return [
    ...requiredTextCauses(`${field}.service.name`, textAt(service, 'name'), labelName),
    ...servicePortCauses(service, field),
  ];
}

function servicePortCauses(service: JsonValue, field: string): readonly StatusCause[] {
  const name = textAt(service, 'port', 'name');
  const number = numberAt(service, 'port', 'number');
  if (name !== '' && number !== 0)
    return [invalidCause(field, '', 'cannot set both port name & port number')];
  if (name !== '') return textCauses(`${field}.service.port.name`, name, portNameProblems);
  if (number === 0) return [requiredCause(field, 'port name or number is required')];
  return portCauses(`${field}.service.port.number`, number);
}

function ruleCauses(rule: JsonValue, field: string): readonly StatusCause[] {
  const host = textAt(rule, 'host');
  const paths = listAt(rule, 'http', 'paths');
  const lacksPaths = at(rule, 'http') !== undefined && paths.length === 0;
  return [
    ...addressCauses(host, `${field}.host`),
    ...(host === '' ? [] : hostCauses(host, `${field}.host`)),
    ...(lacksPaths ? [requiredCause(`${field}.http.paths`)] : []),
    ...paths.flatMap((path, index) => routeCauses(path, `${field}.http.paths[${index}]`)),
  ];
}

/** Nobody looks at where a path leads that does not say what it is. */
function routeCauses(path: JsonValue, field: string): readonly StatusCause[] {
  if (typeof at(path, 'pathType') !== 'string')
    return [requiredCause(`${field}.pathType`, 'pathType must be specified')];
  return [...pathCauses(path, field), ...backendCauses(at(path, 'backend'), `${field}.backend`)];
}

function tlsCauses(tls: JsonValue, field: string): readonly StatusCause[] {
  return [
    ...listAt(tls, 'hosts').flatMap((host, index) =>
      hostCauses(textAt({ host }, 'host'), `${field}.hosts[${index}]`),
    ),
    ...optionalTextCauses(`${field}.secretName`, textAt(tls, 'secretName'), subdomainName),
  ];
}

function ingressCauses(ingress: ApiObject): readonly StatusCause[] {
  const rules = listAt(ingress, 'spec', 'rules');
  const backend = at(ingress, 'spec', 'defaultBackend');
  const isEmpty = rules.length === 0 && backend === undefined;
  return [
    ...(isEmpty ? [invalidCause('spec', null, 'either `defaultBackend` or `rules` must be specified')] : []),
    ...(backend === undefined ? [] : backendCauses(backend, 'spec.defaultBackend')),
    ...listAt(ingress, 'spec', 'tls').flatMap((tls, index) => tlsCauses(tls, `spec.tls[${index}]`)),
    ...rules.flatMap((rule, index) => ruleCauses(rule, `spec.rules[${index}]`)),
    ...textCauses('spec.ingressClassName', at(ingress, 'spec', 'ingressClassName'), subdomainName),
  ];
}

const ADDRESSES = 'status.loadBalancer.ingress';

function statusCauses(ingress: ApiObject): readonly StatusCause[] {
  return listAt(ingress, ...ADDRESSES.split('.')).flatMap((one, index) =>
    pointCauses(one, `${ADDRESSES}[${index}]`),
  );
}

/** Causes of where a load balancer listens. */
function pointCauses(point: JsonValue, field: string): readonly StatusCause[] {
  const [address, host] = [textAt(point, 'ip'), textAt(point, 'hostname')];
  return [
    ...(address === '' ? [] : ipCauses(address, `${field}.ip`)),
    ...optionalTextCauses(`${field}.hostname`, host, subdomainName),
    ...addressCauses(host, `${field}.hostname`),
  ];
}

const CLASS = 'kubernetes.io/ingress.class';

/** A new Ingress names its class in a field. */
function classWarnings(ingress: ApiObject, old: ApiObject | undefined): readonly string[] {
  const isAnnotated = at(ingress, 'metadata', 'annotations', CLASS) !== undefined;
  if (old !== undefined || !isAnnotated || at(ingress, 'spec', 'ingressClassName') !== undefined) return [];
  return [`annotation "${CLASS}" is deprecated, please use 'spec.ingressClassName' instead`];
}

/** @see kubernetes/kubernetes:pkg/apis/networking/validation/validation.go (ValidateIngressSpec) */
export const INGRESS_RULES: KindRules = {
  validate: ingressCauses,
  overlooks: () => ['spec'],
  warnings: classWarnings,
  status: { validate: statusCauses, warnings: loadBalancerWarnings },
};
