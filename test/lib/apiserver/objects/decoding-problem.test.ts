import { loadBuiltins } from '../../../../lib/apiserver/builtin/load-builtins.ts';
import { asConverter, decodingProblem } from '../../../../lib/apiserver/objects/decoding-problem.ts';
import type { Schema } from '../../../../lib/apiserver/schema.ts';
import type { JsonObject } from '../../../../lib/object/json.ts';
import { is } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

interface Case {
  readonly kind: string;
  readonly content: JsonObject;
  readonly want: string | undefined;
}

const unfit = (found: string, field: string, type: string): string =>
  `json: cannot unmarshal ${found} into Go struct field ${field} of type ${type}`;

const CASES: Readonly<Record<string, Case>> = {
  'takes what fits': {
    kind: 'ConfigMap',
    content: { data: { a: 'b' }, binaryData: { a: 'AA==' } },
    want: undefined,
  },
  'names no key of a map': {
    kind: 'ConfigMap',
    content: { data: { 'a.b': 5 } },
    want: unfit('number', 'ConfigMap.data', 'string'),
  },
  'names the type of a map': {
    kind: 'ConfigMap',
    content: { data: ['a'] },
    want: unfit('array', 'ConfigMap.data', 'map[string]string'),
  },
  'names the innermost struct and no index': {
    kind: 'Pod',
    content: { spec: { containers: [{ name: 'a', image: true }] } },
    want: unfit('bool', 'Container.spec.containers.image', 'string'),
  },
  'names the type of a list of structs': {
    kind: 'Pod',
    content: { spec: { containers: 'web' } },
    want: unfit('string', 'PodSpec.spec.containers', '[]v1.Container'),
  },
  'refuses bytes that are no base64': {
    kind: 'Secret',
    content: { data: { a: 'AA==', b: 'A!==' } },
    want: 'illegal base64 data at input byte 1',
  },
  'refuses bytes that are cut off': {
    kind: 'Secret',
    content: { data: { a: 'AAAAA' } },
    want: 'illegal base64 data at input byte 4',
  },
  'takes quantities and ports as text and as numbers': {
    kind: 'Service',
    content: {
      spec: {
        ports: [
          { port: 80, targetPort: 'http' },
          { port: 81, targetPort: 81 },
        ],
      },
    },
    want: undefined,
  },
};

async function schemaOf(kind: string): Promise<Schema> {
  const all = await loadBuiltins();
  return all.find((one) => one.kind === kind && one.group === '')?.schema ?? {};
}

suite('decodingProblem', (test) => {
  for (const [name, { kind, content, want }] of Object.entries(CASES))
    test(name, async () => is(decodingProblem(await schemaOf(kind), content, kind), want));

  test('tells of it as the converter of Go values, on request', async () => {
    const problem = async (spec: JsonObject): Promise<string | undefined> =>
      decodingProblem(await schemaOf('Pod'), { spec }, 'Pod', asConverter);
    is(await problem({ nodeSelector: ['a'] }), 'cannot restore map from slice');
    is(await problem({ containers: { name: 'web' } }), 'cannot restore slice from map');
    is(await problem({ containers: [{ image: 5 }] }), 'cannot convert int64 to string');
    is(await problem({ securityContext: 'x' }), 'cannot restore struct from: string');
  });
});
