import { z } from 'zod';

import { TerminalError, isInvalidConfig, isTerminal } from '../../../lib/errors.ts';
import type { JsonObject } from '../../../lib/object/json.ts';
import type { ObjectOf } from '../../../lib/schema/custom-object.ts';
import { customResource, isCustomResource } from '../../../lib/schema/custom-resource.ts';
import type { CustomResourceOptions } from '../../../lib/schema/custom-resource-options.ts';
import { SchemaError } from '../../../lib/schema/schema-error.ts';
import type { StructuralSchema } from '../../../lib/schema/structural-schema.ts';
import { equal, instanceOf, is, match, not, ok, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const Website = customResource({
  group: 'example.com',
  kind: 'Website',
  shortNames: ['ws'],
  categories: ['all'],
  labels: { team: 'web' },
  versions: {
    v1: {
      description: 'A website.',
      spec: z.object({
        image: z.string(),
        replicas: z.int().min(0).default(1),
        password: z.string().min(8).meta({ format: 'password' }).optional(),
        ports: z
          .array(z.object({ port: z.int(), token: z.string().meta({ format: 'password' }).optional() }))
          .optional(),
      }),
      status: z.object({ ready: z.int().default(0) }),
      printerColumns: [
        { name: 'Replicas', jsonPath: '.spec.replicas' },
        { name: 'Image', jsonPath: '.spec.image', priority: 1 },
        { name: 'Age', jsonPath: '.metadata.creationTimestamp' },
        { name: 'Ready', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
      ],
      scale: { statusReplicasPath: '.status.ready' },
      selectableFields: ['.spec.image'],
      rules: [
        { rule: 'self.replicas < 100', message: 'must be few' },
        { path: 'spec.ports[].port', rule: 'self > 0' },
        { path: '', rule: 'self.metadata.name != "root"' },
      ],
    },
  },
});
type Website = ObjectOf<typeof Website>;

const metadata = { namespace: 'default', name: 'a' };

/** Deeply: what is read is shared, and nobody changes it. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

function errorOf(parse: () => unknown): SchemaError {
  const error: unknown = throws(parse);
  instanceOf(error, SchemaError);
  return error;
}

function specSchema({ schema }: { readonly schema: StructuralSchema }): StructuralSchema {
  return schema.properties!['spec']!;
}

/** Options that are wrong, and how the message begins. */
const WRONG: Readonly<Record<string, readonly [object, string]>> = {
  'no group': [{ group: '' }, 'CustomResourceOptions.group must not be empty'],
  'a group that is no domain': [{ group: 'example' }, 'CustomResourceOptions.group must be a domain'],
  'a kind in lower case': [{ kind: 'website' }, 'CustomResourceOptions.kind must be a name such as Website'],
  'a plural in upper case': [
    { plural: 'Websites' },
    'CustomResourceOptions.plural must be a name in lower case',
  ],
  'a wrong short name': [{ shortNames: ['a', 'B'] }, 'CustomResourceOptions.shortNames[1] must be'],
  'no versions': [{ versions: {} }, 'CustomResourceOptions.versions must not be empty'],
  'a version with a dot': [
    { versions: { 'v1.1': {} } },
    'CustomResourceOptions.versions must have names such as v1',
  ],
  'no spec': [{ versions: { v1: {} } }, 'CustomResourceOptions.versions.v1.spec must not be empty'],
  'a spec that is no schema': [
    { versions: { v1: { spec: 'a' } } },
    'CustomResourceOptions.versions.v1.spec must be a schema; got string',
  ],
  'a spec that is no object': [
    { versions: { v1: { spec: z.string() } } },
    'CustomResourceOptions.versions.v1.spec must be the schema of an object',
  ],
  'a spec with a date': [
    { versions: { v1: { spec: z.object({ at: z.date() }) } } },
    'CustomResourceOptions.versions.v1.spec cannot be made a JSON Schema: Date cannot be represented',
  ],
  'what no definition can say': [
    { versions: { v1: { spec: z.object({ a: z.tuple([z.string()]), b: z.string().regex(/^(?!a)/) }) } } },
    'CustomResourceOptions.versions.v1.spec cannot be said in a CustomResourceDefinition: spec.a has prefixItems',
  ],
  'a default that does not fit': [
    { versions: { v1: { spec: { type: 'object', properties: { a: { type: 'string', default: 3 } } } } } },
    'CustomResourceOptions.versions.v1.spec cannot be said in a CustomResourceDefinition: spec.a has a default that does not fit its schema: spec.a must be a text',
  ],
  'a default with unknown members': [
    {
      versions: {
        v1: { spec: { type: 'object', properties: { a: { type: 'object', default: { b: 1 } } } } },
      },
    },
    'CustomResourceOptions.versions.v1.spec cannot be said in a CustomResourceDefinition: spec.a has a default with spec.a.b, which its schema does not name',
  ],
  'a rule for nothing': [
    { versions: { v1: { spec: z.object({}), rules: [{ path: 'spec.a', rule: 'true' }] } } },
    'CustomResourceOptions.versions.v1.rules[0].path must lead to a field of the schema; got spec.a',
  ],
  'two stored versions': [
    { versions: { v1: { spec: z.object({}), storage: true }, v2: { spec: z.object({}), storage: true } } },
    'CustomResourceOptions.versions must have exactly one with storage: true; v1 and v2 have',
  ],
  'no stored version': [
    { versions: { v1: { spec: z.object({}) }, v2: { spec: z.object({}) } } },
    'CustomResourceOptions.versions must have exactly one with storage: true; none has',
  ],
};

suite('customResource', (test) => {
  test('makes the definition', () => {
    const { metadata: meta, spec } = Website.crd;
    equal(meta, { name: 'websites.example.com', labels: { team: 'web' } });
    const { versions, ...rest } = spec;
    const names = {
      plural: 'websites',
      singular: 'website',
      kind: 'Website',
      listKind: 'WebsiteList',
      shortNames: ['ws'],
      categories: ['all'],
    };
    equal(rest, { group: 'example.com', names, scope: 'Namespaced' });
    const { schema, ...version } = versions[0]!;
    equal(version, {
      name: 'v1',
      served: true,
      storage: true,
      subresources: {
        status: {},
        scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.ready' },
      },
      additionalPrinterColumns: [
        { name: 'Replicas', type: 'integer', jsonPath: '.spec.replicas' },
        { name: 'Image', type: 'string', jsonPath: '.spec.image', priority: 1 },
        { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
        { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
      ],
      selectableFields: [{ jsonPath: '.spec.image' }],
    });
    const root = schema!.openAPIV3Schema as StructuralSchema;
    equal(root.required, ['spec']);
    equal(root.description, 'A website.');
    equal(Object.keys(root.properties!['status']!.properties!), [
      'conditions',
      'observedGeneration',
      'ready',
    ]);
  });

  test('makes the same definition, byte by byte, of members in another order', () => {
    const make = (spec: z.ZodType): string =>
      JSON.stringify(customResource({ group: 'example.com', kind: 'A', versions: { v1: { spec } } }).crd);
    is(
      make(z.object({ a: z.string().min(1), b: z.int() })),
      make(z.object({ b: z.int(), a: z.string().min(1) })),
    );
  });

  test('puts rules where they belong', () => {
    const validations = 'x-kubernetes-validations';
    equal(specSchema(Website)[validations], [{ rule: 'self.replicas < 100', message: 'must be few' }]);
    equal(specSchema(Website).properties!['ports']!.items!.properties!['port']![validations], [
      { rule: 'self > 0' },
    ]);
    equal(Website.schema[validations], [{ rule: 'self.metadata.name != "root"' }]);
  });

  test('makes the kind', () => {
    equal(Website.kind, {
      apiVersion: 'example.com/v1',
      kind: 'Website',
      plural: 'websites',
      namespaced: true,
    });
    ok(isCustomResource(Website));
    not(isCustomResource(Website.kind));
  });

  test('finds plurals, unless they are given', () => {
    const plural = (kind: string, options: Partial<CustomResourceOptions> = {}): string =>
      customResource({
        group: 'example.com',
        kind,
        versions: { v1: { spec: { type: 'object' } } },
        ...options,
      }).kind.plural;
    const kinds = ['Policy', 'Gateway', 'Box', 'Bus', 'Batch', 'Mesh', 'Database'];
    const want = ['policies', 'gateways', 'boxes', 'buses', 'batches', 'meshes', 'databases'];
    equal(
      kinds.map((kind) => plural(kind)),
      want,
    );
    is(plural('Mouse', { plural: 'mice' }), 'mice');
  });

  test('needs no spec where the schema has a default for it', () => {
    const spec = z.object({ size: z.int().default(2) }).prefault({});
    const Widget = customResource({ group: 'example.com', kind: 'Widget', versions: { v1: { spec } } });
    is(Widget.schema.required, undefined);
    equal(Widget.parse({ metadata }).spec, { size: 2 });
  });

  test('has all versions, and is the one that is stored', () => {
    const Multi = customResource({
      group: 'example.com',
      kind: 'Multi',
      scope: 'Cluster',
      versions: {
        v1alpha1: { spec: z.object({ a: z.string() }), deprecated: 'use v1', served: false },
        v1beta1: { spec: z.object({ b: z.int() }), deprecated: true },
        v1: { spec: z.object({ c: z.boolean() }), storage: true },
      },
    });
    const stored: boolean = Multi.parse({ spec: { c: true } }).spec.c;
    const older: number = Multi.version('v1beta1').parse({ spec: { b: 1 } }).spec.b;
    equal([stored, older, Multi.name, Multi.kind.namespaced], [true, 1, 'v1', false]);
    is(Multi.version('v1beta1').kind.apiVersion, 'example.com/v1beta1');
    const versions = Multi.crd.spec.versions.map(({ schema, subresources, ...rest }) => [
      schema !== undefined,
      subresources,
      rest,
    ]);
    const subresources = { status: {} };
    equal(versions, [
      [
        true,
        subresources,
        { name: 'v1alpha1', served: false, storage: false, deprecated: true, deprecationWarning: 'use v1' },
      ],
      [true, subresources, { name: 'v1beta1', served: true, storage: false, deprecated: true }],
      [true, subresources, { name: 'v1', served: true, storage: true }],
    ]);
    // @ts-expect-error there is no such version
    const unknown = (): unknown => Multi.version('v2');
    match((throws(unknown) as Error).message, 'version must be one of v1alpha1, v1beta1, v1; got v2');
  });

  for (const [name, [options, want]] of Object.entries(WRONG))
    test(`refuses ${name}`, () => {
      const valid = { group: 'example.com', kind: 'Website', versions: { v1: { spec: { type: 'object' } } } };
      const error = throws(() => customResource({ ...valid, ...options }));
      ok(isInvalidConfig(error));
      is((error as Error).message.slice(0, want.length), want);
    });

  test('refuses a schema that checks asynchronously, once it is used', () => {
    const spec = z.object({ a: z.string().refine(async () => true) });
    const Slow = customResource({ group: 'example.com', kind: 'Slow', versions: { v1: { spec } } });
    ok(isInvalidConfig(throws(() => Slow.parse({ spec: { a: 'b' } }))));
  });
});

suite('parse', (test) => {
  test('fills in defaults and changes nothing that it is given', () => {
    const given = frozen({ metadata, spec: { image: 'nginx', ports: [{ port: 80 }] }, extra: 1 });
    const website: Website = Website.parse(given);
    equal(website, {
      apiVersion: 'example.com/v1',
      kind: 'Website',
      metadata,
      extra: 1,
      spec: { image: 'nginx', replicas: 1, ports: [{ port: 80 }] },
    });
    const replicas: number = website.spec.replicas;
    const apiVersion: 'example.com/v1' | undefined = website.apiVersion;
    equal([replicas, apiVersion], [1, 'example.com/v1']);
    // @ts-expect-error objects are read-only, all the way down
    const ports: { port: number }[] | undefined = website.spec.ports;
    equal(ports, [{ port: 80 }]);
  });

  test('transforms', () => {
    const spec = z.object({
      size: z
        .string()
        .regex(/^\d+Gi$/)
        .transform((text) => Number(text.slice(0, -2))),
    });
    const Disk = customResource({ group: 'example.com', kind: 'Disk', versions: { v1: { spec } } });
    const size: number = Disk.parse({ spec: { size: '5Gi' } }).spec.size;
    is(size, 5);
    equal(specSchema(Disk).properties!['size'], { type: 'string', pattern: '^\\d+Gi$' });
  });

  test('makes objects to write', () => {
    const website: Website = Website.object({ metadata, spec: { image: 'nginx' } });
    equal(website, Website.parse({ metadata, spec: { image: 'nginx' } }));
    // @ts-expect-error the image is missing
    errorOf(() => Website.object({ metadata, spec: {} }));
  });

  test('names all that is wrong in one line', () => {
    const error = errorOf(() =>
      Website.parse({ metadata, spec: { replicas: -1, ports: [{ port: 'http' }] } }),
    );
    equal(error.issues, [
      { path: 'spec.image', message: 'is required' },
      { path: 'spec.replicas', message: 'must be 0 or more' },
      { path: 'spec.ports[0].port', message: 'must be a whole number' },
    ]);
    const want =
      'cannot read Website default/a: spec.image is required; spec.replicas must be 0 or more; spec.ports[0].port must be a whole number';
    is(error.message, want);
    ok(isTerminal(error));
    instanceOf(error, TerminalError);
    not(error.retryable);
  });

  test('refuses what is no object of the kind', () => {
    const messages = [null, 'a', [], {}, { spec: null }, { spec: [] }, { kind: 'Pod', spec: {} }].map(
      (obj) => errorOf(() => Website.parse(obj)).message,
    );
    equal(messages, [
      'cannot read Website: the object must be an object',
      'cannot read Website: the object must be an object',
      'cannot read Website: the object must be an object',
      'cannot read Website: spec is required',
      'cannot read Website: spec is required',
      'cannot read Website: spec must be an object',
      'cannot read Website: kind must be Website',
    ]);
  });

  test('keeps its message short, however much is wrong', () => {
    const ports = Array.from({ length: 500 }, () => ({ port: 'x' }));
    const { message, issues } = errorOf(() => Website.parse({ metadata, spec: { image: 'a', ports } }));
    ok(message.length <= 1000);
    match(message, /; and \d+ more$/);
    is(issues.length, 100);
  });

  test('says nothing about values', () => {
    const spec = z.object({
      password: z
        .string()
        .meta({ format: 'password' })
        .refine((text) => text === '', { error: ({ input }) => `bad ${String(input)}` }),
      apiToken: z.string().refine(() => false, { error: ({ input }) => `bad ${String(input)}` }),
      name: z
        .string()
        .refine(() => false, { error: ({ input }) => `got "${String(input)}" or ${String(input)}` }),
    });
    const Secretive = customResource({ group: 'example.com', kind: 'Secretive', versions: { v1: { spec } } });
    const { issues } = errorOf(() =>
      Secretive.parse({ spec: { password: 'hunter2', apiToken: 'abc', name: 'hunter2' } }),
    );
    equal(issues, [
      { path: 'spec.password', message: 'is not valid' },
      { path: 'spec.apiToken', message: 'is not valid' },
      { path: 'spec.name', message: 'got [redacted] or [redacted]' },
    ]);
  });

  test('checks what no definition can say last', () => {
    const spec = z
      .object({ min: z.int(), max: z.int() })
      .refine(({ min, max }) => min <= max, { error: 'min exceeds max', path: ['min'] });
    const Range = customResource({ group: 'example.com', kind: 'Range', versions: { v1: { spec } } });
    is(
      errorOf(() => Range.parse({ spec: { min: 2, max: 1 } })).message,
      'cannot read Range: spec.min: min exceeds max',
    );
    is(errorOf(() => Range.parse({ spec: { min: 'a', max: 1 } })).issues.length, 1);
  });

  test('keeps the conditions of a status, and fills in its defaults', () => {
    const conditions = [
      {
        type: 'Ready',
        status: 'True',
        reason: 'Up',
        message: '',
        lastTransitionTime: '2026-01-02T03:04:05Z',
      },
    ];
    const website = Website.parse({
      spec: { image: 'a' },
      status: { conditions, observedGeneration: 2, unknown: 1 },
    });
    equal(website.status, { ready: 0, conditions, observedGeneration: 2 });
  });

  test('leaves out a status that does not fit, but not its conditions', () => {
    const statuses = [{ ready: 'x', observedGeneration: 2, conditions: 'x' }, { ready: 'x' }, 'x', null].map(
      (status) => Website.parse({ spec: { image: 'a' }, status }).status as unknown,
    );
    equal(statuses, [{ observedGeneration: 2 }, undefined, undefined, undefined]);
  });

  test('keeps what a status says about its conditions in its own way', () => {
    const status = z.strictObject({ conditions: z.array(z.string()).optional() });
    const Own = customResource({
      group: 'example.com',
      kind: 'Own',
      versions: { v1: { spec: z.object({}), status } },
    });
    equal(Own.parse({ spec: {}, status: { conditions: ['a'], observedGeneration: 1 } }).status, {
      conditions: ['a'],
      observedGeneration: 1,
    });
  });

  test('takes null for absence where null is not allowed, as the API server does', () => {
    equal(Website.parse({ spec: { image: 'a', replicas: null, ports: null } }).spec, {
      image: 'a',
      replicas: 1,
    });
  });

  test('reads a polluted object without polluting anything', () => {
    const obj = JSON.parse(
      '{"spec":{"image":"a","__proto__":{"replicas":9}},"__proto__":{"x":1}}',
    ) as JsonObject;
    is(Website.parse(obj).spec.replicas, 1);
    is(({} as { readonly x?: number }).x, undefined);
  });
});

suite('passwords', (test) => {
  test('finds the values at fields of that format', () => {
    const spec = { image: 'a', password: 'one', ports: [{ port: 1, token: 'two' }, { port: 2 }] };
    equal(Website.passwords({ spec }), ['one', 'two']);
  });

  test('bears objects that do not fit', () => {
    const objects = [
      undefined,
      'a',
      {},
      { spec: 'a' },
      { spec: { ports: 'a', password: { a: ['x', 5, null] } } },
    ];
    equal(
      objects.map((obj) => Website.passwords(obj)),
      [[], [], [], [], ['x', '5']],
    );
  });
});
