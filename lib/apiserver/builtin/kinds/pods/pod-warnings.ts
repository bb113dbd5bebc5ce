import type { JsonObject } from '../../../../object/json.ts';
import type { ApiObject } from '../../../api-object.ts';
import { at, listAt, numberAt, objectAt, textAt } from '../../../fields.ts';
import { labelName } from '../../../objects/names.ts';
import { annotationWarnings } from '../causes/annotation-warnings.ts';
import { ipMemberWarnings, ipListWarnings } from '../causes/ip-warnings.ts';
import { repeated } from '../causes/repeated.ts';
import { appArmorWarnings, byteWarnings, envWarnings, seccompWarnings } from './container-warnings.ts';
import { overheadWarnings } from './fraction-warnings.ts';
import { overlapWarnings } from './path-overlap-warnings.ts';
import { placedContainers } from './placed-containers.ts';
import { nodeChoiceWarnings, podAffinityWarnings } from './placement-warnings.ts';
import { placedPorts, portNameWarnings, portWarnings } from './port-warnings.ts';
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
  const ports = placedPorts(containers);
  const profile = at(spec, 'securityContext', 'appArmorProfile');
  return [
    ...nodeChoiceWarnings(spec, ofSpec),
    ...annotationWarnings(annotations, DEPRECATED_ANNOTATIONS, ofAnnotations),
    ...volumeWarnings(spec, ofSpec),
    ...overlapWarnings(listAt(spec, 'volumes')).take(MOST_CLASHES),
    ...repetitionWarnings(spec, ofSpec),
    ...overheadWarnings(objectAt(spec, 'overhead'), `${ofSpec}.overhead`),
    ...seccompWarnings(spec, annotations, SECCOMP_OF_POD, ofAnnotations),
    ...containers.flatMap((one) => {
      const key = `${SECCOMP_OF_CONTAINER}${textAt(one.container, 'name')}`;
      return seccompWarnings(one.container, annotations, key, ofAnnotations).concat(
        path === '' ? [] : appArmorWarnings(one, annotations, profile, ofAnnotations),
        byteWarnings(one),
        envWarnings(one),
      );
    }),
    ...portWarnings(ports).take(MOST_CLASHES),
    ...portNameWarnings(ports),
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

const SECCOMP_OF_POD = 'seccomp.security.alpha.kubernetes.io/pod';
const SECCOMP_OF_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/';

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
    ...ipListWarnings(listAt(spec, 'dnsConfig', 'nameservers'), `${path}.dnsConfig.nameservers`),
    ...ipMemberWarnings(listAt(spec, 'hostAliases'), `${path}.hostAliases`),
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
    ipMemberWarnings(listAt(pod, 'status', list), `status.${list}`),
  );
}
