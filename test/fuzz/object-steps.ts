import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/object/json.ts';
import { PATCH_TYPES, type PatchType } from '../conformance/steps.ts';
import type { Sequence } from './fuzz.ts';
import { collectionOf, type FuzzedKind } from './kinds.ts';
import type { Step } from './step.ts';

/** Steps about one object of a kind, which is called `one`. */
export class ObjectSteps {
  readonly kind: FuzzedKind;
  readonly collection: string;

  constructor(kind: FuzzedKind) {
    this.kind = kind;
    this.collection = collectionOf(kind, kind.versions[0]!);
  }

  /** An object that has this content. */
  object(content: JsonObject): JsonObject {
    const { kind, versions } = this.kind;
    return { apiVersion: versions[0]!, kind, metadata: { name: 'one' }, ...content };
  }

  /** @param below what follows the collection in the path. */
  step(
    verb: string,
    method: Step['method'],
    below: string,
    body?: JsonValue,
    type: string = 'application/json',
  ): Step {
    const subject = { kind: this.kind.plural, collection: this.collection, name: 'one' };
    const sent = body === undefined ? { headers: {} } : { headers: { 'content-type': type }, body };
    return { method, path: this.collection + below, subject, verb, ...sent };
  }

  create(obj: JsonObject, query: string = ''): Step {
    return this.step('create', 'POST', query, obj);
  }

  patch(type: PatchType, query: string, body: JsonValue, subresource: '' | 'status' = ''): Step {
    const verb = type === 'apply' ? 'apply' : `${type} patch`;
    const [word, below] = subresource === '' ? ['', ''] : [` ${subresource}`, `/${subresource}`];
    return this.step(verb + word, 'PATCH', `/one${below}?${query}`, body, PATCH_TYPES[type]);
  }

  sequence(origin: string, steps: readonly Step[]): Sequence {
    return { origin: `${this.kind.plural}, ${origin}`, steps };
  }
}

/** The object with more metadata; the same where its metadata are none. */
export function withMetadata(obj: JsonObject, more: JsonObject): JsonObject {
  const { metadata } = obj;
  return isJsonObject(metadata) ? { ...obj, metadata: { ...metadata, ...more } } : obj;
}
