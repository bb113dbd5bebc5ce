import { isDeepStrictEqual } from 'node:util';

import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import { at, listAt, objectAt, textAt } from '../../../fields.ts';
import { repeated } from '../causes/repeated.ts';
import { fractionWarnings } from './fraction-warnings.ts';

/** A container, and where it is. */
export interface PlacedContainer {
  readonly container: JsonValue;
  readonly path: string;
}

/** All containers of a pod's spec. */
export function placedContainers(spec: JsonObject, path: string): readonly PlacedContainer[] {
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) =>
    listAt(spec, list).map((container, index) => ({ container, path: `${path}.${list}[${index}]` })),
  );
}

export function byteWarnings({ container, path }: PlacedContainer): readonly string[] {
  return fractionWarnings(objectAt(container, 'resources'), `${path}.resources`, 'container');
}

export function envWarnings({ container, path }: PlacedContainer): readonly string[] {
  const variables = listAt(container, 'env');
  const names = variables.map((one) => textAt(one, 'name'));
  const second = repeated(names);
  return variables.flatMap((one, index) => {
    const name = names[index]!;
    const reference = `$(${name})`;
    const value = textAt(one, 'value');
    const goesOn = value !== reference && value.includes(reference) && at(one, 'valueFrom') === undefined;
    if (!second.has(index) || goesOn) return [];
    const quoted = JSON.stringify(name);
    return [
      `${path}.env[${index}]: hides previous definition of ${quoted}, which may be dropped when using apply`,
    ];
  });
}

const SECCOMP = 'container.seccomp.security.alpha.kubernetes.io/';

/** An annotation that no longer says what the container's own field should. */
export function seccompWarnings(
  { container }: PlacedContainer,
  annotations: JsonObject,
  path: string,
): readonly string[] {
  const key = `${SECCOMP}${textAt(container, 'name')}`;
  const isSaid = at(container, 'securityContext', 'seccompProfile') !== undefined;
  if (isSaid || at(annotations, key) === undefined) return [];
  return [`${path}[${key}]: non-functional in v1.27+; use the "seccompProfile" field instead`];
}

const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';

/** An annotation that stands for a field, unless the pod says the same. */
export function appArmorWarnings(
  { container }: PlacedContainer,
  annotations: JsonObject,
  ofPod: JsonValue | undefined,
  path: string,
): readonly string[] {
  const key = `${APP_ARMOR}${textAt(container, 'name')}`;
  const isSaid = at(container, 'securityContext', 'appArmorProfile') !== undefined;
  if (isSaid || at(annotations, key) === undefined) return [];
  const profile = appArmorProfile(textAt(annotations, key));
  if (profile !== undefined && isDeepStrictEqual(profile, ofPod)) return [];
  return [`${path}[${key}]: deprecated since v1.30; use the "appArmorProfile" field instead`];
}

const LOCALHOST = 'localhost/';

/** @see kubernetes/kubernetes:pkg/api/pod/util.go (ApparmorFieldForAnnotation) */
function appArmorProfile(annotation: string): JsonObject | undefined {
  if (annotation === 'unconfined') return { type: 'Unconfined' };
  if (annotation === 'runtime/default') return { type: 'RuntimeDefault' };
  if (!annotation.startsWith(LOCALHOST) || annotation === LOCALHOST) return undefined;
  return { type: 'Localhost', localhostProfile: annotation.slice(LOCALHOST.length) };
}
