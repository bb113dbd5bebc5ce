import type { Schema } from '../../../../lib/apiserver/schema.ts';
import { findApiError } from '../../../../lib/client/errors.ts';
import { CustomResourceDefinition } from '../../../../lib/object/kinds.ts';
import { equal } from '../../../kit/assert.ts';
import { testServer, type TestServer } from '../../../kit/server.ts';
import { suite } from '../../../kit/suite.ts';

const TEXT: Schema = { type: 'string' };
const SHORT: Schema = { type: 'string', maxLength: 10 };

function list(items: Schema, maxItems?: number): Schema {
  return { type: 'array', items, ...(maxItems === undefined ? {} : { maxItems }) };
}

function ruled(schema: Schema, ...rules: readonly string[]): Schema {
  return { ...schema, 'x-kubernetes-validations': rules.map((rule) => ({ rule })) };
}

const ADVICE =
  ' (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)';
const SHARE =
  'Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';

function over(factor: string): string {
  return `Forbidden: estimated rule cost exceeds budget by factor of ${factor}${ADVICE}`;
}

function overall(factor: string): string {
  const what = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
  return `Forbidden: ${what} exceeds budget by factor of ${factor}${ADVICE}`;
}

/** The schema of a field, and what the API server says of its rules. */
const CASES: Readonly<Record<string, { readonly schema: Schema; readonly want: readonly string[] }>> = {
  'a text against a constant': { schema: ruled(TEXT, 'self == "a"'), want: [] },
  'two texts of any length': { schema: ruled(list(TEXT), 'self[0] == self[1]'), want: [] },
  'all items of a list': { schema: ruled(list(TEXT), 'self.all(x, x == "abc")'), want: [] },
  'all items of a list in a list': {
    schema: list(ruled(list(TEXT), 'self.all(x, x == "abc")')),
    want: [over('more than 100x'), SHARE, overall('more than 100x')],
  },
  'all items of a list in a short list': {
    schema: list(ruled(list(TEXT), 'self.all(x, x == "abc")'), 5),
    want: [over('2.6x')],
  },
  'each item against each': {
    schema: ruled(list(SHORT, 2000), 'self.all(x, self.all(y, x == y))'),
    want: [over('3.6x')],
  },
  'several rules together': {
    schema: ruled(
      list(SHORT, 2000),
      ...['==', '!=', '<='].map((sign) => `self.all(x, self.all(y, x ${sign} y))`),
    ),
    want: [over('3.6x'), over('3.6x'), over('3.6x'), SHARE, SHARE, SHARE, overall('1.080300x')],
  },
  'a pattern for a text of any length': {
    schema: ruled(TEXT, 'self.matches("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$")'),
    want: [],
  },
};

async function judge({ client, ctx }: TestServer, schema: Schema): Promise<readonly string[]> {
  const names = { plural: 'costs', singular: 'cost', kind: 'Cost', listKind: 'CostList' };
  const openAPIV3Schema = { type: 'object', properties: { field: schema } } as never;
  const spec = {
    group: 'example.com',
    scope: 'Namespaced',
    names,
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }],
  };
  const crd: CustomResourceDefinition = { metadata: { name: 'costs.example.com' }, spec };
  try {
    await client.create(ctx, CustomResourceDefinition, crd, { dryRun: true });
    return [];
  } catch (error) {
    const found = findApiError(error);
    if (found === undefined) throw error;
    return (found.status.details?.causes ?? []).map(({ message = '' }) => message);
  }
}

suite(
  'the cost of rules',
  (test) => {
    for (const [name, { schema, want }] of Object.entries(CASES))
      test(`is estimated for ${name}`, async (t) => {
        equal(await judge(await testServer(t), schema), want);
      });
  },
  { timeoutMs: 20_000 },
);
