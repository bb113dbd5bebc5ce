import { isDeepStrictEqual } from 'node:util';

import type { JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import type { ApiObject } from '../../../api-object.ts';
import {
  duplicateCause,
  invalidCause,
  requiredCause,
  tooManyCause,
  unsupportedCauses,
} from '../../../field-causes.ts';
import { at, listAt, textAt } from '../../../fields.ts';
import {
  labelName,
  labelValue,
  qualifiedName,
  subdomainName,
  type NameRule,
} from '../../../objects/names.ts';
import type { KindRules } from '../../kind-rules.ts';
import { ipListWarnings } from '../causes/ip-warnings.ts';
import { endpointAddressCauses } from './endpoint-address-causes.ts';
import { PROTOCOLS } from '../causes/port-causes.ts';
import { repeated } from '../causes/repeated.ts';
import { optionalTextCauses, textCauses } from '../causes/text-causes.ts';

const ADDRESS_TYPES = ['FQDN', 'IPv4', 'IPv6'];
const MOST_ENDPOINTS = 1000;
const MOST_ADDRESSES = 100;
const MOST_PORTS = 20_000;
const MOST_HINTS = 8;

function typeCauses(type: string): readonly StatusCause[] {
  if (type === '') return [requiredCause('addressType')];
  return unsupportedCauses('addressType', type, ADDRESS_TYPES);
}

function endpointsCauses(slice: ApiObject): readonly StatusCause[] {
  const endpoints = listAt(slice, 'endpoints');
  if (endpoints.length > MOST_ENDPOINTS) return [tooManyCause('endpoints', endpoints.length, MOST_ENDPOINTS)];
  const type = textAt(slice, 'addressType');
  return endpoints.flatMap((endpoint, index) => endpointCauses(endpoint, type, `endpoints[${index}]`));
}

function endpointCauses(endpoint: JsonValue, type: string, field: string): readonly StatusCause[] {
  return [
    ...addressesCauses(listAt(endpoint, 'addresses'), type, `${field}.addresses`),
    ...textCauses(`${field}.nodeName`, at(endpoint, 'nodeName'), subdomainName),
    ...textCauses(`${field}.hostname`, at(endpoint, 'hostname'), labelName),
    ...hintCauses(at(endpoint, 'hints'), `${field}.hints`),
  ];
}

function addressesCauses(
  addresses: readonly JsonValue[],
  type: string,
  field: string,
): readonly StatusCause[] {
  const { length } = addresses;
  return [
    ...(length === 0 ? [requiredCause(field, 'must contain at least 1 address')] : []),
    ...(length > MOST_ADDRESSES ? [tooManyCause(field, length, MOST_ADDRESSES)] : []),
    ...addresses.flatMap((address, index) =>
      endpointAddressCauses(textAt({ address }, 'address'), type, {
        list: field,
        item: `${field}[${index}]`,
      }),
    ),
  ];
}

/** Nobody looks at nodes where there are too many zones. */
function hintCauses(hints: JsonValue | undefined, field: string): readonly StatusCause[] {
  const zones = listAt(hints, 'forZones');
  const ofZones = hintListCauses(zones, labelValue, `${field}.forZones`);
  if (zones.length > MOST_HINTS) return ofZones;
  return [...ofZones, ...hintListCauses(listAt(hints, 'forNodes'), subdomainName, `${field}.forNodes`)];
}

function hintListCauses(hints: readonly JsonValue[], rule: NameRule, field: string): readonly StatusCause[] {
  if (hints.length > MOST_HINTS) return [tooManyCause(field, hints.length, MOST_HINTS)];
  const names = hints.map((hint) => textAt(hint, 'name'));
  const second = repeated(names);
  return names.flatMap((name, index) => {
    const place = `${field}[${index}].name`;
    return textCauses(place, name, rule).concat(second.has(index) ? [duplicateCause(place, name)] : []);
  });
}

function portsCauses(slice: ApiObject): readonly StatusCause[] {
  const ports = listAt(slice, 'ports');
  if (ports.length > MOST_PORTS) return [tooManyCause('ports', ports.length, MOST_PORTS)];
  const second = repeated(ports.map((port) => textAt(port, 'name')));
  return ports.flatMap((port, index) => portCauses(port, second.has(index), `ports[${index}]`));
}

/** @param isSecond there is one of the same name before. */
function portCauses(port: JsonValue, isSecond: boolean, field: string): readonly StatusCause[] {
  const name = textAt(port, 'name');
  const protocol = at(port, 'protocol') === undefined ? 'TCP' : textAt(port, 'protocol');
  return [
    ...optionalTextCauses(`${field}.name`, name, labelName),
    ...(isSecond ? [duplicateCause(`${field}.name`, name)] : []),
    ...unsupportedCauses(`${field}.protocol`, protocol, PROTOCOLS),
    ...textCauses(`${field}.appProtocol`, at(port, 'appProtocol'), qualifiedName),
  ];
}

function sliceCauses(slice: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  const isKept = old !== undefined && isDeepStrictEqual(listAt(slice, 'endpoints'), listAt(old, 'endpoints'));
  const type = textAt(slice, 'addressType');
  return [
    ...typeCauses(type),
    ...portsCauses(slice),
    ...(isKept ? [] : endpointsCauses(slice)),
    ...(old === undefined || type === textAt(old, 'addressType')
      ? []
      : [invalidCause('addressType', type, 'field is immutable')]),
  ];
}

/** Who writes plain addresses only. */
const CONTROLLERS: ReadonlySet<string> = new Set([
  'endpointslice-controller.k8s.io',
  'endpointslicemirroring-controller.k8s.io',
]);

function warnings(slice: ApiObject, old: ApiObject | undefined): readonly string[] {
  const isNewName = old === undefined && textAt(slice, 'addressType') === 'FQDN';
  const manager = textAt(slice, 'metadata', 'labels', 'endpointslice.kubernetes.io/managed-by');
  return [
    ...(isNewName ? ['spec.addressType: FQDN endpoints are deprecated'] : []),
    ...(CONTROLLERS.has(manager) ? [] : addressWarnings(slice)),
  ];
}

function addressWarnings(slice: ApiObject): readonly string[] {
  return listAt(slice, 'endpoints').flatMap((endpoint, index) =>
    ipListWarnings(listAt(endpoint, 'addresses'), `endpoints[${index}].addresses`),
  );
}

/** @see kubernetes/kubernetes:pkg/apis/discovery/validation/validation.go (ValidateEndpointSlice) */
export const ENDPOINT_SLICE_RULES: KindRules = {
  validate: sliceCauses,
  warnings,
  overlooks: () => ['endpoints', 'ports'],
};
