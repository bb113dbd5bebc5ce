import { isJsonObject } from '../../object/json.ts';
import type { JsonObject } from '../../object/json.ts';
import type { StatusCause } from '../../object/status.ts';
import { invalidCause, notSupportedCause, tooLongCause } from '../field-causes.ts';
import { badRequest, invalid } from '../status-error.ts';
import { goTypeOf } from './go-type.ts';
import type { Query } from './query.ts';

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** What the query says about a create, an update or a patch. */
export interface WriteOptions {
  readonly dryRun: boolean;
  /** Default `Warn`. */
  readonly fieldValidation: FieldValidation;
  /** Empty when the client does not say. */
  readonly fieldManager: string;
}

const VALIDATIONS: ReadonlySet<string> = new Set(['', 'Ignore', 'Strict', 'Warn']);

function dryRunCauses(values: readonly string[]): readonly StatusCause[] {
  return values.every((value) => value === 'All') ? [] : [notSupportedCause('dryRun', values, ['All'])];
}

/**
 * @param kind of the options, for messages: `CreateOptions`.
 * @param more causes of what only its caller can know.
 * @throws 422.
 */
export function writeOptions(query: Query, kind: string, more: readonly StatusCause[] = []): WriteOptions {
  const dryRun = query.all('dryRun');
  const validation = query.text('fieldValidation');
  const fieldManager = query.text('fieldManager');
  const causes = [
    ...more,
    ...fieldManagerCauses(fieldManager),
    ...dryRunCauses(dryRun),
    ...(VALIDATIONS.has(validation)
      ? []
      : [notSupportedCause('fieldValidation', validation, ['', 'Ignore', 'Strict', 'Warn'])]),
  ];
  if (causes.length > 0) throw invalid('meta.k8s.io', kind, '', causes);
  return {
    dryRun: dryRun.length > 0,
    fieldValidation: (validation || 'Warn') as FieldValidation,
    fieldManager,
  };
}

const LONGEST_MANAGER_BYTES = 128;

function fieldManagerCauses(name: string): readonly StatusCause[] {
  const tooLong = Buffer.byteLength(name) > LONGEST_MANAGER_BYTES;
  const strange = [...name].findIndex((character) => !isPrintable(character));
  const why =
    strange < 0 ? '' : `invalid character ${codePoint([...name][strange]!)} (at position ${strange})`;
  return [
    ...(tooLong ? [{ ...tooLongCause('fieldManager', LONGEST_MANAGER_BYTES) }] : []),
    ...(why === '' ? [] : [invalidCause('fieldManager', name, why)]),
  ];
}

/** Letters, marks, numbers, punctuation, symbols, and of spaces only the common one, as Go has it. */
function isPrintable(character: string): boolean {
  return character === ' ' || /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(character);
}

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Who writes: by name, else as its User-Agent begins. */
export function managerOf({ fieldManager }: WriteOptions, userAgent: string = ''): string {
  if (fieldManager !== '') return fieldManager;
  const [program = ''] = userAgent.split('/');
  let name = '';
  for (const character of program) {
    if (!isPrintable(character)) continue;
    if (Buffer.byteLength(name + character) > LONGEST_MANAGER_BYTES) break;
    name += character;
  }
  return name;
}

export type Propagation = 'Foreground' | 'Background' | 'Orphan';

/** How something is deleted. */
export interface DeleteOptions {
  readonly dryRun: boolean;
  /** Undefined: as the kind has it. Seconds. */
  readonly gracePeriodSeconds: number | undefined;
  /** Undefined: as the object's finalizers have it, else what is usual for its kind. */
  readonly propagation: Propagation | undefined;
  /** What the object must still be. */
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
}

/** In the background, at the kind's own pace, whatever the object is by now. */
export const plainDelete: DeleteOptions = {
  dryRun: false,
  gracePeriodSeconds: undefined,
  propagation: undefined,
  uid: undefined,
  resourceVersion: undefined,
};

const PROPAGATIONS: ReadonlySet<string> = new Set(['Foreground', 'Background', 'Orphan']);

/**
 * The options of a delete: of its body if it has one, else of its query.
 *
 * @param body undefined when the request has none. @throws 400 and 422.
 */
export function deleteOptions(query: Query, body: JsonObject | undefined): DeleteOptions {
  const raw = body ?? optionsOfQuery(query);
  const { kind = 'DeleteOptions', apiVersion = 'v1' } = raw;
  if (kind !== 'DeleteOptions')
    throw badRequest(
      `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`,
    );
  const mismatch = deleteTypeProblem(raw);
  if (mismatch !== undefined) throw badRequest(mismatch);
  const causes = deleteCauses(raw);
  if (causes.length > 0) throw invalid('meta.k8s.io', 'DeleteOptions', '', causes);
  const preconditions = isJsonObject(raw['preconditions']) ? raw['preconditions'] : {};
  const orphan = raw['orphanDependents'];
  const fallback = typeof orphan === 'boolean' ? (orphan ? 'Orphan' : 'Background') : undefined;
  const grace = raw['gracePeriodSeconds'];
  return {
    dryRun: listOf(raw['dryRun']).length > 0,
    gracePeriodSeconds: typeof grace === 'number' ? grace : undefined,
    propagation: (textOf(raw['propagationPolicy']) as Propagation | undefined) ?? fallback,
    uid: textOf(preconditions['uid']),
    resourceVersion: textOf(preconditions['resourceVersion']),
  };
}

const TYPES: Readonly<Record<string, readonly [type: string, fits: (value: unknown) => boolean]>> = {
  gracePeriodSeconds: ['int64', Number.isInteger],
  orphanDependents: ['bool', (value) => typeof value === 'boolean'],
  propagationPolicy: ['v1.DeletionPropagation', (value) => typeof value === 'string'],
  preconditions: ['v1.Preconditions', isJsonObject],
  dryRun: ['[]string', Array.isArray],
};

/** What a decoder says of the first field of a wrong type. */
function deleteTypeProblem(raw: JsonObject): string | undefined {
  for (const [name, [type, fits]] of Object.entries(TYPES)) {
    const value = raw[name];
    if (value !== undefined && value !== null && !fits(value))
      return `json: cannot unmarshal ${goTypeOf(value)} into Go struct field DeleteOptions.${name} of type ${type}`;
  }
  return undefined;
}

function optionsOfQuery(query: Query): JsonObject {
  const grace = query.integer('gracePeriodSeconds');
  const orphan = query.flag('orphanDependents');
  const policy = query.text('propagationPolicy');
  return {
    ...(grace === undefined ? {} : { gracePeriodSeconds: grace }),
    ...(orphan === undefined ? {} : { orphanDependents: orphan }),
    ...(policy === '' ? {} : { propagationPolicy: policy }),
    dryRun: query.all('dryRun'),
  };
}

function deleteCauses(raw: JsonObject): readonly StatusCause[] {
  const policy = raw['propagationPolicy'];
  const causes: StatusCause[] = [];
  if (policy !== undefined && policy !== null && typeof raw['orphanDependents'] === 'boolean') {
    const why = 'orphanDependents and deletionPropagation cannot be both set';
    causes.push(invalidCause('propagationPolicy', policy, why));
  }
  if (policy !== undefined && policy !== null && !(typeof policy === 'string' && PROPAGATIONS.has(policy)))
    causes.push(
      notSupportedCause('propagationPolicy', policy, ['Foreground', 'Background', 'Orphan', 'nil']),
    );
  return [...causes, ...dryRunCauses(listOf(raw['dryRun']))];
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
