import { BlockList } from 'node:net';

import type { JsonValue } from '../../../object/json.ts';
import type { StatusCause } from '../../../object/status.ts';
import { type AddressRange, addressRange } from '../../address-range.ts';
import type { ApiObject } from '../../api-object.ts';
import { forbiddenCause, invalidCause, notSupportedCause, requiredCause } from '../../field-causes.ts';
import { at, listAt, objectAt, textAt, withAt } from '../../fields.ts';
import type { KindRules } from '../kind-rules.ts';
import { portCauses, portNameProblems, PROTOCOLS } from './port-causes.ts';
import { labelSelectorCauses } from './selector-causes.ts';

const TYPES = ['Egress', 'Ingress'];

/** Rules for ingress always hold; rules for egress only where there are some. */
function completePolicy(policy: ApiObject): ApiObject {
  if (listAt(policy, 'spec', 'policyTypes').length > 0) return policy;
  const types = listAt(policy, 'spec', 'egress').length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
  return withAt(policy, ['spec', 'policyTypes'], types);
}

function portRuleCauses(rule: JsonValue, field: string): readonly StatusCause[] {
  const [port, endPort] = [at(rule, 'port'), at(rule, 'endPort')];
  const protocol = textAt(rule, 'protocol');
  return [
    ...(protocol === '' || PROTOCOLS.includes(protocol)
      ? []
      : [notSupportedCause(`${field}.protocol`, protocol, PROTOCOLS)]),
    ...portCauses(`${field}.port`, port),
    ...(typeof port === 'string' ? portNameProblems(port) : []).map((problem) =>
      invalidCause(`${field}.port`, port, problem),
    ),
    ...(typeof endPort === 'number' ? endPortCauses(port, endPort, `${field}.endPort`) : []),
  ];
}

function endPortCauses(port: JsonValue | undefined, endPort: number, field: string): readonly StatusCause[] {
  if (port === undefined)
    return [invalidCause(field, endPort, 'may not be specified when `port` is not specified')];
  if (typeof port !== 'number')
    return [invalidCause(field, endPort, 'may not be specified when `port` is non-numeric')];
  return endPort < port
    ? [invalidCause(field, port, 'must be greater than or equal to `port`')]
    : portCauses(field, endPort);
}

function peerCauses(peer: JsonValue, field: string): readonly StatusCause[] {
  const block = at(peer, 'ipBlock');
  const selectors = ['podSelector', 'namespaceSelector'].filter((name) => at(peer, name) !== undefined);
  if (block === undefined && selectors.length === 0) return [requiredCause(field, 'must specify a peer')];
  return [
    ...selectors.flatMap((name) => labelSelectorCauses(objectAt(peer, name), `${field}.${name}`)),
    ...(block === undefined ? [] : blockCauses(block, `${field}.ipBlock`)),
    ...(block !== undefined && selectors.length > 0
      ? [forbiddenCause(field, 'may not specify both ipBlock and another peer')]
      : []),
  ];
}

function isStrictlyWithin(inner: AddressRange, outer: AddressRange): boolean {
  const addresses = new BlockList();
  addresses.addSubnet(outer.address, outer.bits, outer.family);
  return (
    inner.bits > outer.bits && inner.family === outer.family && addresses.check(inner.address, inner.family)
  );
}

function blockCauses(block: JsonValue, field: string): readonly StatusCause[] {
  const cidr = textAt(block, 'cidr');
  if (cidr === '') return [requiredCause(`${field}.cidr`)];
  const outer = addressRange(cidr);
  if (outer === undefined) return [rangeCause(cidr, `${field}.cidr`)];
  return listAt(block, 'except').flatMap((one, index) => {
    const text = textAt({ one }, 'one');
    const inner = addressRange(text);
    const place = `${field}.except[${index}]`;
    if (inner === undefined) return [rangeCause(text, place)];
    return isStrictlyWithin(inner, outer)
      ? []
      : [invalidCause(place, text, 'must be a strict subset of `cidr`')];
  });
}

function rangeCause(text: string, field: string): StatusCause {
  return invalidCause(field, text, 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)');
}

function directionCauses(policy: ApiObject, name: string, peers: string): readonly StatusCause[] {
  return listAt(policy, 'spec', name).flatMap((rule, index) =>
    ruleCauses(rule, peers, `spec.${name}[${index}]`),
  );
}

function ruleCauses(rule: JsonValue, peers: string, field: string): readonly StatusCause[] {
  return [
    ...listAt(rule, 'ports').flatMap((port, index) => portRuleCauses(port, `${field}.ports[${index}]`)),
    ...listAt(rule, peers).flatMap((peer, index) => peerCauses(peer, `${field}.${peers}[${index}]`)),
  ];
}

function typeCauses(policy: ApiObject): readonly StatusCause[] {
  const types = listAt(policy, 'spec', 'policyTypes');
  const field = 'spec.policyTypes';
  if (types.length > 2) return [invalidCause(field, types, 'may not specify more than two policyTypes')];
  return types.flatMap((type, index) => {
    const text = textAt({ type }, 'type');
    return TYPES.includes(text) ? [] : [notSupportedCause(`${field}[${index}]`, text, TYPES)];
  });
}

/** @see kubernetes/kubernetes:pkg/apis/networking/validation/validation.go (ValidateNetworkPolicySpec) */
export const NETWORK_POLICY_RULES: KindRules = {
  complete: completePolicy,
  validate: (policy) => [
    ...labelSelectorCauses(objectAt(policy, 'spec', 'podSelector'), 'spec.podSelector'),
    ...directionCauses(policy, 'ingress', 'from'),
    ...directionCauses(policy, 'egress', 'to'),
    ...typeCauses(policy),
  ],
};
