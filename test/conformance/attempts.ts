import type { JsonObject, JsonValue } from '../../lib/object/json.ts';
import type { RequestStep } from './step.ts';
import { post } from './steps.ts';

/** What objects look like, in cases that are about something else. */
export const HIDDEN: readonly string[] = ['metadata', 'spec', 'template', 'status'];

/** Tries an object; nothing is stored. */
export function attempt(collection: string, body: JsonValue): RequestStep {
  return post(`${collection}?dryRun=All`, body, { hide: HIDDEN });
}

export function object(apiVersion: string, kind: string, spec: JsonObject, name = 'one'): JsonObject {
  return { apiVersion, kind, metadata: { name }, spec };
}
