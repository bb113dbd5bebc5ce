import { randomInt, randomUUID } from 'node:crypto';

import { isJsonObject } from '../../object/json.ts';
import type { JsonObject, JsonValue } from '../../object/json.ts';
import type { ApiMetadata } from '../api-object.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { resourceName } from '../resource-registry.ts';

/** No vowels, and nothing that looks like something else. @see kubernetes/apimachinery:pkg/util/rand/rand.go */
const SUFFIX_ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const SUFFIX_LENGTH = 5;
const LONGEST_GENERATED_BASE = 63 - SUFFIX_LENGTH;

/** A name with five random characters at its end. */
export function generatedName(base: string): string {
  const suffix = Array.from(
    { length: SUFFIX_LENGTH },
    () => SUFFIX_ALPHABET[randomInt(SUFFIX_ALPHABET.length)],
  );
  return base.slice(0, LONGEST_GENERATED_BASE) + suffix.join('');
}

/** Kinds of which the server names what has no name. */
const NAMED_BY_SERVER: ReadonlySet<string> = new Set(['limitranges']);

/** The name of what has none; empty for most kinds, which refuse it. */
export function ownName(definition: ResourceDefinition): string {
  return NAMED_BY_SERVER.has(resourceName(definition)) ? randomUUID() : '';
}

/** A timestamp as objects carry it, in whole seconds. */
export function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** What clients may set, and how its emptiness looks; the rest of the metadata is the server's. */
const CLIENT_FIELDS = ['labels', 'annotations', 'ownerReferences', 'finalizers'] as const;

function isEmpty(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function clientFields(raw: JsonObject): JsonObject {
  const kept = CLIENT_FIELDS.filter((field) => !isEmpty(raw[field]));
  return Object.fromEntries(kept.map((field) => [field, raw[field]!]));
}

/** The metadata of an object that is created now. A kind that counts no generations keeps the one it is given. */
export function newMetadata(
  raw: JsonObject,
  facts: {
    readonly name: string;
    readonly namespace: string | undefined;
    readonly now: number;
    readonly generation: boolean;
  },
): ApiMetadata {
  const { generation = 0 } = raw;
  return {
    name: facts.name,
    ...(isEmpty(raw['generateName']) ? {} : { generateName: raw['generateName']! }),
    ...(facts.namespace === undefined ? {} : { namespace: facts.namespace }),
    uid: randomUUID(),
    resourceVersion: '',
    ...(facts.generation ? { generation: 1 } : generation === 0 ? {} : { generation: Number(generation) }),
    creationTimestamp: timestamp(facts.now),
    ...clientFields(raw),
  };
}

/** The metadata of an update: what clients may change from `raw`, the rest from the object as it is. */
export function updatedMetadata(raw: JsonObject, old: ApiMetadata): ApiMetadata {
  const {
    labels: _l,
    annotations: _a,
    ownerReferences: _o,
    finalizers: _f,
    generateName: _g,
    name,
    ...servers
  } = old;
  const { generateName, uid } = raw;
  // Another uid is refused; until then the object has it.
  const own = typeof uid === 'string' && uid !== '' ? { uid } : {};
  const stem = isEmpty(generateName) ? {} : { generateName: generateName! };
  return { name, ...stem, ...servers, ...own, ...clientFields(raw) };
}
