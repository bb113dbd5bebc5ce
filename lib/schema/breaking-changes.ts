import { isDeepStrictEqual } from 'node:util';

import type { CustomResourceDefinition } from '../object/kinds.ts';
import { PRESERVE, type StructuralSchema, typeNameOf } from './structural-schema.ts';
import { memberPath } from './paths.ts';

/** A change that objects may not survive as they are. */
export interface BreakingChange {
  /** Where: `v1: spec.image`, or a field of the definition. */
  readonly path: string;
  /** What becomes of objects, or of their users. */
  readonly message: string;
}

type Version = CustomResourceDefinition['spec']['versions'][number];
type Report = (path: string, message: string) => void;

/** Keywords that get stricter when they rise, or fall. */
const LOWER_BOUNDS = ['minimum', 'minLength', 'minItems', 'minProperties'] as const;
const UPPER_BOUNDS = ['maximum', 'maxLength', 'maxItems', 'maxProperties'] as const;
/** Keywords that may get stricter by any change. */
const OTHERS = [
  'pattern',
  'multipleOf',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
] as const;

/**
 * What a new version of a definition does to objects that fit the old one: refuses them at their next write, drops
 * what they have, or no longer serves them. In the order of the old definition. Whether a rule got
 * stricter cannot be told, so that each one that differs counts as new.
 */
export function breakingChanges(
  before: CustomResourceDefinition,
  after: CustomResourceDefinition,
): readonly BreakingChange[] {
  const found: BreakingChange[] = [];
  const report: Report = (path, message) => void found.push({ path, message });
  nameChanges(before, after, report);
  for (const version of before.spec.versions) versionChanges(version, after, report);
  return found;
}

function nameChanges(
  { spec: before }: CustomResourceDefinition,
  { spec: after }: CustomResourceDefinition,
  report: Report,
): void {
  const facts = [
    ['spec.group', before.group, after.group],
    ['spec.scope', before.scope, after.scope],
    ['spec.names.kind', before.names.kind, after.names.kind],
    ['spec.names.plural', before.names.plural, after.names.plural],
  ] as const;
  for (const [path, old, now] of facts)
    if (old !== now)
      report(path, `changes from ${old} to ${now}: the old objects stay behind under the old definition`);
}

function versionChanges(before: Version, { spec }: CustomResourceDefinition, report: Report): void {
  const after = spec.versions.find(({ name }) => name === before.name);
  if (after === undefined) {
    if (before.storage)
      report(
        before.name,
        'is removed, and objects are stored in it: the API server refuses that until they are stored anew',
      );
    else if (before.served) report(before.name, 'is removed, and clients may use it');
    return;
  }
  if (before.served && !after.served) report(before.name, 'is no longer served, and clients may use it');
  const [old, now] = [schemaOf(before), schemaOf(after)];
  if (old === undefined || now === undefined) return;
  schemaChanges(old, now, '', (path, message) => report(`${before.name}: ${path}`, message));
}

function schemaOf({ schema }: Version): StructuralSchema | undefined {
  return schema?.openAPIV3Schema as StructuralSchema | undefined;
}

function schemaChanges(
  before: StructuralSchema,
  after: StructuralSchema,
  path: string,
  report: Report,
): void {
  const [old, now] = [typeNameOf(before), typeNameOf(after)];
  if (old !== now && !isWider(old, now)) return report(path, `changes its type from ${old} to ${now}`);
  if (now === 'any') return;
  if (before.nullable === true && after.nullable !== true) report(path, 'may no longer be null');
  boundChanges(before, after, path, report);
  enumChanges(before, after, path, report);
  otherChanges(before, after, path, report);
  memberChanges(before, after, path, report);
  if (before.items !== undefined && after.items !== undefined)
    schemaChanges(before.items, after.items, `${path}[]`, report);
}

function isWider(old: string | undefined, now: string | undefined): boolean {
  if (now === 'any') return true;
  if (now === 'int-or-string') return old === 'integer' || old === 'string';
  return now === 'number' && old === 'integer';
}

function boundChanges(before: StructuralSchema, after: StructuralSchema, path: string, report: Report): void {
  for (const name of LOWER_BOUNDS) {
    const [old = -Infinity, now = -Infinity] = [before[name], after[name]];
    if (now > old) report(path, `has ${name} ${now}${from(before[name])}`);
  }
  for (const name of UPPER_BOUNDS) {
    const [old = Infinity, now = Infinity] = [before[name], after[name]];
    if (now < old) report(path, `has ${name} ${now}${from(before[name])}`);
  }
  for (const [strict, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const)
    if (after[strict] === true && before[strict] !== true && before[bound] === after[bound])
      report(path, `no longer includes its ${bound}`);
}

function from(value: number | string | undefined): string {
  return value === undefined ? ', and had none' : `, and had ${value}`;
}

function enumChanges(
  { enum: before }: StructuralSchema,
  { enum: after }: StructuralSchema,
  path: string,
  report: Report,
): void {
  if (after === undefined) return;
  if (before === undefined) return report(path, 'takes only some values now');
  const gone = before.filter((old) => !after.some((now) => isDeepStrictEqual(old, now)));
  if (gone.length > 0) report(path, `no longer takes ${gone.map((one) => JSON.stringify(one)).join(', ')}`);
}

function otherChanges(before: StructuralSchema, after: StructuralSchema, path: string, report: Report): void {
  for (const name of OTHERS)
    if (after[name] !== undefined && !isDeepStrictEqual(before[name], after[name]))
      report(path, before[name] === undefined ? `has ${name}, and had none` : `has another ${name}`);
  formatChange(before, after, path, report);
  const known = new Set((before['x-kubernetes-validations'] ?? []).map((rule) => rule['rule']));
  for (const { rule } of after['x-kubernetes-validations'] ?? [])
    if (!known.has(rule)) report(path, `has the new rule ${JSON.stringify(rule)}`);
}

/** Passwords are not checked, and integers are of 64 bits anyway. */
function formatChange(
  { format: before }: StructuralSchema,
  { format: after }: StructuralSchema,
  path: string,
  report: Report,
): void {
  if (after === undefined || after === before || after === 'password') return;
  if (after === 'int64' && before === undefined) return;
  report(path, `has the format ${after}${from(before)}`);
}

function memberChanges(
  before: StructuralSchema,
  after: StructuralSchema,
  path: string,
  report: Report,
): void {
  const [old, now] = [before.properties ?? {}, after.properties ?? {}];
  const place = (name: string): string => memberPath(path, name);
  for (const [name, schema] of Object.entries(old)) {
    const same = now[name] ?? after.additionalProperties;
    if (same !== undefined) schemaChanges(schema, same, place(name), report);
    else if (after[PRESERVE] !== true) report(place(name), 'is removed: what objects have there is dropped');
  }
  for (const name of after.required ?? [])
    if (before.required?.includes(name) !== true && now[name]?.default === undefined)
      report(
        place(name),
        name in old ? 'is required, and was not' : 'is new and required, without a default',
      );
  mapChanges(before, after, path, report);
}

function mapChanges(before: StructuralSchema, after: StructuralSchema, path: string, report: Report): void {
  const [old, now] = [before.additionalProperties, after.additionalProperties];
  if (old !== undefined && now !== undefined) return schemaChanges(old, now, `${path}[]`, report);
  if (after[PRESERVE] === true) return;
  if (old !== undefined) report(path, 'is no longer a map: what its schema does not name is dropped');
  else if (before[PRESERVE] === true && now === undefined)
    report(path, 'no longer keeps what its schema does not name: it is dropped');
}
