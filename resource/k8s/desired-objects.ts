import { TerminalError, errorMessage } from '../../lib/errors.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../../lib/object/json.ts';
import type { OwnerReference } from '../../lib/object/kinds.ts';
import { type Kind, type KubernetesObject, keyOf } from '../../lib/object/kubernetes-object.ts';
import { OWNED_BY_LABEL, OWNER_ANNOTATION, OWNER_UID_LABEL, childName, ownerName } from './marks.ts';
import { kindName } from './owned-objects-options.ts';

export interface DesiredObjectsOptions {
  /** Of the resource. */
  readonly name: string;
  readonly owner: Kind;
  readonly kinds: readonly Kind[];
  readonly ownerReference: 'controller' | 'owner' | 'none';
  /** Where owned objects are watched; undefined: everywhere. */
  readonly namespaces: readonly string[] | undefined;
}

/** What the server sets, or what says which version is meant: no wish for an object. */
const NOT_DESIRED = [
  'uid',
  'resourceVersion',
  'managedFields',
  'generation',
  'deletionTimestamp',
  'generateName',
];

/**
 * What the operator wants, as it is applied: checked, in pure JSON, with a namespace, our marks and the owner.
 *
 * @throws TerminalError that names the first object which cannot be, and why.
 */
export function prepareDesired(
  desired: unknown,
  owner: KubernetesObject,
  options: DesiredObjectsOptions,
): readonly KubernetesObject[] {
  if (!Array.isArray(desired))
    throw new TerminalError(`cannot use what resource ${options.name} desires: it must be a list of objects`);
  const seen = new Map<string, number>();
  return (desired as readonly unknown[]).map((one, index) => {
    const fail = (why: string): never => {
      throw new TerminalError(`cannot use desired[${index}] of resource ${options.name}: ${why}`);
    };
    const prepared = prepareOne(one, owner, options, fail);
    const name = `${kindName(prepared as Kind)} ${keyOf(prepared)}`;
    const first = seen.get(name);
    if (first !== undefined)
      fail(`it is ${childName(prepared)}, as desired[${first}]; give them different names`);
    seen.set(name, index);
    return prepared;
  });
}

type Fail = (why: string) => never;

function prepareOne(
  value: unknown,
  owner: KubernetesObject,
  options: DesiredObjectsOptions,
  fail: Fail,
): KubernetesObject {
  const obj = pure(value, fail);
  const kind = kindOf(obj, options.kinds, fail);
  const { status, metadata, ...content } = obj;
  if (!isEmpty(status)) fail('status must not be given: it says what is, not what shall be');
  const meta = checkMetadata(metadata, fail);
  const placed = { ...meta, ...placeOf(kind, meta, owner, options, fail) };
  const child = { ...content, metadata: placed } as KubernetesObject;
  const marked = { ...child, metadata: marks(child, owner, options, fail) };
  return kind.kind === 'Secret' && kind.apiVersion === 'v1' ? withData(marked, fail) : marked;
}

/** A copy without undefined members, which nobody changes any more. Never says what is in it. */
function pure(value: unknown, fail: Fail): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail('it must be an object');
  try {
    return JSON.parse(JSON.stringify(value)) as JsonObject;
  } catch (error) {
    return fail(`it cannot be written as JSON: ${errorMessage(error).split('\n', 1)[0]}`);
  }
}

function kindOf({ apiVersion, kind }: JsonObject, kinds: readonly Kind[], fail: Fail): Kind {
  if (typeof apiVersion !== 'string' || apiVersion === '') fail('apiVersion must not be empty');
  if (typeof kind !== 'string' || kind === '') fail('kind must not be empty');
  const found = kinds.find((one) => one.kind === kind && one.apiVersion === apiVersion);
  return (
    found ??
    fail(`${kind} of ${apiVersion} is none of its kinds (${kinds.map(kindName).join(', ')}); add it to kinds`)
  );
}

function checkMetadata(metadata: JsonValue | undefined, fail: Fail): JsonObject {
  if (!isJsonObject(metadata)) return fail('metadata.name must not be empty');
  const wrong = NOT_DESIRED.find((name) => metadata[name] !== undefined && metadata[name] !== null);
  if (wrong !== undefined) fail(`metadata.${wrong} must not be given`);
  if (typeof metadata['name'] !== 'string' || metadata['name'] === '')
    fail('metadata.name must not be empty');
  for (const name of ['labels', 'annotations']) checkTexts(`metadata.${name}`, metadata[name], fail);
  const owned = (metadata['labels'] as JsonObject | undefined)?.[OWNED_BY_LABEL];
  if (owned !== undefined) fail(`metadata.labels['${OWNED_BY_LABEL}'] must not be given: it is ours`);
  // Generators of YAML write null and empty ones for what is not there.
  const given = Object.entries(metadata).filter(
    ([name, one]) => !isEmpty(one) && ![...NOT_DESIRED, 'creationTimestamp'].includes(name),
  );
  return Object.fromEntries(given);
}

function checkTexts(path: string, value: JsonValue | undefined, fail: Fail): void {
  if (value === undefined || value === null) return;
  const isFine = isJsonObject(value) && Object.values(value).every((text) => typeof text === 'string');
  if (!isFine) fail(`${path} must be an object of texts`);
}

function placeOf(
  kind: Kind,
  meta: JsonObject,
  owner: KubernetesObject,
  { namespaces }: DesiredObjectsOptions,
  fail: Fail,
): { readonly namespace?: string } {
  const given = meta['namespace'];
  if (!kind.namespaced)
    return isEmpty(given)
      ? {}
      : fail(`metadata.namespace must not be given: ${kind.kind} does not live in namespaces`);
  const namespace = given === '' || given === undefined ? owner.metadata?.namespace : given;
  if (typeof namespace !== 'string' || namespace === '')
    return fail(
      `metadata.namespace must not be empty: ${kind.kind} lives in namespaces and its owner does not`,
    );
  if (namespaces !== undefined && !namespaces.includes(namespace))
    fail(
      `metadata.namespace must be one of those that are watched (${namespaces.join(', ')}); it is ${namespace}`,
    );
  return { namespace };
}

function marks(
  child: KubernetesObject,
  owner: KubernetesObject,
  options: DesiredObjectsOptions,
  fail: Fail,
): NonNullable<KubernetesObject['metadata']> {
  const { metadata = {} } = child;
  const { uid, name } = owner.metadata ?? {};
  if (uid === undefined || name === undefined)
    return fail('its owner has no uid or no name: is it on a server?');
  const labels = { ...metadata.labels, [OWNED_BY_LABEL]: options.name };
  if (options.ownerReference === 'none') {
    const annotations = { ...metadata.annotations, [OWNER_ANNOTATION]: keyOf(owner) };
    return { ...metadata, labels: { ...labels, [OWNER_UID_LABEL]: uid }, annotations };
  }
  checkReach(child, owner, options, fail);
  const others = (metadata.ownerReferences ?? []).filter((reference) => reference.uid !== uid);
  const isController = options.ownerReference === 'controller';
  if (isController && others.some(({ controller }) => controller === true))
    fail('metadata.ownerReferences must not name another controller');
  const { apiVersion, kind } = options.owner;
  const reference: OwnerReference = {
    apiVersion,
    kind,
    name,
    uid,
    ...(isController && { controller: true }),
    blockOwnerDeletion: true,
  };
  return { ...metadata, labels, ownerReferences: [...others, reference] };
}

/** Garbage collection takes an object whose owner it cannot find where the reference says for an orphan. */
function checkReach(
  child: KubernetesObject,
  owner: KubernetesObject,
  { owner: kind }: DesiredObjectsOptions,
  fail: Fail,
): void {
  const [inside, at] = [child.metadata?.namespace, owner.metadata?.namespace];
  if (!kind.namespaced || inside === at) return;
  const why = inside === undefined ? 'it has no namespace' : 'it is in another namespace';
  fail(
    `${childName(child)} cannot refer to ${ownerName(kind, owner)} as its owner: ${why}; use ownerReference: 'none'`,
  );
}

/** `stringData` is for writing only: the server would not say what of it is ours. */
function withData(secret: KubernetesObject, fail: Fail): KubernetesObject {
  const { stringData, ...rest } = secret as KubernetesObject & { readonly stringData?: JsonValue };
  const { data } = rest as { readonly data?: JsonValue };
  if (isEmpty(stringData)) return rest;
  checkTexts('stringData', stringData, fail);
  const encoded = Object.entries(stringData as Record<string, string>).map(
    ([name, text]) => [name, Buffer.from(text).toString('base64')] as const,
  );
  return {
    ...rest,
    data: { ...(data as JsonObject | undefined), ...Object.fromEntries(encoded) },
  } as KubernetesObject;
}

function isEmpty(value: JsonValue | undefined): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (isJsonObject(value) && Object.keys(value).length === 0)
  );
}
