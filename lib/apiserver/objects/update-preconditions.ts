import type { ApiObject } from '../api-object.ts';
import { invalidCause } from '../field-causes.ts';
import { textAt } from '../fields.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { collectionOf } from '../resource-registry.ts';
import { badRequest, conflict, invalid, StatusError } from '../status-error.ts';
import type { Draft } from './draft.ts';

/** Built-in resources that, like custom ones, are updated only by those who say which version they know. */
const CONDITIONAL_ONLY: ReadonlySet<string> = new Set([
  'leases.coordination.k8s.io',
  'customresourcedefinitions.apiextensions.k8s.io',
  'poddisruptionbudgets.policy',
  'priorityclasses.scheduling.k8s.io',
]);

const MODIFIED =
  'the object has been modified; please apply your changes to the latest version and try again';

/** How an object is to be updated. */
export interface UpdateManner {
  /** A whole object replaces the old one, so that its uid must be the old one's. Default false: a patch. */
  readonly replaces?: boolean;
  readonly dryRun?: boolean;
}

/**
 * Whether a draft may replace the object at all: same name, same object, known version.
 *
 * @throws 400, 409, 422, 500.
 */
export function checkUpdate(
  definition: ResourceDefinition,
  draft: Draft,
  old: ApiObject,
  { replaces = false, dryRun = false }: UpdateManner,
): void {
  checkPlace(draft, old.metadata.name, old.metadata.namespace);
  const { uid, resourceVersion } = draft.metadata;
  const of = { group: definition.group, resource: definition.plural };
  const { name } = old.metadata;
  if (replaces && typeof uid === 'string') checkUid(definition, uid, old.metadata, dryRun);
  const version = textAt(resourceVersion);
  checkVersionText(version);
  if (version === '' || version === '0') checkUnconditional(definition, name);
  else if (version !== old.metadata.resourceVersion) throw conflict(of, name, MODIFIED);
}

/** @throws 500 for what is no version, in the words of Go. */
export function checkVersionText(version: string): void {
  if (version === '' || /^\d+$/u.test(version)) return;
  throw new StatusError(500, '', `strconv.ParseUint: parsing ${JSON.stringify(version)}: invalid syntax`);
}

/**
 * @param metadata of the object as it is; with an empty uid, of one that is not there.
 * @throws 409 when the object is another one than its writer knows, by its UID.
 */
export function checkUid(
  definition: ResourceDefinition,
  uid: string,
  metadata: { readonly name: string; readonly namespace?: string | undefined; readonly uid: string },
  dryRun: boolean,
): void {
  if (uid === '' || uid === metadata.uid) return;
  const { group, plural } = definition;
  const parts = [dryRun ? '' : '/registry', storageKeyOf(definition), metadata.namespace, metadata.name];
  const key = parts.filter((part) => part !== undefined).join('/');
  throw conflict(
    { group, resource: plural },
    metadata.name,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metadata.uid}`,
  );
}

/** Where etcd has objects of built-in kinds, when it is not their plural name. */
const STORAGE_KEYS: Readonly<Record<string, string>> = { services: 'services/specs', ingresses: 'ingress' };

/** Messages name the key in etcd, though there is none here. */
function storageKeyOf({ custom, group, plural }: ResourceDefinition): string {
  return custom ? `${group}/${plural}` : (STORAGE_KEYS[plural] ?? plural);
}

function checkUnconditional(definition: ResourceDefinition, name: string): void {
  if (!definition.custom && !CONDITIONAL_ONLY.has(collectionOf(definition))) return;
  const cause = invalidCause('metadata.resourceVersion', 0, 'must be specified for an update');
  throw invalid(definition.group, definition.plural, name, [cause]);
}

/** @throws 400 when an object says that it is somewhere else than its URL. */
export function checkPlace(draft: Draft, name: string, namespace: string | undefined): void {
  checkNamespace(draft, namespace);
  const { name: own = '' } = draft.metadata;
  if (own === '')
    throw badRequest(
      `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
    );
  if (own !== name)
    throw badRequest(`the name of the object (${textAt(own)}) does not match the name on the URL (${name})`);
}

/** @throws 400 when an object says that it is in another namespace than its URL; outside of any it may say so. */
export function checkNamespace(draft: Draft, namespace: string | undefined): void {
  const { namespace: own = '' } = draft.metadata;
  if (namespace !== undefined && own !== '' && own !== namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
}
