import { equal, is, match, ok } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { CRDS, newApi, newSiteApi, site, SITES, siteDefinition } from '../api.ts';
import type { Json, SiteDefinition, SpecSchema } from '../api.ts';

const CRD = `${CRDS}/sites.example.com`;

function conditionsOf({ status }: Json): readonly string[] {
  return (status.conditions ?? []).map((one: Json) => [one.type, one.status].join('='));
}

function specOf({ spec }: Pick<SiteDefinition, 'spec'>): SpecSchema {
  return spec.versions[0]!.schema.openAPIV3Schema.properties.spec;
}

suite('CustomResourceController', (test) => {
  test('accepts the names, then establishes and serves the kind', async (t) => {
    const api = await newApi(t);
    const watch = await api.watch(`${CRDS}?watch=1`);
    is((await api.call('GET', SITES)).status, 404);
    await api.ok('POST', CRDS, siteDefinition());
    await api.server.idle();
    const steps = [await watch.next(), await watch.next(), await watch.next()].map((event) =>
      conditionsOf(event!['object']),
    );
    equal(steps, [
      [],
      ['NamesAccepted=True', 'Established=False'],
      ['NamesAccepted=True', 'Established=True'],
    ]);
    equal((await api.ok('GET', SITES))['items'], []);
    const { resources } = await api.ok('GET', '/apis/example.com/v1');
    equal(
      resources.map(({ name }: Json) => name),
      ['sites', 'sites/scale', 'sites/status'],
    );
  });

  test('serves all versions of one stored object, without conversion', async (t) => {
    const api = await newApi(t);
    const definition = siteDefinition();
    const [v1] = definition['spec'].versions;
    const v2 = { name: 'v2', served: true, storage: false, schema: v1!.schema };
    await api.ok('POST', CRDS, { ...definition, spec: { ...definition['spec'], versions: [v1, v2] } });
    await api.server.idle();
    await api.ok('POST', SITES, site('a'));
    const other = SITES.replace('/v1/', '/v2/');
    is((await api.ok('GET', `${other}/a`))['apiVersion'], 'example.com/v2');
    is((await api.ok('GET', other))['items'][0].apiVersion, 'example.com/v2');
    const patched = await api.ok('PATCH', `${other}/a`, { spec: { replicas: 4 } });
    equal(
      [patched['apiVersion'], (await api.ok('GET', `${SITES}/a`))['spec'].replicas],
      ['example.com/v2', 4],
    );
    const { versions, preferredVersion } = await api.ok('GET', '/apis/example.com');
    equal([versions.map(({ version }: Json) => version), preferredVersion.version], [['v2', 'v1'], 'v2']);
  });

  test('follows changes of the definition', async (t) => {
    const api = await newSiteApi(t);
    const { metadata } = await api.ok('GET', CRD);
    const definition = { ...siteDefinition(), metadata };
    specOf(definition).properties['color'] = { type: 'string', default: 'blue' };
    await api.ok('PUT', CRD, definition);
    await api.server.idle();
    is((await api.ok('POST', SITES, site('a')))['spec'].color, 'blue');
  });

  test('refuses definitions that are not structural', async (t) => {
    const api = await newApi(t);
    const definition = siteDefinition();
    delete specOf(definition).type;
    const { status, body } = await api.call('POST', CRDS, definition);
    is(status, 422);
    match(
      body['message'],
      /properties\[spec\]\.type: Required value: must not be empty for specified object fields/u,
    );
  });

  test('deletes all objects before the definition goes, and then serves them no more', async (t) => {
    const api = await newSiteApi(t);
    await api.ok('POST', SITES, site('a', { metadata: { finalizers: ['a.io/x'] } }));
    const deleted = await api.ok('DELETE', CRD);
    equal(deleted['metadata'].finalizers, ['customresourcecleanup.apiextensions.k8s.io']);
    await api.server.idle();
    ok(conditionsOf(await api.ok('GET', CRD)).includes('Terminating=True'));
    ok((await api.ok('GET', `${SITES}/a`))['metadata'].deletionTimestamp);
    const refused = await api.call('POST', SITES, site('b'));
    equal(
      [refused.status, refused.body['message']],
      [
        403,
        'sites.example.com "b" is forbidden: create not allowed while custom resource definition is terminating',
      ],
    );
    await api.ok('PATCH', `${SITES}/a`, { metadata: { finalizers: null } });
    await api.server.idle();
    equal([(await api.call('GET', CRD)).status, (await api.call('GET', SITES)).status], [404, 404]);
    is((await api.call('GET', '/apis/example.com')).status, 404);
  });

  test('the same kind can come back', async (t) => {
    const api = await newSiteApi(t);
    await api.ok('POST', SITES, site('a'));
    await api.ok('DELETE', CRD);
    await api.server.idle();
    await api.ok('POST', CRDS, siteDefinition());
    await api.server.idle();
    equal((await api.ok('GET', SITES))['items'], []);
    is((await api.ok('POST', SITES, site('a')))['metadata'].generation, 1);
  });

  test('does not serve a kind whose names another has, until they are free', async (t) => {
    const api = await newSiteApi(t);
    const other = siteDefinition();
    other.metadata.name = 'places.example.com';
    other.spec.names = { plural: 'places', kind: 'Site' };
    await api.ok('POST', CRDS, other);
    await api.server.idle();
    equal(conditionsOf(await api.ok('GET', `${CRDS}/places.example.com`)), [
      'NamesAccepted=False',
      'Established=False',
    ]);
    is((await api.call('GET', '/apis/example.com/v1/places')).status, 404);
    await api.ok('DELETE', CRD);
    await api.server.idle();
    equal((await api.ok('GET', '/apis/example.com/v1/places'))['items'], []);
  });
});
