import { z } from 'zod';

/** A field of a spec, with values that the API server and `parse` must judge alike. */
export interface Field {
  readonly schema: z.ZodType;
  readonly values: readonly unknown[];
  /** Values that the API server refuses and `parse` takes: it leaves formats and rules to the server. */
  readonly onlyServerRefuses?: readonly unknown[];
  /** Values that `parse` refuses by what no definition can say. */
  readonly onlyParseRefuses?: readonly unknown[];
}

const preserve = { 'x-kubernetes-preserve-unknown-fields': true };
const positive = { 'x-kubernetes-validations': [{ rule: 'self > 0', message: 'must be positive' }] };

interface Tree {
  readonly name: string;
  readonly children?: readonly Tree[] | undefined;
}
const tree: z.ZodType<Tree> = z.object({
  name: z.string(),
  get children() {
    return z.array(tree).optional().meta(preserve);
  },
});
const named = z.object({ name: z.string().min(1) }).meta({ id: 'Named', description: 'Has a name.' });

/** All that a definition can say, as Zod says it. Fields are optional by themselves where they are tried alone. */
export const FIELDS: Readonly<Record<string, Field>> = {
  text: { schema: z.string(), values: ['', 'a', 1, true, null, [], {}] },
  textLength: {
    schema: z.string().min(2).max(3),
    values: ['a', 'ab', 'abc', 'abcd', '😀', '😀😀', '😀😀😀😀'],
  },
  pattern: { schema: z.string().regex(/^[a-z]+(-[a-z]+)*$/), values: ['a-b', 'a-', 'A', '', 'é'] },
  patternUnicode: {
    schema: z.string().regex(/^[\u00E0-\u00FF]\p{Lu}\.$/u),
    values: ['éA.', 'eA.', 'éa.', 'éAb'],
  },
  patternIgnoringCase: { schema: z.string().regex(/^(?i:ab)c$/), values: ['ABc', 'abc', 'abC'] },
  patterns: {
    schema: z.string().startsWith('a.').endsWith('z').includes('*'),
    values: ['a.*z', 'ab*z', 'a.z', 'a.*'],
  },
  email: { schema: z.email(), values: ['a@example.com', 'a', '', 'a@b'] },
  url: { schema: z.url(), values: ['https://example.com/a?b=c', 'example', ''] },
  uuid: {
    schema: z.uuid(),
    values: ['123e4567-e89b-42d3-a456-426614174000', '123e4567e89b42d3a456426614174000', 'x'],
  },
  dateTime: {
    schema: z.iso.datetime(),
    values: ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.678Z', '2026-01-02', '2026-02-30T03:04:05Z', ''],
  },
  dateTimeOffset: {
    schema: z.iso.datetime({ offset: true }),
    values: ['2026-01-02T03:04:05+01:00', '2026-01-02T03:04:05'],
  },
  date: { schema: z.iso.date(), values: ['2026-01-02', '2026-02-30', '2026-1-2'] },
  time: { schema: z.iso.time(), values: ['03:04', '03:04:05', '25:00'] },
  ipv4: { schema: z.ipv4(), values: ['10.0.0.1', '10.0.0.256', '::1'] },
  ipv6: { schema: z.ipv6(), values: ['::1', 'fe80::1', '10.0.0.1', 'x'] },
  cidr: { schema: z.cidrv4(), values: ['10.0.0.0/8', '10.0.0.0', '10.0.0.0/33'] },
  mac: { schema: z.mac(), values: ['00:11:22:33:44:55', '00-11-22-33-44-55', '00:11'] },
  base64: { schema: z.base64(), values: ['', 'YQ==', 'YWI=', 'YWJj', 'YQ=', '*'] },
  hostname: { schema: z.hostname(), values: ['example.com', 'a', '-a', 'a b'] },
  goDuration: {
    schema: z.string().meta({ format: 'duration' }),
    values: ['1h30m', '10s'],
    onlyServerRefuses: ['soon'],
  },
  password: { schema: z.string().meta({ format: 'password' }), values: ['', 'a', 1] },
  unknownFormat: { schema: z.nanoid(), values: ['V1StGXR8_Z5jdHi6B-myT', 'a'] },
  integer: { schema: z.int(), values: [0, -1, 1.5, 9_007_199_254_740_991, '1', null, true] },
  integerRange: { schema: z.int().min(1).lt(10), values: [0, 1, 9, 10] },
  positive: { schema: z.number().positive(), values: [0, 0.1, -1, 1] },
  negativeOrZero: { schema: z.number().nonpositive(), values: [0, 0.1, -1] },
  int32: { schema: z.int32(), values: [2_147_483_647, 2_147_483_648, -2_147_483_648, -2_147_483_649, 1.5] },
  uint32: { schema: z.uint32(), values: [0, -1, 4_294_967_295, 4_294_967_296] },
  double: { schema: z.float64(), values: [1.5, 1e300, '1'] },
  number: { schema: z.number().min(-1.5).max(2.5), values: [-1.5, -1.6, 2.5, 2.6, 1] },
  multiple: { schema: z.int().multipleOf(5), values: [0, 5, 7, -5, 10] },
  boolean: { schema: z.boolean(), values: [true, false, 'true', 0, null] },
  constant: { schema: z.literal('on'), values: ['on', 'off', 1, ''] },
  constants: { schema: z.literal([1, 2, 3]), values: [1, 4, '1'] },
  choice: { schema: z.enum(['a', 'b']), values: ['a', 'c', 1, null] },
  choiceOrNull: { schema: z.enum(['a', 'b']).nullable(), values: ['a', 'c', null] },
  mixedChoice: { schema: z.literal(['auto', 1]), values: ['auto', 1, 2, 'other', true] },
  textOrNull: { schema: z.string().nullable(), values: ['a', null, 1] },
  objectOrNull: { schema: named.nullable(), values: [{ name: 'a' }, null, {}, { name: '' }] },
  nullish: { schema: z.int().nullish(), values: [1, null, 'a'] },
  intOrText: { schema: z.union([z.int(), z.string()]), values: [1, 'a', 1.5, true, null, []] },
  percentage: { schema: z.union([z.int().min(0), z.string().regex(/^\d+%$/)]), values: [5, -1, '5%', '5'] },
  autoOrInt: {
    schema: z.union([z.literal('auto'), z.literal('max'), z.int32()]),
    values: ['auto', 'max', 'a', 3, 2_147_483_648],
  },
  choiceUnion: { schema: z.union([z.literal('a'), z.enum(['b', 'c'])]), values: ['a', 'c', 'd'] },
  textUnion: {
    schema: z.union([z.string().max(2), z.string().startsWith('long')]),
    values: ['ab', 'abc', 'longer'],
  },
  list: {
    schema: z.array(z.string().min(1)).min(1).max(2),
    values: [['a'], [], ['a', 'b', 'c'], [''], [1], 'a', [null]],
  },
  lists: { schema: z.array(z.array(z.int())), values: [[[1], []], [['a']], [1]] },
  listOfAnything: { schema: z.array(z.any()), values: [[1, 'a', { b: 1 }], {}] },
  uniqueList: {
    schema: z.array(z.string()).meta({ uniqueItems: true }),
    values: [['a', 'b'], ['a', 'a'], []],
  },
  listMap: {
    schema: z.array(named).meta({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] }),
    values: [[{ name: 'a' }, { name: 'b' }], [{ name: 'a' }, { name: 'a' }], []],
  },
  object: {
    schema: z.object({ a: z.string(), b: z.int().optional() }),
    values: [{ a: 'x' }, { a: 'x', b: 1 }, {}, { a: 'x', c: 1 }, { a: 'x', b: null }, { a: null }, [], 'a'],
  },
  strictObject: { schema: z.strictObject({ a: z.string() }), values: [{ a: 'x' }, {}] },
  looseObject: { schema: z.looseObject({ a: z.string() }), values: [{ a: 'x', b: { c: 1 } }, { b: 1 }] },
  shared: {
    schema: z.object({ one: named, two: named }),
    values: [
      { one: { name: 'a' }, two: { name: 'b' } },
      { one: { name: 'a' }, two: {} },
    ],
  },
  map: {
    schema: z.record(z.string(), z.int().min(1)),
    values: [{ a: 1, 'b.c/d': 2 }, { a: 0 }, { a: 'x' }, {}, []],
  },
  mapOfAnything: { schema: z.record(z.string(), z.unknown()), values: [{ a: 1, b: { c: [] } }, 'a'] },
  mapOfNames: { schema: z.partialRecord(z.enum(['a', 'b']), z.string()), values: [{ a: 'x' }, {}, { a: 1 }] },
  both: {
    schema: z.intersection(z.object({ a: z.string() }), z.object({ b: z.int().min(2) })),
    values: [{ a: 'x', b: 2 }, { a: 'x' }, { b: 2 }, { a: 'x', b: 1 }],
  },
  either: {
    schema: z.union([z.object({ a: z.string().min(1) }), z.object({ b: z.int() })]),
    values: [{ a: 'x' }, { b: 1 }, {}, { a: '' }],
  },
  kinds: {
    schema: z.discriminatedUnion('type', [
      z.object({ type: z.literal('s3'), bucket: z.string().min(3), region: z.string().optional() }),
      z.object({
        type: z.literal('disk'),
        size: z.int().min(1),
        labels: z.record(z.string(), z.string()).optional(),
      }),
      z.object({ type: z.literal('none') }),
    ]),
    values: [
      { type: 's3', bucket: 'abc' },
      { type: 's3', bucket: 'ab' },
      { type: 's3', size: 1 },
      { type: 'disk', size: 1, labels: { a: 'b' } },
      { type: 'disk', size: 0 },
      { type: 'none' },
      { type: 'other' },
      {},
    ],
  },
  eitherOrNull: {
    schema: z.union([z.object({ a: z.string() }), z.object({ b: z.int() })]).nullable(),
    values: [null, { a: 'x' }, {}],
  },
  anything: { schema: z.any(), values: [1, 'a', [1], { a: { b: 1 } }] },
  tree: { schema: tree, values: [{ name: 'a' }, { name: 'a', children: [{ name: 'b', children: [] }] }, {}] },
  twoTypes: {
    schema: z.union([z.boolean(), z.string()]).meta(preserve),
    values: [true, 'a'],
    onlyParseRefuses: [1, {}],
  },
  defaulted: { schema: z.int().min(0).default(3), values: [0, -1, null, undefined] },
  defaultedInside: {
    schema: z
      .object({ a: z.string().default('x'), b: z.object({ c: z.boolean().default(true) }).prefault({}) })
      .prefault({}),
    values: [undefined, {}, { a: 'y' }, { b: {} }, { b: { c: false } }, { a: 1 }, null],
  },
  defaultedItems: {
    schema: z.array(z.object({ port: z.int().default(80) })),
    values: [[{}, { port: 1 }], [{ port: null }]],
  },
  refined: {
    schema: z.string().refine((text) => text !== 'admin', 'is reserved'),
    values: ['a'],
    onlyParseRefuses: ['admin'],
  },
  ruled: { schema: z.int().meta(positive), values: [1], onlyServerRefuses: [0] },
  embedded: {
    schema: z.looseObject({}).meta({ 'x-kubernetes-embedded-resource': true }),
    values: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: 'b' } }],
    onlyServerRefuses: [{ kind: 'ConfigMap' }],
  },
  atomicMap: {
    schema: z.record(z.string(), z.string()).meta({ 'x-kubernetes-map-type': 'atomic' }),
    values: [{ a: 'b' }],
  },
};
