import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { addressRange, isStrictlyWithin } from '../../../address-range.ts';
import type { ApiObject } from '../../../api-object.ts';
import { forbiddenCause, invalidCause, requiredCause, unsupportedCauses } from '../../../field-causes.ts';
import { at, listAt, objectAt, textAt, withAt } from '../../../fields.ts';
import type { KindRules } from '../../kind-rules.ts';
import { rangeListWarnings, rangeWarnings } from '../causes/ip-warnings.ts';
import { addressRangeCauses } from './address-range-causes.ts';
import { portCauses, portNameProblems, PROTOCOLS } from '../causes/port-causes.ts';
import { labelSelectorCauses } from '../causes/selector-causes.ts';
import { textCauses } from '../causes/text-causes.ts';

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
    ...(protocol === '' ? [] : unsupportedCauses(`${field}.protocol`, protocol, PROTOCOLS)),
    ...portCauses(`${field}.port`, port),
    ...textCauses(`${field}.port`, port, portNameProblems),
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

function peerCauses(peer: JsonValue, field: string, known: ReadonlySet<string>): readonly StatusCause[] {
  const block = at(peer, 'ipBlock');
  const selectors = ['podSelector', 'namespaceSelector'].filter((name) => at(peer, name) !== undefined);
  if (block === undefined && selectors.length === 0) return [requiredCause(field, 'must specify a peer')];
  return [
    ...selectors.flatMap((name) => labelSelectorCauses(objectAt(peer, name), `${field}.${name}`)),
    ...(block === undefined ? [] : blockCauses(block, `${field}.ipBlock`, known)),
    ...(block !== undefined && selectors.length > 0
      ? [forbiddenCause(field, 'may not specify both ipBlock and another peer')]
      : []),
  ];
}

/** @param known ranges that the policy has already. */
function blockCauses(block: JsonValue, field: string, known: ReadonlySet<string>): readonly StatusCause[] {
  const cidr = textAt(block, 'cidr');
  if (cidr === '') return [requiredCause(`${field}.cidr`)];
  const outer = addressRange(cidr);
  const causes = addressRangeCauses(cidr, `${field}.cidr`, known);
  if (outer === undefined) return causes;
  const within = listAt(block, 'except').flatMap((one, index) => {
    const text = textAt({ one }, 'one');
    const inner = addressRange(text);
    const place = `${field}.except[${index}]`;
    const isFine = inner === undefined || isStrictlyWithin(inner, outer);
    return addressRangeCauses(text, place, known).concat(
      isFine ? [] : [invalidCause(place, text, 'must be a strict subset of `cidr`')],
    );
  });
  return [...causes, ...within];
}

interface Direction {
  /** Where its rules are. */
  readonly rules: 'ingress' | 'egress';
  /** Where a rule has its peers. */
  readonly peers: 'from' | 'to';
}

const DIRECTIONS: readonly Direction[] = [
  { rules: 'ingress', peers: 'from' },
  { rules: 'egress', peers: 'to' },
];

function directionCauses(
  policy: ApiObject,
  { rules, peers }: Direction,
  known: ReadonlySet<string>,
): readonly StatusCause[] {
  return listAt(policy, 'spec', rules).flatMap((rule, index) => {
    const field = `spec.${rules}[${index}]`;
    const ofPorts = listAt(rule, 'ports').flatMap((port, place) =>
      portRuleCauses(port, `${field}.ports[${place}]`),
    );
    const ofPeers = listAt(rule, peers).flatMap((peer, place) =>
      peerCauses(peer, `${field}.${peers}[${place}]`, known),
    );
    return ofPorts.concat(ofPeers);
  });
}

/** The ranges of addresses that a policy has. */
function rangesOf(policy: ApiObject): readonly string[] {
  return DIRECTIONS.flatMap(({ rules, peers }) =>
    listAt(policy, 'spec', rules)
      .flatMap((rule) => listAt(rule, peers))
      .flatMap((peer) => [at(peer, 'ipBlock', 'cidr')].concat(listAt(peer, 'ipBlock', 'except')))
      .map((range) => textAt({ range: range ?? '' }, 'range')),
  );
}

function policyCauses(policy: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  const known = new Set(old === undefined ? [] : rangesOf(old));
  return [
    ...labelSelectorCauses(objectAt(policy, 'spec', 'podSelector'), 'spec.podSelector'),
    ...DIRECTIONS.flatMap((direction) => directionCauses(policy, direction, known)),
    ...typeCauses(policy),
  ];
}

function typeCauses(policy: ApiObject): readonly StatusCause[] {
  const types = listAt(policy, 'spec', 'policyTypes');
  const field = 'spec.policyTypes';
  if (types.length > 2) return [invalidCause(field, types, 'may not specify more than two policyTypes')];
  return types.flatMap((type, index) =>
    unsupportedCauses(`${field}[${index}]`, textAt({ type }, 'type'), TYPES),
  );
}

function policyWarnings(policy: ApiObject): readonly string[] {
  return DIRECTIONS.flatMap(({ rules, peers }) =>
    listAt(policy, 'spec', rules).flatMap((rule, index) =>
      listAt(rule, peers).flatMap((peer, place) =>
        blockWarnings(objectAt(peer, 'ipBlock'), `spec.${rules}[${index}].${peers}[${place}].ipBlock`),
      ),
    ),
  );
}

function blockWarnings(block: JsonObject, field: string): readonly string[] {
  return [
    ...rangeWarnings(textAt(block, 'cidr'), `${field}.cidr`),
    ...rangeListWarnings(listAt(block, 'except'), `${field}.except`),
  ];
}

/** @see kubernetes/kubernetes:pkg/apis/networking/validation/validation.go (ValidateNetworkPolicySpec) */
export const NETWORK_POLICY_RULES: KindRules = {
  complete: completePolicy,
  validate: policyCauses,
  warnings: policyWarnings,
};
