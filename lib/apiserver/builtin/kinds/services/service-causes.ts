import type { JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import type { ApiObject } from '../../../api-object.ts';
import {
  duplicateCause,
  forbiddenCause,
  invalidCause,
  notSupportedCause,
  requiredCause,
  unsupportedCauses,
} from '../../../field-causes.ts';
import { at, listAt, numberAt, objectAt, textAt } from '../../../fields.ts';
import { labelName, qualifiedName, subdomainName } from '../../../objects/names.ts';
import { ipCauses } from '../causes/ip-causes.ts';
import { portCauses, portNameProblems, PROTOCOLS } from '../causes/port-causes.ts';
import { labelCauses } from '../causes/selector-causes.ts';
import { optionalTextCauses, requiredTextCauses, textCauses } from '../causes/text-causes.ts';
import { addressCauses } from './service-address-causes.ts';
import { addressesOf, EXTERNAL_NAME, isHeadless, needsAddress } from './service-addresses.ts';
import { repeated } from '../causes/repeated.ts';

const TYPES = ['ClusterIP', EXTERNAL_NAME, 'LoadBalancer', 'NodePort'];
const LOAD_BALANCER = "may only be used when `type` is 'LoadBalancer'";

/**
 * Causes of a Service that is none.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (ValidateServiceUpdate)
 */
export function serviceCauses(service: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  const type = textAt(service, 'spec', 'type');
  const addresses = addressesOf(service);
  return [
    ...(old === undefined ? [] : changeCauses(service, old)),
    ...(listAt(service, 'spec', 'ports').length > 0 || isHeadless(addresses) || type === EXTERNAL_NAME
      ? []
      : [requiredCause('spec.ports')]),
    ...typeCauses(service),
    ...portListCauses(service),
    ...labelCauses(objectAt(service, 'spec', 'selector'), 'spec.selector'),
    ...affinityCauses(service),
    ...(needsAddress(service) ? addressCauses(addresses, addressesOf(old).clusterIPs) : []),
    ...unsupportedCauses('spec.type', type, TYPES),
    ...balancingCauses(service),
    ...policyCauses(service),
  ];
}

function typeCauses(service: ApiObject): readonly StatusCause[] {
  const type = textAt(service, 'spec', 'type');
  const { clusterIPs, ipFamilies, ipFamilyPolicy } = addressesOf(service);
  if (type === EXTERNAL_NAME) {
    const why = 'may not be set for ExternalName services';
    const useless = [
      ...(clusterIPs.length > 0 ? ['clusterIPs'] : []),
      ...(ipFamilies.length > 0 ? ['ipFamilies'] : []),
      ...(ipFamilyPolicy === undefined ? [] : ['ipFamilyPolicy']),
    ];
    return [
      ...useless.map((name) => forbiddenCause(`spec.${name}`, why)),
      ...externalNameCauses(textAt(service, 'spec', 'externalName')),
    ];
  }
  if (!['LoadBalancer', 'NodePort'].includes(type) || !isHeadless(addressesOf(service))) return [];
  return [invalidCause('spec.clusterIPs[0]', clusterIPs[0], `may not be set to 'None' for ${type} services`)];
}

function externalNameCauses(name: string): readonly StatusCause[] {
  const plain = name.replace(/\.$/u, '');
  const field = 'spec.externalName';
  return requiredTextCauses(field, plain, subdomainName);
}

function portListCauses(service: ApiObject): readonly StatusCause[] {
  const ports = listAt(service, 'spec', 'ports');
  const names = ports.map((port) => textAt(port, 'name'));
  return [
    ...ports.flatMap((port, index) => servicePortCauses(port, names.length > 1, `spec.ports[${index}]`)),
    ...[...repeated(names)]
      .filter((index) => names[index] !== '')
      .map((index) => duplicateCause(`spec.ports[${index}].name`, names[index])),
    ...(textAt(service, 'spec', 'type') === 'ClusterIP' ? ports : []).flatMap((port, index) =>
      numberAt(port, 'nodePort') === 0
        ? []
        : [forbiddenCause(`spec.ports[${index}].nodePort`, "may not be used when `type` is 'ClusterIP'")],
    ),
    ...repeatedCauses(ports),
  ];
}

function servicePortCauses(port: JsonValue, needsName: boolean, path: string): readonly StatusCause[] {
  const name = textAt(port, 'name');
  return [
    ...(name === '' && needsName ? [requiredCause(`${path}.name`)] : []),
    ...optionalTextCauses(`${path}.name`, name, labelName),
    ...portCauses(`${path}.port`, numberAt(port, 'port')),
    ...unsupportedCauses(`${path}.protocol`, textAt(port, 'protocol'), PROTOCOLS),
    ...targetPortCauses(at(port, 'targetPort'), `${path}.targetPort`),
    ...textCauses(`${path}.appProtocol`, at(port, 'appProtocol'), qualifiedName),
  ];
}

function targetPortCauses(target: JsonValue | undefined, field: string): readonly StatusCause[] {
  if (typeof target !== 'string') return portCauses(field, target);
  return textCauses(field, target, portNameProblems);
}

/** A port, and a port of the nodes, is there once for each protocol. The message shows what makes a port the same. */
function repeatedCauses(ports: readonly JsonValue[]): readonly StatusCause[] {
  const [again, nodeAgain] = [placesOfSame(ports, 'port'), placesOfSame(ports, 'nodePort')];
  return ports.flatMap((port, index) => {
    const nodePort = numberAt(port, 'nodePort');
    const shown = {
      Name: '',
      Protocol: textAt(port, 'protocol'),
      AppProtocol: null,
      Port: numberAt(port, 'port'),
      TargetPort: 0,
      NodePort: 0,
    };
    const causes = [
      nodePort !== 0 && nodeAgain.has(index)
        ? duplicateCause(`spec.ports[${index}].nodePort`, nodePort)
        : undefined,
      again.has(index) ? duplicateCause(`spec.ports[${index}]`, shown) : undefined,
    ];
    return causes.filter((cause) => cause !== undefined);
  });
}

function placesOfSame(ports: readonly JsonValue[], name: string): ReadonlySet<number> {
  return repeated(ports.map((port) => `${numberAt(port, name)}/${textAt(port, 'protocol')}`));
}

const AFFINITIES = ['ClientIP', 'None'];
const LONGEST_AFFINITY_SECONDS = 86_400;

function affinityCauses(service: ApiObject): readonly StatusCause[] {
  const affinity = textAt(service, 'spec', 'sessionAffinity');
  const field = 'spec.sessionAffinityConfig.clientIP.timeoutSeconds';
  const seconds = numberAt(service, ...field.split('.'));
  if (!AFFINITIES.includes(affinity))
    return [notSupportedCause('spec.sessionAffinity', affinity, AFFINITIES)];
  if (affinity === 'None' || (seconds > 0 && seconds <= LONGEST_AFFINITY_SECONDS)) return [];
  return [invalidCause(field, seconds, `must be greater than 0 and less than ${LONGEST_AFFINITY_SECONDS}`)];
}

/** What only Services with a load balancer have. */
function balancingCauses(service: ApiObject): readonly StatusCause[] {
  if (textAt(service, 'spec', 'type') === 'LoadBalancer') {
    const own = textAt(service, 'spec', 'loadBalancerClass');
    return optionalTextCauses('spec.loadBalancerClass', own, qualifiedName);
  }
  const names = ['allocateLoadBalancerNodePorts', 'loadBalancerClass'];
  return [
    ...(listAt(service, 'spec', 'loadBalancerSourceRanges').length > 0
      ? [forbiddenCause('spec.LoadBalancerSourceRanges', LOAD_BALANCER)]
      : []),
    ...names
      .filter((name) => at(service, 'spec', name) !== undefined)
      .map((name) => forbiddenCause(`spec.${name}`, LOAD_BALANCER)),
  ];
}

const POLICIES = ['Cluster', 'Local'];

function policyCauses(service: ApiObject): readonly StatusCause[] {
  const external = textAt(service, 'spec', 'externalTrafficPolicy');
  const internal = textAt(service, 'spec', 'internalTrafficPolicy');
  const field = 'spec.externalTrafficPolicy';
  return [
    ...(external !== '' && !isExternal(service)
      ? [invalidCause(field, external, 'may only be set for externally-accessible services')]
      : []),
    ...(external !== '' && isExternal(service) ? unsupportedCauses(field, external, POLICIES) : []),
    ...(internal === '' ? [] : unsupportedCauses('spec.internalTrafficPolicy', internal, POLICIES)),
  ];
}

/** Whether something outside the cluster reaches the Service. */
export function isExternal(service: ApiObject): boolean {
  const type = textAt(service, 'spec', 'type');
  return (
    type === 'LoadBalancer' ||
    type === 'NodePort' ||
    (type === 'ClusterIP' && listAt(service, 'spec', 'externalIPs').length > 0)
  );
}

/** Its first address and family are a Service's for good, unless they were or become nothing. */
function changeCauses(service: ApiObject, old: ApiObject): readonly StatusCause[] {
  const [now, before] = [addressesOf(service), addressesOf(old)];
  if (!needsAddress(service) || !needsAddress(old)) return [];
  if (isHeadless(now) && isHeadless(before)) return [];
  const lost = [invalidCause('spec.clusterIPs[0]', now.clusterIPs, 'primary clusterIP can not be unset')];
  const changed = (name: 'clusterIPs' | 'ipFamilies'): readonly StatusCause[] =>
    before[name].flatMap((one, index) =>
      (index === 0 || before[name].length === now[name].length) &&
      now[name].length > 0 &&
      now[name][index] !== one
        ? [
            invalidCause(
              `spec.${name}[${name === 'clusterIPs' ? index : 0}]`,
              now[name],
              'may not change once set',
            ),
          ]
        : [],
    );
  return [
    ...(before.clusterIPs.length > 0 && now.clusterIPs.length === 0 ? lost : []),
    ...changed('clusterIPs'),
    ...(isHeadless(now) === isHeadless(before) ? changed('ipFamilies') : []),
  ];
}

const INGRESS = 'status.loadBalancer.ingress';

/** Only what a load balancer stands in front of has its addresses. */
export function serviceStatusCauses(service: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  const ingress = listAt(service, ...INGRESS.split('.'));
  const before = new Set(listAt(old, ...INGRESS.split('.')).map((one) => textAt(one, 'ip')));
  if (textAt(service, 'spec', 'type') !== 'LoadBalancer')
    return ingress.length === 0
      ? []
      : [forbiddenCause(INGRESS, "may only be used when `spec.type` is 'LoadBalancer'")];
  return ingress.flatMap((one, index) => {
    const address = textAt(one, 'ip');
    return address === '' || before.has(address) ? [] : ipCauses(address, `${INGRESS}[${index}].ip`);
  });
}
