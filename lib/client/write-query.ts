import { InvalidConfigError } from '../errors.ts';
import type { DeleteOptions, PatchBody, WriteOptions } from './client.ts';

type Query = Readonly<Record<string, string | boolean | undefined>>;

const LONGEST_FIELD_MANAGER = 128;

/** The query of a create, update or patch. @throws InvalidConfigError when the field manager is too long. */
export function writeQuery(options: WriteOptions, fieldManager: string): Query {
  const manager = options.fieldManager ?? fieldManager;
  checkFieldManager('WriteOptions.fieldManager', manager);
  return {
    dryRun: options.dryRun === true ? 'All' : undefined,
    fieldManager: manager,
    fieldValidation: options.fieldValidation,
  };
}

export function checkFieldManager(path: string, fieldManager: string): void {
  if (fieldManager.length > 0 && fieldManager.length <= LONGEST_FIELD_MANAGER) return;
  throw new InvalidConfigError(`${path} must have 1 to ${LONGEST_FIELD_MANAGER} characters`);
}

/** DeleteOptions as the server reads them, from the body. */
export function deleteBody(options: DeleteOptions): object {
  const { dryRun, gracePeriodSeconds, propagationPolicy, preconditions } = options;
  return {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    gracePeriodSeconds,
    propagationPolicy,
    preconditions,
    ...(dryRun === true ? { dryRun: ['All'] } : {}),
  };
}

const PATCH_TYPES: Readonly<Record<PatchBody['type'], string>> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
};

/** A patch's content type and body. */
export function patchContent(patch: PatchBody): { readonly type: string; readonly body: string } {
  const value = patch.type === 'json' ? patch.operations : patch.value;
  return { type: PATCH_TYPES[patch.type], body: JSON.stringify(value) };
}
