import { startApiServer } from '../../../lib/apiserver/server.ts';
import { parseYaml } from '../../../lib/apiserver/requests/yaml.ts';
import { defined, equal, is, match, ok, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { CRDS, newApi, newSiteApi, NS, SITES, siteDefinition } from './api.ts';
import type { Json } from './api.ts';

suite('startApiServer', (test) => {
  test('listens on a free port and hands out a kubeconfig', async () => {
    await using server = await startApiServer();
    match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/u);
    is((await fetch(`${server.url}/readyz`)).status, 200);
    const config = parseYaml(server.kubeconfig()) as Json;
    equal(
      [config['clusters'][0].cluster.server, config['contexts'][0].context.namespace],
      [server.url, 'default'],
    );
  });

  test('works without a socket', async () => {
    await using server = await startApiServer({ listen: false });
    equal([server.url, server.port], ['', 0]);
    throws(() => server.kubeconfig(), /^ApiServerOptions\.listen must not be false for a kubeconfig/u);
  });

  test('two servers know nothing of each other', async (t) => {
    const [one, two] = [await newSiteApi(t), await newApi(t)];
    is((await one.call('GET', SITES)).status, 200);
    is((await two.call('GET', SITES)).status, 404);
    await two.ok('POST', CRDS, siteDefinition());
  });

  test('answers what clients ask first', async (t) => {
    const api = await newApi(t);
    for (const probe of ['/livez', '/readyz', '/healthz', '/readyz/ping'])
      is((await api.call('GET', probe)).body['text'], 'ok');
    is((await api.ok('GET', '/version'))['gitVersion'], 'v1.36.3');
    equal((await api.ok('GET', '/api'))['versions'], ['v1']);
    ok((await api.ok('GET', '/apis'))['groups'].some(({ name }: Json) => name === 'apps'));
    const { groupVersion, resources } = await api.ok('GET', '/apis/apps/v1');
    is(groupVersion, 'apps/v1');
    equal(
      resources.find(({ name }: Json) => name === 'deployments'),
      {
        name: 'deployments',
        singularName: 'deployment',
        namespaced: true,
        kind: 'Deployment',
        verbs: ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'],
        shortNames: ['deploy'],
        categories: ['all'],
        storageVersionHash: '8aSe+NMegvE=',
      },
    );
    equal(
      resources.find(({ name }: Json) => name === 'deployments/scale'),
      {
        name: 'deployments/scale',
        singularName: '',
        namespaced: true,
        group: 'autoscaling',
        version: 'v1',
        kind: 'Scale',
        verbs: ['get', 'patch', 'update'],
      },
    );
  });

  test('answers all of discovery at once', async (t) => {
    const api = await newApi(t);
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json';
    const { headers, body } = await api.call('GET', '/apis', undefined, { accept });
    is(headers['content-type'], 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList');
    const apps = defined(body['items'].find(({ metadata }: Json) => metadata.name === 'apps'));
    const deployments = defined(
      apps.versions[0].resources.find(({ resource }: Json) => resource === 'deployments'),
    );
    equal(
      [deployments.scope, deployments.responseKind.kind, deployments.subresources.length],
      ['Namespaced', 'Deployment', 2],
    );
    const core = await api.ok('GET', '/api', undefined, { accept });
    equal(core['items'][0].metadata, {});
  });

  test('describes its kinds as OpenAPI', async (t) => {
    const api = await newSiteApi(t);
    const { paths } = await api.ok('GET', '/openapi/v3');
    ok(paths['apis/example.com/v1'].serverRelativeURL.startsWith('/openapi/v3/apis/example.com/v1'));
    const document = await api.ok('GET', paths['apis/example.com/v1'].serverRelativeURL);
    ok(Object.keys(document['components'].schemas).some((name) => name.endsWith('Site')));
    is((await api.call('GET', '/openapi/v3/apis/none/v1')).status, 404);
  });

  test('a request that breaks the server is a 500, and the next one is fine', async (t) => {
    const api = await newApi(t);
    api.server.storage.watch('configmaps', api.server.storage.revision, ({ key }) => {
      if (key.endsWith('/bad')) throw new Error('broken');
    });
    const { status, body } = await api.call('POST', `${NS}/configmaps`, { metadata: { name: 'bad' } });
    equal([status, body['reason'], body['kind']], [500, 'InternalError', 'Status']);
    is((await api.call('GET', `${NS}/configmaps`)).status, 200);
  });
});
