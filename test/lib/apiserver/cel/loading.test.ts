import type { ApiObject } from '../../../../lib/apiserver/api-object.ts';
import { hasRules, mayBringRules } from '../../../../lib/apiserver/cel/loading.ts';
import type { Schema } from '../../../../lib/apiserver/schema.ts';
import type { StoredState } from '../../../../lib/apiserver/storage.ts';
import { is } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { newApi, siteDefinition } from '../api.ts';

const SITES = '/apis/example.com/v1/namespaces/default/sites';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const RULED: Schema = { 'x-kubernetes-validations': [{ rule: "self.metadata.name != 'wrong'" }] };

function ruledDefinition(): ReturnType<typeof siteDefinition> {
  const definition = siteDefinition();
  Object.assign(definition.spec.versions[0]!.schema.openAPIV3Schema, RULED);
  return definition;
}

/** What an earlier process held; no rule was seen in this one. */
function earlierState(): StoredState {
  const { metadata, ...rest } = ruledDefinition();
  const given = { uid: 'u', resourceVersion: '5', creationTimestamp: '2026-01-01T00:00:00Z' };
  const collection = 'customresourcedefinitions.apiextensions.k8s.io';
  const object = { ...rest, metadata: { ...metadata, ...given } } as unknown as ApiObject;
  return { revision: 5, objects: [{ collection, key: metadata.name, object }] };
}

const site = (name: string): object => ({
  apiVersion: 'example.com/v1',
  kind: 'Site',
  metadata: { name },
  spec: { host: 'a.example' },
});

suite('loadRuleEngine', (test) => {
  test('happens before restored definitions are served', async (t) => {
    const api = await newApi(t, { restored: earlierState() });
    is((await api.call('POST', SITES, site('wrong'))).status, 422);
    is((await api.call('POST', SITES, site('right'))).status, 201);
  });

  test('happens when the first definition with rules comes, however it is written', async (t) => {
    const api = await newApi(t);
    const text = JSON.stringify(ruledDefinition()).replace('validations', String.raw`\u0076alidations`);
    is((await api.call('POST', DEFINITIONS, undefined, { text, type: 'application/json' })).status, 201);
    await api.server.idle();
    is((await api.call('POST', SITES, site('wrong'))).status, 422);
  });
});

suite('mayBringRules', (test) => {
  const cases: Readonly<
    Record<string, readonly [method: string, path: string, body: string, want: boolean]>
  > = {
    'a definition without rules': ['POST', DEFINITIONS, '{"kind":"CustomResourceDefinition"}', false],
    'a definition with rules': ['POST', DEFINITIONS, '{"x-kubernetes-validations":[]}', true],
    'a patch with rules': ['PATCH', `${DEFINITIONS}/a.b`, '[{"path":"/x-kubernetes-validations"}]', true],
    'escaped letters': ['PUT', `${DEFINITIONS}/a.b`, String.raw`{"x-kubernetes-\u0076alidations":[]}`, true],
    'another kind': ['POST', SITES, '{"x-kubernetes-validations":[]}', false],
    'a read': ['GET', DEFINITIONS, '{"x-kubernetes-validations":[]}', false],
  };
  for (const [name, [method, url, body, want]] of Object.entries(cases))
    test(`tells of ${name}`, () => {
      const { signal } = new AbortController();
      is(mayBringRules({ method, url, headers: {}, body: Buffer.from(body), signal }), want);
    });
});

suite('hasRules', (test) => {
  const cases: Readonly<Record<string, readonly [schema: Schema, want: boolean]>> = {
    none: [{ type: 'object', properties: { a: { type: 'array', items: {} } } }, false],
    'an empty list': [{ 'x-kubernetes-validations': [] }, false],
    'its own': [RULED, true],
    "a member's": [{ properties: { a: RULED } }, true],
    "an item's": [{ items: RULED }, true],
    "a value's": [{ additionalProperties: RULED }, true],
  };
  for (const [name, [schema, want]] of Object.entries(cases))
    test(`finds ${name}`, () => is(hasRules(schema), want));
});
