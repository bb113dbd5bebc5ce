import { parse } from 'yaml';
import { z } from 'zod';

import { crdYaml } from '../../../lib/schema/crd-yaml.ts';
import { customResource } from '../../../lib/schema/custom-resource.ts';
import { equal, is, match, not } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const NAME = z.object({ name: z.string() });
const spec = z.object({
  first: NAME,
  second: NAME,
  note: z.string().describe(`A ${'very '.repeat(40)}long text: with a colon\nand a second line.`),
  answer: z.enum(['yes', 'no', 'on', '1', '1.0', '0x1', '2026-01-02', 'null', '~']),
});
const { crd } = customResource({ group: 'example.com', kind: 'Website', versions: { v1: { spec } } });

suite('crdYaml', (test) => {
  test('says what the definition says, also to readers of YAML 1.1', () => {
    equal(parse(crdYaml(crd)), JSON.parse(JSON.stringify(crd)));
    equal(parse(crdYaml(crd), { version: '1.1' }), JSON.parse(JSON.stringify(crd)));
  });

  test('is one document that ends with a newline, without references', () => {
    const text = crdYaml(crd);
    match(text, /^---\napiVersion: apiextensions.k8s.io\/v1\nkind: CustomResourceDefinition\n/);
    match(text, /[^\n]\n$/);
    not(/[&*]a\d/.test(text));
  });

  test('is the same each time', () => {
    is(crdYaml(crd), crdYaml(structuredClone(crd)));
  });
});
