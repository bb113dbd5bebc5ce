import type { JsonObject, JsonValue } from '../../../../lib/object/json.ts';
import { isJsonObject } from '../../../../lib/object/json.ts';
import type { RequestStep, Seen, Step } from '../../step.ts';
import { awaited, get, grouped, post } from '../../steps.ts';
import { definition } from '../kinds.ts';

/** The kind that most cases define, in a group of the case's own. */
export const DEFINITIONS: string = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
export const GROUP: string = '<id>.example.com';
export const NAME: string = `${DEFINITIONS}/tries.${GROUP}`;
export const FREE: JsonObject = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

export function made(schema: JsonObject = FREE, rest: JsonObject = {}): JsonObject {
  return definition('tries', 'Try', schema, { group: GROUP, version: rest });
}

/** A definition with other fields of its spec. */
export function withSpec(spec: JsonObject, metadata: JsonObject = {}): JsonObject {
  const plain = made();
  return {
    ...plain,
    metadata: { ...(plain['metadata'] as JsonObject), ...metadata },
    spec: { ...(plain['spec'] as JsonObject), ...spec },
  };
}

export function refused(body: JsonValue): readonly Step[] {
  return [post(`${DEFINITIONS}?dryRun=All`, body)];
}

export function version(name: string, rest: JsonObject = {}): JsonObject {
  return { name, served: true, storage: false, schema: { openAPIV3Schema: FREE }, ...rest };
}

export function conditionIs(type: string, value: string): (seen: Seen) => boolean {
  return ({ body }) => {
    const status = isJsonObject(body) && isJsonObject(body['status']) ? body['status'] : {};
    const conditions = (status['conditions'] ?? []) as readonly JsonObject[];
    return conditions.some((condition) => condition['type'] === type && condition['status'] === value);
  };
}

export const ESTABLISHED: RequestStep = get(NAME, { until: conditionIs('Established', 'True') });
export const TRIES: string = grouped(`${GROUP}/v1`, 'tries');

export function one(rest: JsonObject = {}, apiVersion: string = `${GROUP}/v1`): JsonObject {
  return { apiVersion, kind: 'Try', metadata: { name: 'one' }, ...rest };
}

/** The kind, and then requests for its objects. */
export function served(body: JsonObject, ...steps: readonly Step[]): readonly Step[] {
  return [
    post(DEFINITIONS, body, { quiet: true }),
    { ...ESTABLISHED, quiet: true },
    awaited(TRIES, { quiet: true }),
    ...steps,
  ];
}

export function created(schema: JsonObject, spec: JsonValue): readonly Step[] {
  const whole = { type: 'object', properties: { spec: schema } };
  return served(made(whole), post(TRIES, one({ spec })));
}

export const TEXT: JsonObject = { type: 'string' };
export const SELECTABLE: JsonObject = {
  type: 'object',
  properties: {
    spec: { type: 'object', properties: { color: TEXT, size: { type: 'integer' }, on: { type: 'boolean' } } },
  },
};
