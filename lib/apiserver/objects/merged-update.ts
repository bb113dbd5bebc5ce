import type { JsonObject } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import type { Draft } from './draft.ts';
import { updatedMetadata } from './metadata.ts';

/**
 * What an update may change: all but the status where that is a subresource, the status alone, or everything, for
 * those who do the server's own work.
 */
export type UpdateScope = 'main' | 'status' | 'all';

/** The object with that of the draft which the scope lets through. */
export function mergedUpdate(
  definition: ResourceDefinition,
  draft: Draft,
  old: ApiObject,
  scope: UpdateScope,
): ApiObject {
  return scope === 'status'
    ? statusUpdate(definition, draft, old)
    : mainUpdate(definition, draft, old, scope);
}

function mainUpdate(
  definition: ResourceDefinition,
  draft: Draft,
  old: ApiObject,
  scope: UpdateScope,
): ApiObject {
  const { status: _, ...content } = draft;
  const { status } = definition.status && scope === 'main' ? old : draft;
  const metadata = updatedMetadata(draft.metadata, old.metadata);
  return {
    ...content,
    apiVersion: old.apiVersion,
    kind: old.kind,
    metadata,
    ...(status === undefined ? {} : { status }),
  };
}

/** Custom resources change nothing but their status; built-in ones, which always have one, their metadata too. */
function statusUpdate(definition: ResourceDefinition, draft: Draft, old: ApiObject): ApiObject {
  const { status: _, ...content } = old;
  const metadata = definition.custom ? old.metadata : updatedMetadata(draft.metadata, old.metadata);
  return {
    ...content,
    apiVersion: old.apiVersion,
    kind: old.kind,
    metadata,
    ...statusOf(definition, draft, old),
  };
}

/** Where there was no status, null is none, too, unless the schema says that it may be. */
function statusOf({ custom, schema }: ResourceDefinition, { status }: Draft, old: ApiObject): JsonObject {
  const isNullable = schema?.properties?.['status']?.nullable === true;
  const isNone = status === undefined || (status === null && old['status'] === undefined && !isNullable);
  if (!isNone) return { status };
  return custom ? {} : { status: {} };
}
