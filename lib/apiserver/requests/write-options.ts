import { isJsonObject } from '../../object/json.ts';
import type { JsonObject } from '../../object/json.ts';
import type { StatusCause } from '../../object/status.ts';
import { invalidCause, notSupportedCause } from '../field-causes.ts';
import { badRequest, invalid } from '../status-error.ts';
import type { Query } from './query.ts';

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict';

/** What the query says about a create, an update or a patch. */
export interface WriteOptions {
  readonly dryRun: boolean;
  /** Default `Warn`. */
  readonly fieldValidation: FieldValidation;
}

const VALIDATIONS: ReadonlySet<string> = new Set(['', 'Ignore', 'Strict', 'Warn']);

function dryRunCauses(values: readonly string[]): readonly StatusCause[] {
  return values.every((value) => value === 'All') ? [] : [notSupportedCause('dryRun', values, ['All'])];
}

/** @param kind of the options, for messages: `CreateOptions`. @throws 422. */
export function writeOptions(query: Query, kind: string): WriteOptions {
  const dryRun = query.all('dryRun').filter((value) => value !== '');
  const validation = query.text('fieldValidation');
  const causes = [
    ...dryRunCauses(dryRun),
    ...(VALIDATIONS.has(validation)
      ? []
      : [notSupportedCause('fieldValidation', validation, ['', 'Ignore', 'Strict', 'Warn'])]),
  ];
  if (causes.length > 0) throw invalid('meta.k8s.io', kind, '', causes);
  return { dryRun: dryRun.length > 0, fieldValidation: (validation || 'Warn') as FieldValidation };
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
      `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`,
    );
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

function optionsOfQuery(query: Query): JsonObject {
  const grace = query.integer('gracePeriodSeconds');
  const orphan = query.flag('orphanDependents');
  const policy = query.text('propagationPolicy');
  return {
    ...(grace === undefined ? {} : { gracePeriodSeconds: grace }),
    ...(orphan === undefined ? {} : { orphanDependents: orphan }),
    ...(policy === '' ? {} : { propagationPolicy: policy }),
    dryRun: query.all('dryRun').filter((value) => value !== ''),
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
