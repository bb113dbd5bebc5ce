import { isJsonObject, type JsonObject, type JsonValue } from '../../../../lib/object/json.ts';
import { FIELDS, RULES, SCHEMAS } from './definition-cases.ts';
import { EXPRESSION_CASES } from './expression-cases.ts';
import { RULE_CASES } from './rule-cases.ts';

/** Sends a request to an API server, real or ours, and returns its answer's JSON. */
export type Ask = (method: string, path: string, body?: JsonObject) => Promise<JsonObject>;

/** Waits until a definition that was just made is served at the path. */
export type Ready = (path: string) => Promise<void>;

/** By name of the case, what the API server makes of it. */
export type Answers = Readonly<Record<string, JsonValue>>;

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const GROUP = 'cel.example.com';

function definition(plural: string, schema: JsonObject): JsonObject {
  const kind = `${plural[0]?.toUpperCase()}${plural.slice(1)}`;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}

function specOf(properties: JsonObject): JsonObject {
  return { type: 'object', properties: { spec: { type: 'object', properties } } };
}

/** What differs from one run to the next is not golden: the real server numbers the types that rules speak of. */
function stable(text: string): string {
  return text.replaceAll(/selfType\d+/gu, 'selfType');
}

/** The real server reports fields in the order of Go's maps, which is none. */
function inOrder(causes: readonly JsonValue[]): readonly JsonValue[] {
  const texts = causes.map((cause) => {
    const { field: path = '', reason = '', message = '' } = isJsonObject(cause) ? cause : {};
    return JSON.stringify({ field: path, reason, message });
  });
  return texts.toSorted().map((text) => JSON.parse(text) as JsonValue);
}

/** `ok`, or the causes, or the message where there are none. */
function verdict(answer: JsonObject): JsonValue {
  if (answer['kind'] !== 'Status') return 'ok';
  const { details, code, message } = answer;
  const causes = isJsonObject(details) ? details['causes'] : undefined;
  const refusal = Array.isArray(causes)
    ? { code, causes: inOrder(causes as readonly JsonValue[]) }
    : { code, message };
  return JSON.parse(stable(JSON.stringify(refusal))) as JsonValue;
}

async function serve(ask: Ask, ready: Ready, plural: string, properties: JsonObject): Promise<string> {
  const made = verdict(await ask('POST', DEFINITIONS, definition(plural, specOf(properties))));
  if (made !== 'ok') throw new Error(`cannot ask about ${plural}: ${JSON.stringify(made, undefined, 1)}`);
  const path = `/apis/${GROUP}/v1/namespaces/default/${plural}`;
  await ready(path);
  return path;
}

function objectOf(plural: string, name: string, spec: JsonObject, resourceVersion?: string): JsonObject {
  const {
    spec: {
      names: { kind },
    },
  } = definition(plural, {}) as { spec: { names: { kind: string } } };
  const metadata = { name, ...(resourceVersion === undefined ? {} : { resourceVersion }) };
  return { apiVersion: `${GROUP}/v1`, kind, metadata, spec };
}

/** A field of the spec with a value, or without. */
function field(name: string, value: JsonValue | undefined): JsonObject {
  return value === undefined ? {} : { [name]: value };
}

async function askChange(
  ask: Ask,
  path: string,
  name: string,
  [before, after]: readonly [JsonValue | undefined, JsonValue | undefined],
): Promise<JsonValue> {
  const created = await ask('POST', path, objectOf('rules', 'changed', field(name, before)));
  const first = verdict(created);
  if (first !== 'ok') return { before: first };
  const { metadata } = created;
  const version = isJsonObject(metadata) ? (metadata['resourceVersion'] as string) : '';
  const changed = verdict(
    await ask('PUT', `${path}/changed`, objectOf('rules', 'changed', field(name, after), version)),
  );
  await ask('DELETE', `${path}/changed`);
  return changed;
}

async function askRules(ask: Ask, ready: Ready): Promise<Answers> {
  const properties = Object.fromEntries(
    Object.entries(RULE_CASES).map(([name, { schema }]) => [name, schema]),
  );
  const path = await serve(ask, ready, 'rules', properties);
  const answers: Record<string, JsonValue> = {};
  for (const [name, { values = [], changes = [] }] of Object.entries(RULE_CASES)) {
    const created: JsonValue[] = [];
    for (const value of values)
      created.push(
        verdict(await ask('POST', `${path}?dryRun=All`, objectOf('rules', 'x', field(name, value)))),
      );
    const changed: JsonValue[] = [];
    for (const change of changes) changed.push(await askChange(ask, path, name, change));
    answers[name] = { created, changed };
  }
  return answers;
}

/** Each expression is the rule of one field, and every field is set. */
async function askExpressions(ask: Ask, ready: Ready): Promise<Answers> {
  const answers: Record<string, JsonValue> = {};
  for (const [group, expressions] of Object.entries(EXPRESSION_CASES)) {
    const schema = (rule: string): JsonObject => ({
      type: 'integer',
      'x-kubernetes-validations': [{ rule, message: 'false' }],
    });
    const properties = Object.fromEntries(expressions.map((rule, index) => [`f${index}`, schema(rule)]));
    const path = await serve(ask, ready, group, properties);
    const results: JsonValue[] = [];
    for (const index of expressions.keys())
      results.push(
        verdict(await ask('POST', `${path}?dryRun=All`, objectOf(group, 'x', { [`f${index}`]: 1 }))),
      );
    answers[group] = results;
  }
  return answers;
}

async function askDefinitions(ask: Ask): Promise<Answers> {
  const answers: Record<string, JsonValue> = {};
  const refused = async (schema: JsonObject): Promise<JsonValue> =>
    verdict(await ask('POST', `${DEFINITIONS}?dryRun=All`, definition('tried', schema)));
  for (const [name, rule] of Object.entries(RULES))
    answers[name] = await refused({
      type: 'object',
      properties: { spec: { type: 'object', properties: FIELDS, 'x-kubernetes-validations': [rule] } },
    });
  for (const [name, schema] of Object.entries(SCHEMAS)) answers[`schema: ${name}`] = await refused(schema);
  return answers;
}

/** All questions about rules, to a server that has none of the definitions yet. */
export async function askAll(
  ask: Ask,
  ready: Ready,
): Promise<{ readonly rules: Answers; readonly expressions: Answers; readonly definitions: Answers }> {
  return {
    definitions: await askDefinitions(ask),
    expressions: await askExpressions(ask, ready),
    rules: await askRules(ask, ready),
  };
}
