import type { JsonObject, JsonValue } from '../../../lib/object/json.ts';
import { definition } from '../../conformance/cases/kinds.ts';
import { equal, match, ok } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { CRDS, newApi, NS, type Api } from './api.ts';

/** A body that is wrong in each of these places has paths of half a gigabyte. */
const PLACES = 5000;
const LONG = 'x'.repeat(100_000);
/** No answer needs more: four megabytes of causes, and as much of a message. */
const MOST_BYTES = 10_000_000;

const THINGS = '/apis/e.com/v1/namespaces/default/things';
const APPLY = { type: 'application/apply-patch+yaml' };

const byName = (schema: JsonObject): JsonObject => ({ type: 'object', additionalProperties: schema });
const listOf = (items: JsonObject): JsonObject => ({ type: 'array', items });
const objectOf = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});
const FREE = { 'x-kubernetes-preserve-unknown-fields': true };
const INTEGER = { type: 'integer' };

const THING = definition(
  'things',
  'Thing',
  objectOf({
    integers: byName(listOf(INTEGER)),
    objects: byName(objectOf({ a: INTEGER })),
    complete: byName(listOf(objectOf({ a: INTEGER }, { required: ['a'] }))),
    embedded: byName(listOf(objectOf({}, { ...FREE, 'x-kubernetes-embedded-resource': true }))),
    free: objectOf({}, FREE),
  }),
  { group: 'e.com' },
);

/** The definition of a kind whose field with a long name has these. */
function other(properties: JsonObject): JsonObject {
  return definition('others', 'Other', objectOf({ [LONG]: objectOf(properties) }), { group: 'e.com' });
}

/** One object, with what is under the long name. */
function thing(field: string, inside: unknown): object {
  return { apiVersion: 'e.com/v1', kind: 'Thing', metadata: { name: 'a' }, [field]: { [LONG]: inside } };
}

function times(item: unknown): readonly unknown[] {
  return Array.from({ length: PLACES }, () => item);
}

function members(value: JsonValue): JsonObject {
  return Object.fromEntries(Array.from({ length: PLACES }, (_, index) => [`b${index}`, value]));
}

interface Case {
  readonly send: (api: Api) => ReturnType<Api['call']>;
  readonly status: number;
  readonly says: RegExp;
}

function creating(field: string, inside: unknown, query: string = ''): Case['send'] {
  return (api) => api.call('POST', `${THINGS}?dryRun=All${query}`, thing(field, inside));
}

const CASES: Readonly<Record<string, Case>> = {
  'values of a wrong type': {
    send: creating('integers', times('a')),
    status: 422,
    says: /Invalid value: "string".*, and more\]$/u,
  },
  'fields that are missing': {
    send: creating('complete', times({})),
    status: 422,
    says: /Required value.*, and more\]$/u,
  },
  'embedded resources that are none': {
    send: creating('embedded', times({})),
    status: 422,
    says: /Required value.*, and more\]$/u,
  },
  'unknown fields': {
    send: creating('objects', members(1), '&fieldValidation=Strict'),
    status: 400,
    says: /strict decoding error: unknown field "objects\.x/u,
  },
  'fields that come twice': {
    send: (api) => {
      const twice = `{${Array.from({ length: PLACES }, () => '"m":{"b":1,"b":2}').join(',')}}`;
      const text = JSON.stringify(thing('free', 0)).replace(/0\}\}$/u, `${twice}}}`);
      return api.call('POST', `${THINGS}?dryRun=All&fieldValidation=Strict`, undefined, { text });
    },
    status: 400,
    says: /strict decoding error: duplicate field "free\.x+\.m\.b", duplicate field "free\.x+\.m"$/u,
  },
  'fields of an apply that another manager has': {
    send: async (api) => {
      await api.ok('PATCH', `${THINGS}/a?fieldManager=a`, thing('free', members(1)), APPLY);
      return await api.call('PATCH', `${THINGS}/a?fieldManager=b`, thing('free', members(2)), APPLY);
    },
    status: 409,
    says: /^Apply failed with 5000 conflicts: conflicts with "a":\n- \.free\.x.*\n- and more$/su,
  },
  'an apply of unknown fields': {
    send: (api) => api.call('PATCH', `${THINGS}/a?fieldManager=a`, thing('complete', times({ z: 1 })), APPLY),
    status: 500,
    says: /errors:\n.*field not declared in schema\n {2}and more$/su,
  },
  'a definition of types that are none': {
    send: (api) => api.call('POST', CRDS, other(members({ type: 'wrong' }))),
    status: 422,
    says: /Unsupported value: "wrong".*, and more\]$/u,
  },
};

suite('requests that are wrong in many places with long paths', (test) => {
  for (const [name, { send, status, says }] of Object.entries(CASES))
    test(`are refused with as much as an answer can tell: ${name}`, async (t) => {
      const api = await newApi(t);
      await api.ok('POST', CRDS, THING);
      await api.server.idle();
      const answer = await send(api);
      equal(answer.status, status, answer.body.message.slice(0, 500));
      match(answer.body.message, says);
      const bytes = JSON.stringify(answer.body).length;
      ok(bytes < MOST_BYTES, `${bytes} bytes`);
    });

  test('warn of unknown fields of built-in kinds', async (t) => {
    const api = await newApi(t);
    const definitionOfMany = other(members({ type: 'string', foo: 1 }));
    for (const body of [definitionOfMany, { ...definitionOfMany, [LONG]: times(1) }]) {
      const { status, headers } = await api.call('POST', `${CRDS}?dryRun=All`, body);
      equal(status, 201);
      match([headers['warning']].flat()[0] ?? '', /^299 - "unknown field \\"/u);
    }
  });

  test('warn of unknown fields of what holds long lists', async (t) => {
    const api = await newApi(t);
    const container = { name: 'a', image: 'a', [LONG]: times(1) };
    const pod = { metadata: { name: 'a' }, spec: { containers: [container] } };
    const { status, headers } = await api.call('POST', `${NS}/pods?dryRun=All`, pod);
    equal(status, 201);
    match([headers['warning']].flat()[0] ?? '', /^299 - "unknown field \\"spec\.containers\[0\]\.x+"$/u);
  });
});
