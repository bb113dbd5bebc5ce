import { isDeepStrictEqual } from 'node:util';

import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import { at, listAt, objectAt, textAt } from '../../../fields.ts';
import { repeated } from '../causes/repeated.ts';
import { fractionWarnings } from './fraction-warnings.ts';
import type { PlacedContainer } from './placed-containers.ts';

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

/** An annotation that no longer says what a field of its owner should, which is a pod's spec or a container. */
export function seccompWarnings(
  owner: JsonValue,
  annotations: JsonObject,
  key: string,
  path: string,
): readonly string[] {
  const isSaid = at(owner, 'securityContext', 'seccompProfile') !== undefined;
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
