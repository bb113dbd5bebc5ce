import type { ApiObject } from '../api-object.ts';
import type { ListOptions } from '../requests/list-options.ts';
import { collectionOf, resourceName } from '../resource-registry.ts';
import { nameInSelector, parseFieldSelector } from '../selectors/field-selector.ts';
import { parseLabelSelector } from '../selectors/label-selector.ts';
import type { ResourceRequest } from './resource-request.ts';

/** Which objects of a collection a list, a watch or a deletecollection means. */
export interface Selection {
  readonly collection: string;
  /** What their keys start with: a namespace, or the one name that is selected. */
  readonly prefix: string;
  /** Undefined: all below the prefix. */
  readonly filter: ((obj: ApiObject) => boolean) | undefined;
}

export function selectionOf({ route }: ResourceRequest, options: ListOptions): Selection {
  const collection = collectionOf(route.definition);
  const prefix = route.namespace === undefined ? '' : `${route.namespace}/`;
  const filter = filterOf(options, resourceName(route.definition), route.definition.selectableFields);
  const named = options.fieldSelector === '' ? undefined : nameInSelector(options.fieldSelector);
  const pinned = named !== undefined && (route.namespace !== undefined || !route.definition.namespaced);
  return { collection, prefix: pinned ? prefix + named : prefix, filter };
}

function filterOf(options: ListOptions, resource: string, own: readonly string[] = []): Selection['filter'] {
  const { labelSelector, fieldSelector } = options;
  if (labelSelector === '' && fieldSelector === '') return undefined;
  const labels = labelSelector === '' ? undefined : parseLabelSelector(labelSelector);
  const fields = fieldSelector === '' ? undefined : parseFieldSelector(fieldSelector, resource, own);
  return (obj) => (labels?.(obj.metadata.labels ?? {}) ?? true) && (fields?.(obj) ?? true);
}
