import type { JsonObject, JsonValue } from '../../lib/object/json.ts';
import { isJsonObject } from '../../lib/object/json.ts';
import { MATRIX_DEFINITIONS, MATRIX_KINDS, type MatrixKind } from './matrix-kinds.ts';
import type { RequestStep, Step, Topic } from './step.ts';
import { del, get, patch, PATCH_TYPES, type PatchType, post, put, watch } from './steps.ts';

export const VERBS = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
] as const;
export const SUBRESOURCES = ['', 'status', 'scale'] as const;
export const PRECONDITIONS = [
  'none',
  'no object',
  'current version',
  'stale version',
  'right uid',
  'wrong uid',
  'dry run',
] as const;

/** One place of the table: what is asked of which kind, where, how, under which precondition. */
export interface Cell {
  readonly kind: MatrixKind;
  readonly verb: (typeof VERBS)[number];
  readonly subresource: (typeof SUBRESOURCES)[number];
  /** Of the verb `patch` only. */
  readonly patchType: PatchType | undefined;
  readonly precondition: (typeof PRECONDITIONS)[number];
}

/** What stands in a cell: the steps of its case, or why there can be none. */
export type Content = { readonly steps: readonly Step[] } | { readonly reason: string };

/** All cells there are. */
export function allCells(): readonly Cell[] {
  const patchTypes = Object.keys(PATCH_TYPES) as readonly PatchType[];
  return MATRIX_KINDS.flatMap((kind) =>
    VERBS.flatMap((verb) =>
      SUBRESOURCES.flatMap((subresource) =>
        (verb === 'patch' ? patchTypes : [undefined]).flatMap((patchType) =>
          PRECONDITIONS.map((precondition) => ({ kind, verb, subresource, patchType, precondition })),
        ),
      ),
    ),
  );
}

/** The cell as a sentence, the name of its case. */
export function nameOf({ verb, subresource, patchType, precondition }: Cell): string {
  const what = subresource === '' ? verb : `${verb} of ${subresource}`;
  const how = patchType === undefined ? '' : ` by ${patchType} patch`;
  return `${what}${how}, precondition: ${precondition}`;
}

/** The case of the cell, or the reason why there is none. */
export function contentOf(cell: Cell): Content {
  const reason = reasonAgainst(cell);
  return reason === undefined ? { steps: stepsOf(cell) } : { reason };
}

/** One topic per class of kinds, with the cases of all its cells. */
export function matrixTopics(): readonly Topic[] {
  return MATRIX_KINDS.map((kind) => ({
    name: `matrix-${kind.name.replaceAll(' ', '-')}`,
    definitions: MATRIX_DEFINITIONS,
    cases: Object.fromEntries(
      allCells()
        .filter((cell) => cell.kind === kind)
        .flatMap((cell) => {
          const content = contentOf(cell);
          return 'steps' in content ? [[nameOf(cell), content.steps] as const] : [];
        }),
    ),
  }));
}

function reasonAgainst({ verb, subresource, patchType, precondition }: Cell): string | undefined {
  const isWhole = verb === 'list' || verb === 'watch' || verb === 'deletecollection';
  if (isWhole && subresource !== '') return 'a collection has no subresources';
  if (patchType === 'apply') return 'server-side apply has conformance tests of its own';
  if ((verb === 'list' || verb === 'watch') && precondition !== 'none')
    return 'a collection is always there, and reading takes no preconditions';
  if (verb === 'get' && precondition !== 'none' && precondition !== 'no object')
    return 'reading takes no preconditions';
  if (verb === 'create' && precondition === 'no object')
    return 'creating is always of an object that is not there';
  const isRefused = (verb === 'create' || verb === 'delete') && subresource !== '';
  if (isRefused && precondition !== 'none') return 'the method is refused before anything else is looked at';
  return undefined;
}

const WRONG_UID = '00000000-0000-4000-8000-000000000000';

function stepsOf(cell: Cell): readonly Step[] {
  const object = `${cell.kind.collection}/one-<id>`;
  const isRead = cell.verb === 'get' || cell.verb === 'list' || cell.verb === 'watch';
  return [...before(cell), requestOf(cell, object), ...(isRead ? [] : [get(object)])];
}

/** The object, unless there must be none, and for a stale version a change of it. */
function before({ kind, verb, precondition }: Cell): readonly Step[] {
  const makesItself = verb === 'create' && !['current version', 'right uid'].includes(precondition);
  if (makesItself || precondition === 'no object') return [];
  const made = post(kind.collection, kind.object, { quiet: true, as: 'made' });
  if (precondition !== 'stale version') return [made];
  const change = patch(
    'merge',
    `${kind.collection}/one-<id>`,
    { metadata: { labels: { changed: 'yes' } } },
    { quiet: true },
  );
  return [made, change];
}

function requestOf(cell: Cell, object: string): Step {
  const { kind, verb, subresource, precondition } = cell;
  const query = precondition === 'dry run' ? '?dryRun=All' : '';
  const path = `${object}${subresource === '' ? '' : `/${subresource}`}${query}`;
  const selected = `${kind.collection}?labelSelector=case=<id>`;
  switch (verb) {
    case 'get':
      return get(path);
    case 'list':
      return get(selected);
    case 'watch':
      return watch(`${selected}&watch=1`, 1);
    case 'create':
      return post(subresource === '' ? `${kind.collection}${query}` : path, sent(cell));
    case 'update':
      return put(path, sent(cell));
    case 'patch':
      return patchStep(cell, path);
    case 'delete':
      return deletion(path, cell);
    case 'deletecollection':
      return deletion(precondition === 'dry run' ? `${selected}&dryRun=All` : selected, cell);
    default:
      return verb satisfies never;
  }
}

/** What a whole-object write sends: the object with its change, or what its subresource takes. */
function sent(cell: Cell): JsonObject {
  const { kind, verb, subresource } = cell;
  if (subresource === 'scale') return guarded(cell, scale());
  const changed = verb === 'create' ? kind.object : merged(kind.object, kind.change);
  const withStatus = subresource === 'status' ? { ...changed, status: kind.status ?? {} } : changed;
  return guarded(cell, withStatus);
}

function scale(): JsonObject {
  return {
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: { name: 'one-<id>', namespace: '<ns>' },
    spec: { replicas: 3 },
  };
}

function patchStep(cell: Cell, path: string): RequestStep {
  const { kind, subresource, patchType } = cell;
  if (patchType === 'json') return patch('json', path, [...guards(cell), ...operations(cell)]);
  const body = {
    '': kind.change,
    status: { status: kind.status ?? {}, ...kind.change },
    scale: { spec: { replicas: 3 } },
  };
  return patch(patchType ?? 'merge', path, guarded(cell, body[subresource]));
}

function operations({ kind, subresource }: Cell): readonly JsonValue[] {
  if (subresource === 'scale') return [{ op: 'replace', path: '/spec/replicas', value: 3 }];
  const status = { op: 'add', path: '/status', value: kind.status ?? {} };
  return subresource === 'status' ? [status, ...kind.operations] : kind.operations;
}

/** The metadata by which a write says what it expects. */
function expectation({ precondition }: Cell): readonly (readonly [string, string])[] {
  switch (precondition) {
    case 'current version':
    case 'stale version':
      return [
        ['resourceVersion', precondition === 'stale version' ? '1' : '<made.metadata.resourceVersion>'],
      ];
    case 'right uid':
      return [['uid', '<made.metadata.uid>']];
    case 'wrong uid':
      return [['uid', WRONG_UID]];
    case 'dry run':
    case 'no object':
    case 'none':
      return [];
    default:
      return precondition satisfies never;
  }
}

function guarded(cell: Cell, body: JsonObject): JsonObject {
  const metadata = isJsonObject(body['metadata']) ? body['metadata'] : {};
  const expected = Object.fromEntries(expectation(cell));
  return Object.keys(expected).length === 0 ? body : { ...body, metadata: { ...metadata, ...expected } };
}

function guards(cell: Cell): readonly JsonValue[] {
  return expectation(cell).map(([field, value]) => ({ op: 'replace', path: `/metadata/${field}`, value }));
}

function deletion(path: string, cell: Cell): RequestStep {
  const preconditions = Object.fromEntries(expectation(cell));
  if (Object.keys(preconditions).length === 0) return del(path);
  return del(path, { apiVersion: 'v1', kind: 'DeleteOptions', preconditions });
}

function merged(object: JsonObject, change: JsonObject): JsonObject {
  const members = Object.entries(change).map(([key, value]) => {
    const old = object[key];
    return [key, isJsonObject(old) && isJsonObject(value) ? merged(old, value) : value] as const;
  });
  return { ...object, ...Object.fromEntries(members) };
}
