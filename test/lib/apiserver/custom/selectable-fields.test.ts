import { selectableFieldCauses } from '../../../../lib/apiserver/custom/selectable-fields.ts';
import type { JsonObject } from '../../../../lib/object/json.ts';
import { equal } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { CRDS, newSiteApi, site, siteDefinition, SITES } from '../api.ts';

const PROPERTIES: JsonObject = {
  color: { type: 'string' },
  n: { type: 'integer' },
  b: { type: 'boolean' },
  f: { type: 'number' },
  l: { type: 'array', items: { type: 'string' } },
  x: { 'x-kubernetes-int-or-string': true },
  m: { type: 'object', additionalProperties: { type: 'string' } },
};

const KINDS =
  'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';

/** As the real API server words them. */
const REFUSED: Readonly<Record<string, string>> = {
  '.spec.f': `Invalid value: ".spec.f": ${KINDS}`,
  '.spec.l': `Invalid value: ".spec.l": ${KINDS}`,
  '.spec.x': `Invalid value: ".spec.x": ${KINDS}`,
  '.spec.nope': 'Invalid value: ".spec.nope": is an invalid path: does not refer to a valid field',
  '.metadata.name': 'Invalid value: ".metadata.name": is an invalid path: does not refer to a valid field',
  '.kind': 'Invalid value: ".kind": is an invalid path: does not refer to a valid field',
  'spec.color': 'Invalid value: "spec.color": is an invalid path: expected [ or . but got: spec',
  '.spec.l[0]': 'Invalid value: ".spec.l[0]": is an invalid path: array notation is not allowed',
  '.': 'Invalid value: ".": is an invalid path: unexpected end of JSON path',
  '': 'Required value',
};

function messages(...paths: readonly string[]): readonly string[] {
  const version = {
    schema: {
      openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: PROPERTIES } } },
    },
    selectableFields: paths.map((jsonPath) => ({ jsonPath })),
  };
  return selectableFieldCauses(version, 'f').map(({ field, message }) => `${field}: ${message}`);
}

suite('selectableFieldCauses', (test) => {
  test('takes texts, whole numbers and flags', () => {
    equal(messages('.spec.color', '.spec.n', '.spec.b', '.spec.m.k'), []);
  });

  test('refuses other kinds and paths', () => {
    for (const [path, want] of Object.entries(REFUSED)) equal(messages(path), [`f[0].jsonPath: ${want}`]);
  });

  test('refuses a field twice, and more than eight', () => {
    equal(messages('.spec.color', '.spec.color'), ['f[1].jsonPath: Duplicate value: ".spec.color"']);
    const nine = Array.from({ length: 9 }, (_, index) => `.spec.m.k${index}`);
    equal(messages(...nine), ['f: Too many: 9: must have at most 8 items']);
  });
});

suite('selectable fields', (test) => {
  test('select objects of lists and stand in OpenAPI', async (t) => {
    const api = await newSiteApi(t);
    const [version] = siteDefinition()['spec'].versions;
    const spec = { versions: [{ ...version, selectableFields: [{ jsonPath: '.spec.host' }] }] };
    await api.ok('PATCH', `${CRDS}/sites.example.com`, { spec });
    await api.server.idle();
    await api.ok('POST', SITES, site('one', { spec: { host: 'one.example.com' } }));
    await api.ok('POST', SITES, site('two', { spec: { host: 'two.example.com' } }));
    const list = await api.ok('GET', `${SITES}?fieldSelector=spec.host%3Dtwo.example.com`);
    equal(
      list['items'].map((one: { readonly metadata: { readonly name: string } }) => one.metadata.name),
      ['two'],
    );
    const { body } = await api.call('GET', `${SITES}?fieldSelector=spec.replicas%3D1`);
    equal(body['message'], 'field label not supported: spec.replicas');
    const document = await api.ok('GET', '/openapi/v3/apis/example.com/v1');
    const schemas: unknown = document['components'].schemas;
    const kind = (schemas as Readonly<Record<string, JsonObject>>)['com.example.v1.Site'];
    equal(kind?.['x-kubernetes-selectable-fields'], [{ fieldPath: 'spec.host' }]);
  });
});
