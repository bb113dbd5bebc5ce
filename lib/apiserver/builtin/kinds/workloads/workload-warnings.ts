import { isDeepStrictEqual } from 'node:util';

import type { JsonObject } from '../../../../object/json.ts';
import type { ApiObject } from '../../../api-object.ts';
import { at, numberAt, objectAt, textAt } from '../../../fields.ts';
import { nameWarnings, podTemplateWarnings } from '../pods/pod-warnings.ts';

/** What is odd about the template of an object. */
export function templateWarnings(obj: ApiObject): readonly string[] {
  return podTemplateWarnings(objectAt(obj, 'spec', 'template'), 'spec.template.');
}

interface Telling {
  /** What is odd about the object's template. Default {@link templateWarnings}. */
  readonly tell?: (obj: ApiObject) => readonly string[];
  /** Whether an update leaves nothing to tell of. Default {@link isSameSpec}. */
  readonly isSame?: (obj: ApiObject, old: ApiObject) => boolean;
}

/** What is odd about an object whose pods are called after it: its name is told of when it is new. */
export function workloadWarnings(
  obj: ApiObject,
  old: ApiObject | undefined,
  { tell = templateWarnings, isSame = isSameSpec }: Telling = {},
): readonly string[] {
  if (old === undefined) return [...nameWarnings(obj, 'Pod names and hostnames'), ...tell(obj)];
  return isSame(obj, old) ? [] : tell(obj);
}

export function isSameSpec(obj: ApiObject, old: ApiObject): boolean {
  return isDeepStrictEqual(at(obj, 'spec'), at(old, 'spec'));
}

/** After an update of a ReplicationController, its old template is told of. */
export function controllerWarnings(obj: ApiObject, old: ApiObject | undefined): readonly string[] {
  return workloadWarnings(obj, old, { tell: (changed) => templateWarnings(old ?? changed) });
}

export function jobWarnings(job: ApiObject, old: ApiObject | undefined): readonly string[] {
  return workloadWarnings(job, old, { tell: (one) => jobSpecWarnings(objectAt(one, 'spec'), 'spec') });
}

/** From how many on not all indexes that fail are kept. */
const MOST_COMPLETIONS = 100_000;
const MOST_PARALLELISM = 10_000;

/**
 * What is odd about what a Job does.
 *
 * @see kubernetes/kubernetes:pkg/api/job/warnings.go
 */
export function jobSpecWarnings(spec: JsonObject, path: string): readonly string[] {
  const isLarge =
    textAt(spec, 'completionMode') === 'Indexed' &&
    numberAt(spec, 'completions') > MOST_COMPLETIONS &&
    numberAt(spec, 'parallelism') > MOST_PARALLELISM;
  return [
    ...(isLarge
      ? [
          `${path}: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail`,
        ]
      : []),
    ...podTemplateWarnings(objectAt(spec, 'template'), `${path}.template.`),
  ];
}
