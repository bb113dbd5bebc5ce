import { isDeepStrictEqual } from 'node:util';

import { isJsonObject, type JsonObject, type JsonValue } from '../../../lib/object/json.ts';
import type { Definitions } from './definitions.ts';

/** An object as it was sent, and as the server would have stored it. */
export interface Recording {
  /** The definition of its kind. */
  readonly definition: string;
  readonly sent: JsonObject;
  readonly stored: JsonObject;
}

/** A member of a definition that was absent when sent: what came back, `undefined` if nothing did. */
interface Observation {
  readonly key: string;
  /** Kind and path, for defaults that hold for one kind only. */
  readonly root: string;
  readonly path: string;
  readonly value: JsonValue | undefined;
}

/** Defaults by definition and member, and those by kind and path. */
export interface RecordedDefaults {
  readonly byDefinition: Readonly<Record<string, JsonObject>>;
  readonly byKind: Readonly<Record<string, JsonObject>>;
  /** Members whose values differ between objects alike: the strategies' business. */
  readonly unsettled: readonly string[];
}

/** The server gives these itself; never defaults. */
const OWN: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status']);

function* observe(
  definitions: Definitions,
  at: { readonly schema: JsonObject; readonly root: string; readonly path: string },
  sent: JsonValue | undefined,
  stored: JsonValue | undefined,
): Generator<Observation> {
  const { root, path } = at;
  const reference = at.schema['$ref'];
  const name = typeof reference === 'string' ? reference : undefined;
  const schema = name === undefined ? at.schema : (definitions[name] ?? {});
  if (Array.isArray(sent) && Array.isArray(stored) && isJsonObject(schema['items'])) {
    const [before, after] = [sent, stored] as readonly (readonly JsonValue[])[];
    for (const [index, item] of (before ?? []).entries())
      yield* observe(definitions, { schema: schema['items'], root, path: `${path}[]` }, item, after?.[index]);
    return;
  }
  if (!isJsonObject(sent) || !isJsonObject(stored) || !isJsonObject(schema['properties'])) return;
  for (const [member, below] of Object.entries(schema['properties'])) {
    if (path === '' && OWN.has(member)) continue;
    const where = path === '' ? member : `${path}.${member}`;
    if (sent[member] === undefined && name !== undefined)
      yield { key: `${name}:${member}`, root, path: where, value: stored[member] };
    if (sent[member] !== undefined && isJsonObject(below))
      yield* observe(definitions, { schema: below, root, path: where }, sent[member], stored[member]);
  }
}

function settled(observations: readonly Observation[]): boolean {
  return observations.every(({ value }) => isDeepStrictEqual(value, observations[0]?.value));
}

function nested(entries: readonly (readonly [string, string, JsonValue])[]): Record<string, JsonObject> {
  const groups = Map.groupBy(entries, ([group]) => group);
  return Object.fromEntries(
    [...groups]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([group, members]) => [
        group,
        Object.fromEntries(members.map(([, name, value]) => [name, value])),
      ]),
  );
}

/** Concludes from recordings what the server fills in, wherever equal gaps were always filled with equal values. */
export function recordedDefaults(
  definitions: Definitions,
  recordings: readonly Recording[],
): RecordedDefaults {
  const all = recordings.flatMap(({ definition, sent, stored }) => [
    ...observe(definitions, { schema: { $ref: definition }, root: definition, path: '' }, sent, stored),
  ]);
  const byDefinition: [string, string, JsonValue][] = [];
  const byKind: [string, string, JsonValue][] = [];
  const unsettled: string[] = [];
  for (const [key, observations] of Map.groupBy(all, (one) => one.key)) {
    const [definition = '', member = ''] = key.split(':');
    const value = observations[0]?.value;
    if (settled(observations)) {
      if (value !== undefined) byDefinition.push([definition, member, value]);
      continue;
    }
    for (const [where, same] of Map.groupBy(observations, (one) => `${one.root} ${one.path}`)) {
      const [root = '', path = ''] = where.split(' ');
      const common = same[0]?.value;
      if (!settled(same) || path.includes('[]')) unsettled.push(`${root}: ${path}`);
      else if (common !== undefined) byKind.push([root, path, common]);
    }
  }
  return { byDefinition: nested(byDefinition), byKind: nested(byKind), unsettled: unsettled.toSorted() };
}
