import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/object/json.ts';
import { PATCH_TYPES, type PatchType } from '../conformance/steps.ts';
import type { Choices } from './choices.ts';
import { deletion, listing, type Query, readOptions, writeOptions } from './options.ts';
import { operations } from './json-operations.ts';
import { collectionOf, FUZZED_KINDS, type FuzzedKind, METADATA } from './kinds.ts';
import { one, struct, type StructShape } from './shape.ts';
import type { Step } from './step.ts';
import { APPLIED, type Manner, MERGED, STRATEGIC, valueOf, WHOLE } from './values.ts';

/** Names of objects, and how often each is chosen. */
export const NAMES: Readonly<Record<string, number>> = { one: 5, two: 4, 'a.third': 2, Not_Valid: 0.1 };

const SCALE: StructShape = struct({
  spec: struct({ replicas: one([0, 1, 2, 5], [-1, 'x', 1.5]) }, 'replicas'),
});

/** What a step is made for. */
interface Aim {
  readonly kind: FuzzedKind;
  readonly version: string;
  readonly collection: string;
  readonly name: string;
  readonly subresource: '' | 'status' | 'scale';
}

/** The next request of a random client. */
export function nextStep(choices: Choices): Step {
  const aim = newAim(choices);
  const verb = choices.of('verb', {
    create: 13,
    get: 4,
    list: 8,
    update: 14,
    patch: 30,
    apply: 20,
    delete: 7,
    deletecollection: 0.6,
  });
  return VERBS[verb](aim, choices);
}

type Rule = (aim: Aim, choices: Choices) => Step;

const VERBS = {
  create,
  get: (aim, choices) => request('get', 'GET', part(aim, choices), readOptions(choices)),
  list: (aim, choices) => ofAll('list', 'GET', aim, listing(aim.kind, choices)),
  update: (aim, choices) => update(part(aim, choices), choices),
  patch: (aim, choices) => patch(part(aim, choices), choices),
  apply: (aim, choices) => apply(part(aim, choices), choices),
  delete: remove,
  deletecollection: removeAll,
} as const satisfies Readonly<Record<string, Rule>>;

function newAim(choices: Choices): Aim {
  const weights = Object.fromEntries(FUZZED_KINDS.map(({ kind, weight }) => [kind, weight]));
  const name = choices.of('kind', weights);
  const kind = FUZZED_KINDS.find((known) => known.kind === name)!;
  const version = choices.pick(kind.versions);
  const collection = collectionOf(kind, version);
  return { kind, version, collection, name: choices.of('name', NAMES), subresource: '' };
}

/** The object or one of its subresources. */
function part(aim: Aim, choices: Choices): Aim {
  const { status, hasScale } = aim.kind;
  const subresource = choices.of(`part of ${aim.kind.kind}`, {
    object: 10,
    status: status === undefined ? 0 : 3,
    scale: hasScale ? 1.5 : 0,
  });
  return subresource === 'object' ? aim : { ...aim, subresource };
}

function request(
  verb: string,
  method: Step['method'],
  { kind, collection, name, subresource }: Aim,
  query: Query,
  more: Partial<Step> = {},
): Step {
  const suffix = subresource === '' ? '' : `/${subresource}`;
  return {
    verb: subresource === '' ? verb : `${verb} ${subresource}`,
    method,
    path: `${collection}/${name}${suffix}${text(query)}`,
    headers: {},
    subject: { kind: kind.plural, collection: unversioned(collection), name },
    ...more,
  };
}

function ofAll(verb: string, method: Step['method'], aim: Aim, query: Query, more: Partial<Step> = {}): Step {
  const subject = { kind: aim.kind.plural, collection: unversioned(aim.collection) };
  return { verb, method, path: `${aim.collection}${text(query)}`, headers: {}, subject, ...more };
}

/** Versions of a kind are of the same objects. */
function unversioned(collection: string): string {
  return collection.replace('/v2/', '/v1/');
}

function text(query: Query): string {
  const parts = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

const JSON_TYPE = { 'content-type': 'application/json' };

function create(aim: Aim, choices: Choices): Step {
  const query = writeOptions(choices);
  const body = whole(aim, WHOLE, choices);
  // A name that the server makes up exists on one server only.
  if ('dryRun' in query && choices.chance('generateName', 0.3))
    return ofAll('create', 'POST', aim, query, { headers: JSON_TYPE, body: generated(body) });
  const { name } = aim;
  const subject = { kind: aim.kind.plural, collection: unversioned(aim.collection), name };
  return ofAll('create', 'POST', aim, query, { headers: JSON_TYPE, body, subject });
}

function generated(body: JsonObject): JsonObject {
  const { name: _, ...metadata } = body['metadata'] as JsonObject;
  return { ...body, metadata: { ...metadata, generateName: 'made-' } };
}

/** A complete object of the kind, or of its scale. */
function whole(aim: Aim, manner: Manner, choices: Choices): JsonObject {
  const { kind, version, name, subresource } = aim;
  const metadata = { name, ...objectOf(METADATA, manner, choices, 'metadata') };
  if (subresource === 'scale')
    return { ...typeOf(aim, choices), metadata: { name }, ...objectOf(SCALE, manner, choices, 'scale') };
  const shape = manner === APPLIED && subresource === 'status' ? struct({}) : kind.shape;
  const rest = objectOf(shape, manner, choices, kind.kind);
  const withStatus =
    kind.status !== undefined &&
    choices.chance('status in the object', subresource === 'status' ? 0.95 : 0.1);
  const status = withStatus ? { status: valueOf(kind.status, manner, choices, `${kind.kind}.status`) } : {};
  const wrong = choices.chance('another type', 0.008) ? choices.pick(WRONG_TYPES) : {};
  return { apiVersion: version, kind: kind.kind, metadata, ...rest, ...status, ...wrong };
}

const WRONG_TYPES: readonly JsonObject[] = [
  { kind: 'Other' },
  { apiVersion: 'example.com/v9' },
  { kind: '' },
  { metadata: { name: 'another' } },
  { metadata: { namespace: 'another' } },
];

function typeOf({ kind }: Aim, choices: Choices): JsonObject {
  const odd = choices.chance('another type of scale', 0.02);
  return odd
    ? { apiVersion: kind.versions[0]!, kind: kind.kind }
    : { apiVersion: 'autoscaling/v1', kind: 'Scale' };
}

/** The shape's value where it is an object, as it nearly always is. */
function objectOf(shape: StructShape, manner: Manner, choices: Choices, at: string): JsonObject {
  const value = valueOf(shape, manner, choices, at);
  return isJsonObject(value) ? value : {};
}

/** Versions that an update may carry. */
const VERSIONS = { none: 4, current: 6, stale: 1.5, nonsense: 0.2 };
const VERSION_TEXTS = { none: '', current: '<version>', stale: '<old version>', nonsense: 'x' };

function versioned(choices: Choices, rule: string, weights = VERSIONS): JsonObject {
  const version = choices.of(rule, weights);
  const uid = choices.chance(`uid in ${rule}`, 0.06) ? { uid: choices.pick(['<uid>', 'wrong']) } : {};
  return version === 'none' ? uid : { resourceVersion: VERSION_TEXTS[version], ...uid };
}

function update(aim: Aim, choices: Choices): Step {
  const query = writeOptions(choices);
  const how = choices.of('update', { 'of what was seen': 6, 'by a new object': 4 });
  if (how === 'of what was seen' && aim.subresource !== 'scale')
    return request('update', 'PUT', aim, query, { headers: JSON_TYPE, change: edits(aim, choices) });
  const body = whole(aim, WHOLE, choices);
  const metadata = { ...(body['metadata'] as JsonObject), ...versioned(choices, 'version of an update') };
  return request('update', 'PUT', aim, query, { headers: JSON_TYPE, body: { ...body, metadata } });
}

/** Changes to an object that was read before. */
function edits(aim: Aim, choices: Choices): JsonObject {
  const changes = fragment(aim, MERGED, choices);
  const version = choices.of('version of what was seen', { kept: 6, none: 2, stale: 1 });
  const metadata = {
    ...(isJsonObject(changes['metadata']) ? changes['metadata'] : {}),
    ...(version === 'none' ? { resourceVersion: null } : {}),
    ...(version === 'stale' ? { resourceVersion: '<old version>' } : {}),
    ...(choices.chance('managedFields reset', 0.04) ? { managedFields: choices.pick([[], [{}]]) } : {}),
  };
  // Without its name, nothing has been seen.
  const { apiVersion = '', kind = '' } = whole(
    { ...aim, subresource: '' },
    { ...WHOLE, optional: 0 },
    choices,
  );
  return { apiVersion, kind, ...changes, metadata: { ...metadata, name: aim.name } };
}

/** A part of an object, for patches. */
function fragment(aim: Aim, manner: Manner, choices: Choices): JsonObject {
  if (aim.subresource === 'scale') return objectOf(SCALE, manner, choices, 'scale');
  return objectOf(fragmentShape(aim, choices), manner, choices, aim.kind.kind);
}

function fragmentShape({ kind, subresource }: Aim, choices: Choices): StructShape {
  const about = choices.of(`patch of ${subresource === '' ? 'the object' : subresource}`, {
    metadata: 3,
    content: subresource === 'status' ? 0.5 : 6,
    status: subresource === 'status' ? 6 : 0.5,
  });
  if (about === 'metadata') return struct({ metadata: METADATA }, 'metadata');
  if (about === 'status' && kind.status !== undefined) return struct({ status: kind.status }, 'status');
  return kind.shape;
}

function patch(aim: Aim, choices: Choices): Step {
  const type = choices.of('type of patch', { json: 10, merge: 10, strategic: 10 });
  const body = type === 'json' ? jsonPatch(aim, choices) : objectPatch(type, aim, choices);
  const step = patching(type, `${type} patch`, aim, writeOptions(choices), body);
  // The real server sets a list, or deletes from it, in an order of chance: what follows must not depend on it.
  const isChancy = type === 'strategic' && JSON.stringify(body).includes('$deleteFromPrimitiveList/');
  return isChancy ? { ...step, forgets: true } : step;
}

function jsonPatch(aim: Aim, choices: Choices): JsonValue {
  if (aim.subresource === 'scale') return operations(SCALE, choices, 'scale');
  const shape = fragmentShape(aim, choices);
  return operations(shape, choices, aim.kind.kind);
}

function objectPatch(type: 'merge' | 'strategic', aim: Aim, choices: Choices): JsonObject {
  const body = fragment(aim, type === 'merge' ? MERGED : STRATEGIC, choices);
  if (!choices.chance('version in a patch', 0.1)) return body;
  const metadata = isJsonObject(body['metadata']) ? body['metadata'] : {};
  return { ...body, metadata: { ...metadata, ...versioned(choices, 'version of a patch') } };
}

function apply(aim: Aim, choices: Choices): Step {
  const body = whole(aim, APPLIED, choices);
  const force = choices.of('force', { absent: 6, true: 3, false: 0.5, bogus: 0.1 });
  const query = {
    ...writeOptions(choices, 0.98),
    ...(force === 'absent' ? {} : { force }),
  };
  return patching('apply', 'apply', aim, query, withVersion(body, choices));
}

function withVersion(body: JsonObject, choices: Choices): JsonObject {
  if (!choices.chance('version in an apply', 0.06)) return body;
  const metadata = { ...(body['metadata'] as JsonObject), ...versioned(choices, 'version of an apply') };
  return { ...body, metadata };
}

function patching(type: PatchType, verb: string, aim: Aim, query: Query, body: JsonValue): Step {
  return request(verb, 'PATCH', aim, query, { headers: { 'content-type': PATCH_TYPES[type] }, body });
}

function remove(aim: Aim, choices: Choices): Step {
  const { body, query, forgets } = deletion(aim.kind, choices);
  if (body === undefined) return request('delete', 'DELETE', aim, query, { forgets });
  return request('delete', 'DELETE', aim, query, { headers: JSON_TYPE, body, forgets });
}

function removeAll(aim: Aim, choices: Choices): Step {
  // The namespace's certificate is no object of ours.
  const fieldSelector = 'metadata.name!=kube-root-ca.crt';
  const label = choices.of('objects to delete', { all: 1, selected: 2 });
  const query = { fieldSelector, ...(label === 'all' ? {} : { labelSelector: 'app=a' }) };
  // The garbage collector goes on with those that leave their dependents alone.
  return ofAll('deletecollection', 'DELETE', aim, query, { forgets: aim.kind.orphansByDefault === true });
}
