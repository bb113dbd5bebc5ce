import type { JsonObject } from '../../../../object/json.ts';
import type { ApiObject } from '../../../api-object.ts';
import { at, listAt, numberAt, objectAt, textAt } from '../../../fields.ts';
import { labelName } from '../../../objects/names.ts';
import { ipWarnings } from '../causes/ip-warnings.ts';
import { repeated } from '../causes/repeated.ts';
import {
  appArmorWarnings,
  byteWarnings,
  envWarnings,
  placedContainers,
  seccompWarnings,
} from './container-warnings.ts';
import { overheadWarnings } from './fraction-warnings.ts';
import { overlapWarnings } from './path-overlap-warnings.ts';
import { nodeChoiceWarnings, podAffinityWarnings } from './placement-warnings.ts';
import { portNameWarnings, portWarnings } from './port-warnings.ts';
import { volumeWarnings } from './volume-warnings.ts';

/** Of pairs. An answer has room for a few dozen. */
const MOST_CLASHES = 1000;

/**
 * What is odd about a pod's template, and allowed all the same.
 *
 * @param path where it is, with the dot at its end; empty for a pod, which is told of its profiles elsewhere.
 * @see kubernetes/kubernetes:pkg/api/pod/warnings.go
 */
export function podTemplateWarnings(template: JsonObject, path: string): readonly string[] {
  const spec = objectAt(template, 'spec');
  const annotations = objectAt(template, 'metadata', 'annotations');
  const [ofSpec, ofAnnotations] = [`${path}spec`, `${path}metadata.annotations`];
  const containers = placedContainers(spec, ofSpec);
  const profile = at(spec, 'securityContext', 'appArmorProfile');
  return [
    ...nodeChoiceWarnings(spec, ofSpec),
    ...annotationWarnings(annotations, ofAnnotations),
    ...volumeWarnings(spec, ofSpec),
    ...overlapWarnings(listAt(spec, 'volumes')).take(MOST_CLASHES),
    ...repetitionWarnings(spec, ofSpec),
    ...overheadWarnings(objectAt(spec, 'overhead'), `${ofSpec}.overhead`),
    ...podSeccompWarnings(spec, annotations, ofAnnotations),
    ...containers.flatMap((one) => [
      ...seccompWarnings(one, annotations, ofAnnotations),
      ...(path === '' ? [] : appArmorWarnings(one, annotations, profile, ofAnnotations)),
      ...byteWarnings(one),
      ...envWarnings(one),
    ]),
    ...portWarnings(containers).take(MOST_CLASHES),
    ...portNameWarnings(containers),
    ...graceWarnings(spec, ofSpec),
    ...podAffinityWarnings(spec, ofSpec),
    ...addressWarnings(spec, ofSpec),
  ];
}

const DEPRECATED_ANNOTATIONS = {
  'scheduler.alpha.kubernetes.io/critical-pod':
    'non-functional in v1.16+; use the "priorityClassName" field instead',
  'security.alpha.kubernetes.io/sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
  'security.alpha.kubernetes.io/unsafe-sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
};

function annotationWarnings(annotations: JsonObject, path: string): readonly string[] {
  return Object.entries(DEPRECATED_ANNOTATIONS)
    .filter(([key]) => at(annotations, key) !== undefined)
    .map(([key, text]) => `${path}[${key}]: ${text}`);
}

const POD_SECCOMP = 'seccomp.security.alpha.kubernetes.io/pod';

function podSeccompWarnings(spec: JsonObject, annotations: JsonObject, path: string): readonly string[] {
  const isSaid = at(spec, 'securityContext', 'seccompProfile') !== undefined;
  if (isSaid || at(annotations, POD_SECCOMP) === undefined) return [];
  return [`${path}[${POD_SECCOMP}]: non-functional in v1.27+; use the "seccompProfile" field instead`];
}

/** What lists have twice, and secrets without a name. */
function repetitionWarnings(spec: JsonObject, path: string): readonly string[] {
  const addresses = listAt(spec, 'hostAliases').map((one) => textAt(one, 'ip'));
  const names = listAt(spec, 'imagePullSecrets').map((one) => textAt(one, 'name'));
  return [
    ...[...repeated(addresses)].map(
      (index) => `${path}.hostAliases[${index}].ip: duplicate ip ${JSON.stringify(addresses[index])}`,
    ),
    ...[...repeated(names)].map(
      (index) => `${path}.imagePullSecrets[${index}].name: duplicate name ${JSON.stringify(names[index])}`,
    ),
    ...names.flatMap((name, index) =>
      name === '' ? [`${path}.imagePullSecrets[${index}].name: invalid empty name ""`] : [],
    ),
  ];
}

function graceWarnings(spec: JsonObject, path: string): readonly string[] {
  if (numberAt(spec, 'terminationGracePeriodSeconds') >= 0) return [];
  return [
    `${path}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`,
  ];
}

function addressWarnings(spec: JsonObject, path: string): readonly string[] {
  return [
    ...listAt(spec, 'dnsConfig', 'nameservers').flatMap((address, index) =>
      ipWarnings(textAt({ address }, 'address'), `${path}.dnsConfig.nameservers[${index}]`),
    ),
    ...listAt(spec, 'hostAliases').flatMap((alias, index) =>
      ipWarnings(textAt(alias, 'ip'), `${path}.hostAliases[${index}].ip`),
    ),
  ];
}

/** What is odd about a pod. Nothing is said of changes, which are many. */
export function podWarnings(pod: ApiObject, old: ApiObject | undefined): readonly string[] {
  if (old !== undefined) return [];
  return [
    ...profileWarnings(pod),
    ...nameWarnings(pod, "the Pod's hostname"),
    ...podTemplateWarnings(pod, ''),
  ];
}

/** @see kubernetes/kubernetes:pkg/registry/core/pod/strategy.go (applyAppArmorVersionSkew) */
function profileWarnings(pod: ApiObject): readonly string[] {
  if (textAt(pod, 'spec', 'os', 'name') === 'windows') return [];
  const annotations = objectAt(pod, 'metadata', 'annotations');
  const profile = at(pod, 'spec', 'securityContext', 'appArmorProfile');
  return placedContainers(objectAt(pod, 'spec'), 'spec').flatMap((one) =>
    appArmorWarnings(one, annotations, profile, 'metadata.annotations'),
  );
}

/** A name that is none for pods, or hosts. */
export function nameWarnings({ metadata: { name } }: ApiObject, use: string): readonly string[] {
  const problems = labelName(name);
  if (problems.length === 0) return [];
  return [
    `metadata.name: this is used in ${use}, which can result in surprising behavior; a DNS label is recommended: [${problems.join(' ')}]`,
  ];
}

/** Addresses that the status names in an odd way. */
export function podStatusWarnings(pod: ApiObject): readonly string[] {
  return ['podIPs', 'hostIPs'].flatMap((list) =>
    listAt(pod, 'status', list).flatMap((one, index) =>
      ipWarnings(textAt(one, 'ip'), `status.${list}[${index}].ip`),
    ),
  );
}
