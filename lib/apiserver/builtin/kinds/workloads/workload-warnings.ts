import { isDeepStrictEqual } from 'node:util';

import type { JsonObject } from '../../../../object/json.ts';
import type { ApiObject } from '../../../api-object.ts';
import { at, numberAt, objectAt, textAt } from '../../../fields.ts';
import { nameWarnings, podTemplateWarnings } from '../pods/pod-warnings.ts';

/** What is odd about the template of an object. */
export function templateWarnings(obj: ApiObject): readonly string[] {
  return podTemplateWarnings(objectAt(obj, 'spec', 'template'), 'spec.template.');
}

/** A name that the names of pods begin with. */
export function prefixWarnings(obj: ApiObject): readonly string[] {
  return nameWarnings(obj, 'Pod names and hostnames');
}

/**
 * The same for an object whose pods are called after it: its name is told of when it is new.
 *
 * @param isSame whether an update leaves nothing to tell of.
 */
export function workloadWarnings(
  obj: ApiObject,
  old: ApiObject | undefined,
  isSame: (obj: ApiObject, old: ApiObject) => boolean = isSameSpec,
): readonly string[] {
  if (old === undefined) return [...prefixWarnings(obj), ...templateWarnings(obj)];
  return isSame(obj, old) ? [] : templateWarnings(obj);
}

export function isSameSpec(obj: ApiObject, old: ApiObject): boolean {
  return isDeepStrictEqual(at(obj, 'spec'), at(old, 'spec'));
}

/** After an update of a ReplicationController, its old template is told of. */
export function controllerWarnings(obj: ApiObject, old: ApiObject | undefined): readonly string[] {
  if (old === undefined) return workloadWarnings(obj, old);
  return isSameSpec(obj, old) ? [] : templateWarnings(old);
}

export function jobWarnings(job: ApiObject, old: ApiObject | undefined): readonly string[] {
  return [
    ...(old === undefined ? prefixWarnings(job) : []),
    ...(old !== undefined && isSameSpec(job, old) ? [] : jobSpecWarnings(objectAt(job, 'spec'), 'spec')),
  ];
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
