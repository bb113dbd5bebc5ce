import { type ApiCall, apiCallOf } from '../../../lib/rbac/api-call.ts';
import { attributesOf } from '../../../lib/apiserver/access/request-attributes.ts';
import { equal, is } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const EMPTY = { group: '', subresource: '', namespace: '', name: '' };

/** By method and path. */
const CASES: Readonly<Record<string, Omit<ApiCall, keyof typeof EMPTY> & Partial<ApiCall>>> = {
  'GET /api/v1/namespaces/a/pods/b': { verb: 'get', resource: 'pods', namespace: 'a', name: 'b' },
  'GET /api/v1/pods': { verb: 'list', resource: 'pods' },
  'GET /api/v1/pods?watch=true&limit=1': { verb: 'watch', resource: 'pods' },
  'GET /api/v1/pods?watch=1': { verb: 'watch', resource: 'pods' },
  'GET /api/v1/pods?watch=false': { verb: 'list', resource: 'pods' },
  'GET /api/v1/watch/pods': { verb: 'watch', resource: 'pods' },
  'GET /api/v1/namespaces/a/pods?fieldSelector=metadata.name%3Db': {
    verb: 'list',
    resource: 'pods',
    namespace: 'a',
    name: 'b',
  },
  'GET /api/v1/namespaces': { verb: 'list', resource: 'namespaces' },
  'GET /api/v1/namespaces/a': { verb: 'get', resource: 'namespaces', namespace: 'a', name: 'a' },
  'PUT /api/v1/namespaces/a/finalize': {
    verb: 'update',
    resource: 'namespaces',
    subresource: 'finalize',
    namespace: 'a',
    name: 'a',
  },
  'POST /apis/apps/v1/namespaces/a/deployments?dryRun=All': {
    verb: 'create',
    group: 'apps',
    resource: 'deployments',
    namespace: 'a',
  },
  'PATCH /apis/apps/v1/namespaces/a/deployments/b/status': {
    verb: 'patch',
    group: 'apps',
    resource: 'deployments',
    subresource: 'status',
    namespace: 'a',
    name: 'b',
  },
  'DELETE /apis/apps/v1/namespaces/a/deployments/b': {
    verb: 'delete',
    group: 'apps',
    resource: 'deployments',
    namespace: 'a',
    name: 'b',
  },
  'DELETE /apis/apps/v1/namespaces/a/deployments?labelSelector=x': {
    verb: 'deletecollection',
    group: 'apps',
    resource: 'deployments',
    namespace: 'a',
  },
  'GET /apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode': {
    verb: 'get',
    group: 'rbac.authorization.k8s.io',
    resource: 'clusterroles',
    name: 'system:node',
  },
};

suite('apiCallOf', (test) => {
  for (const [request, call] of Object.entries(CASES)) {
    test(`reads ${request}`, () => {
      const [method = '', path = ''] = request.split(' ');
      equal(apiCallOf(method, path), { ...EMPTY, ...call });
    });
  }

  test('reads requests as our server does', () => {
    for (const request of Object.keys(CASES)) {
      const [method = '', url = ''] = request.split(' ');
      const { type, ...attributes } = attributesOf({ method, url });
      equal([type, apiCallOf(method, url)], ['resource', attributes as unknown]);
    }
  });

  test('knows that everything else is no resource', () => {
    for (const path of [
      '/',
      '/api',
      '/api/v1',
      '/apis',
      '/apis/apps',
      '/apis/apps/v1',
      '/version',
      '/healthz/x',
      '',
    ])
      is(apiCallOf('GET', path), undefined, path);
  });
});
