import { isDeepStrictEqual } from 'node:util';

import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import type { ApiObject } from '../../../api-object.ts';
import { at, listAt, numberAt, objectAt, textAt, withAt } from '../../../fields.ts';
import type { KindRules } from '../../kind-rules.ts';
import { overlookedIn, podSpecCauses } from './pod-causes.ts';
import { podChangeCauses, spacedImageCauses } from './pod-change-causes.ts';
import { completePodSpec, withRequests } from './pod-spec.ts';
import { podStatusWarnings, podWarnings } from './pod-warnings.ts';

const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const TOKEN_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';
const UNREACHABLE = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

function requestsAndLimits(container: JsonValue): readonly JsonObject[] {
  return ['requests', 'limits'].map((name) => {
    const all = Object.entries(objectAt(container, 'resources', name));
    return Object.fromEntries(all.filter(([resource]) => resource === 'cpu' || resource === 'memory'));
  });
}

/** @see https://kubernetes.io/docs/concepts/workloads/pods/pod-qos/ */
function qosClass(pod: ApiObject): string {
  const containers = [...listAt(pod, 'spec', 'initContainers'), ...listAt(pod, 'spec', 'containers')];
  const resources = containers.map(requestsAndLimits);
  if (resources.flat().every((one) => Object.keys(one).length === 0)) return 'BestEffort';
  const guaranteed = resources.every(
    ([requests = {}, limits = {}]) => Object.keys(limits).length === 2 && isDeepStrictEqual(requests, limits),
  );
  return guaranteed ? 'Guaranteed' : 'Burstable';
}

/** Five letters that stay the same for the same pod: a strategy must not be random. */
function suffixOf(uid: string): string {
  let hash = 0;
  for (const character of uid) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return Array.from({ length: 5 }, (_, index) => ALPHABET[Math.trunc(hash / 27 ** index) % 27]).join('');
}

function tokenVolume(name: string): JsonObject {
  return {
    name,
    projected: {
      sources: [
        { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
        { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
        {
          downwardAPI: {
            items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
          },
        },
      ],
      defaultMode: 420,
    },
  };
}

function withMount(container: JsonValue, name: string): JsonValue {
  const mounts = listAt(container, 'volumeMounts');
  if (mounts.some((mount) => textAt(mount, 'mountPath') === TOKEN_PATH)) return container;
  const mount = { name, readOnly: true, mountPath: TOKEN_PATH };
  return { ...objectAt({ container }, 'container'), volumeMounts: [...mounts, mount] };
}

/** What the ServiceAccount admission plugin adds, unless the pod does not want it. */
function withToken(pod: ApiObject): ApiObject {
  if (at(pod, 'spec', 'automountServiceAccountToken') === false) return pod;
  const name = `kube-api-access-${suffixOf(pod.metadata.uid)}`;
  const spec = objectAt(pod, 'spec');
  const mounted = (list: string): JsonObject => {
    const containers = listAt(spec, list);
    return containers.length === 0 ? {} : { [list]: containers.map((one) => withMount(one, name)) };
  };
  const volumes = [...listAt(spec, 'volumes'), tokenVolume(name)];
  return { ...pod, spec: { ...spec, volumes, ...mounted('initContainers'), ...mounted('containers') } };
}

/** What the DefaultTolerationSeconds plugin adds to new and to changed pods, beside tolerations that a pod has already. */
function withTolerations(pod: ApiObject): ApiObject {
  const own = listAt(pod, 'spec', 'tolerations');
  const staying = own.filter((one) => ['', 'NoExecute'].includes(textAt(one, 'effect')));
  const missing = UNREACHABLE.filter((key) => !staying.some((one) => ['', key].includes(textAt(one, 'key'))));
  const added = missing.map((key) => ({
    key,
    operator: 'Exists',
    effect: 'NoExecute',
    tolerationSeconds: 300,
  }));
  return missing.length === 0 ? pod : withAt(pod, ['spec', 'tolerations'], [...own, ...added]);
}

const GRACE = ['spec', 'terminationGracePeriodSeconds'] as const;

/** Of less than no time, a pod has a second. A template may say so all the same. */
function withGrace(pod: ApiObject): ApiObject {
  return numberAt(pod, ...GRACE) < 0 ? withAt(pod, GRACE, 1) : pod;
}

/** @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go */
function podCauses(pod: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  return [
    ...podSpecCauses(objectAt(pod, 'spec'), 'spec', pod.metadata),
    ...spacedImageCauses(pod),
    ...(old === undefined ? [] : podChangeCauses(pod, old)),
  ];
}

const CHECKS: Pick<KindRules, 'validate' | 'overlooks'> = {
  validate: podCauses,
  overlooks: () => overlookedIn('spec'),
};

export const POD_RULES: KindRules = {
  complete: (pod) => withGrace({ ...pod, spec: withRequests(completePodSpec(objectAt(pod, 'spec'))) }),
  create: (pod) => {
    const ready = withTolerations(withToken(pod));
    return withAt(ready, ['status', 'qosClass'], qosClass(ready));
  },
  update: withTolerations,
  ...CHECKS,
  warnings: podWarnings,
  status: { ...CHECKS, warnings: podStatusWarnings },
};
