import { toJsonSchema, toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { z } from 'zod';

import { isInvalidConfig } from '../../../lib/errors.ts';
import { customResource } from '../../../lib/schema/custom-resource.ts';
import type { ObjectOf } from '../../../lib/schema/custom-object.ts';
import type { JsonObject } from '../../../lib/object/json.ts';
import { equal, is, match, ok, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const names = { group: 'example.com', kind: 'Website' } as const;

const valibotSpec = v.object({
  image: v.pipe(v.string(), v.minLength(1)),
  replicas: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)), 1),
  password: v.optional(v.pipe(v.string(), v.metadata({ format: 'password' }))),
  mode: v.optional(v.nullable(v.picklist(['a', 'b']))),
});

const WANT = {
  image: { type: 'string', minLength: 1 },
  replicas: { type: 'integer', minimum: 0, default: 1 },
};

suite('customResource with other libraries', (test) => {
  test('takes a Standard JSON Schema of Valibot', () => {
    const Website = customResource({
      ...names,
      versions: { v1: { spec: toStandardJsonSchema(valibotSpec) } },
    });
    const website = Website.parse({ spec: { image: 'nginx' } });
    const replicas: number = website.spec.replicas;
    is(replicas, 1);
    const { image, replicas: count, mode } = Website.schema.properties!['spec']!.properties!;
    equal({ image, replicas: count }, WANT);
    equal(mode, { type: 'string', nullable: true, allOf: [{ enum: ['a', 'b'] }] });
    match(
      (throws(() => Website.parse({ spec: { image: '' } })) as Error).message,
      'spec.image must have at least 1 character',
    );
  });

  test('takes a schema with a JSON Schema beside it', () => {
    const spec = { schema: valibotSpec, jsonSchema: { ...toJsonSchema(valibotSpec, { typeMode: 'input' }) } };
    const Website = customResource({ ...names, versions: { v1: { spec } } });
    const image: string = Website.parse({ spec: { image: 'nginx' } }).spec.image;
    is(image, 'nginx');
    const { image: own, replicas } = Website.schema.properties!['spec']!.properties!;
    equal({ image: own, replicas }, WANT);
  });

  test('asks for the JSON Schema of a library that makes none', () => {
    const error = throws(() => customResource({ ...names, versions: { v1: { spec: valibotSpec } } }));
    ok(isInvalidConfig(error));
    match(
      (error as Error).message,
      'versions.v1.spec must come with a JSON Schema, which this version of valibot has not: give { schema, jsonSchema }',
    );
  });

  test('hides values that Valibot quotes', () => {
    const spec = v.object({
      name: v.pipe(
        v.string(),
        v.check(
          (text) => text === 'b',
          ({ received }) => `got ${received}`,
        ),
      ),
    });
    const Website = customResource({
      ...names,
      versions: {
        v1: { spec: { schema: spec, jsonSchema: { ...toJsonSchema(spec, { errorMode: 'ignore' }) } } },
      },
    });
    const { message } = throws(() => Website.parse({ spec: { name: 'hunter2' } })) as Error;
    is(message, 'cannot read Website: spec.name: got [redacted]');
  });

  test('takes a plain JSON Schema, with its defaults and its checks', () => {
    const spec = {
      type: 'object',
      properties: { image: { type: 'string' }, replicas: { type: 'integer', default: 1 } },
      required: ['image'],
    };
    const Website = customResource({ ...names, versions: { v1: { spec } } });
    const read: ObjectOf<typeof Website> = Website.parse({ spec: { image: 'nginx' } });
    const json: JsonObject = read.spec;
    equal(json, { image: 'nginx', replicas: 1 });
    match((throws(() => Website.parse({ spec: {} })) as Error).message, 'spec.image is required');
  });

  test('takes a schema that is a function', () => {
    const standard = z.object({ a: z.string() })['~standard'];
    const spec = Object.assign(() => undefined, { '~standard': standard });
    const Website = customResource({ ...names, versions: { v1: { spec } } });
    is(Website.parse({ spec: { a: 'b' } }).spec.a, 'b');
  });
});
