import { pathOf, queryOf } from '../../../lib/client/path.ts';
import { isInvalidConfig } from '../../../lib/errors.ts';
import { ClusterRole, Deployment, Namespace, Pod } from '../../../lib/object/kinds.ts';
import { defineKind } from '../../../lib/object/kubernetes-object.ts';
import { is, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const PATHS = {
  'an object of the core group': {
    given: pathOf(Pod, { namespace: 'a', name: 'b' }),
    want: '/api/v1/namespaces/a/pods/b',
  },
  'an object of a named group': {
    given: pathOf(Deployment, { namespace: 'a', name: 'b' }),
    want: '/apis/apps/v1/namespaces/a/deployments/b',
  },
  'a subresource': {
    given: pathOf(Deployment, { namespace: 'a', name: 'b' }, 'status'),
    want: '/apis/apps/v1/namespaces/a/deployments/b/status',
  },
  'all objects of a namespace': { given: pathOf(Pod, { namespace: 'a' }), want: '/api/v1/namespaces/a/pods' },
  'all objects': { given: pathOf(Pod), want: '/api/v1/pods' },
  'an empty namespace': { given: pathOf(Pod, { namespace: '' }), want: '/api/v1/pods' },
  'an object without a namespace': {
    given: pathOf(Namespace, { name: 'a' }),
    want: '/api/v1/namespaces/a',
  },
  'a name with a colon': {
    given: pathOf(ClusterRole, { name: 'system:node' }),
    want: '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode',
  },
  'a name with a question mark and a space': {
    given: pathOf(Namespace, { name: 'a?b c' }),
    want: '/api/v1/namespaces/a%3Fb%20c',
  },
};

const WRONG = {
  'an object of a namespaced kind without a namespace': () => pathOf(Pod, { name: 'a' }),
  'a namespace where the kind has none': () => pathOf(Namespace, { name: 'a', namespace: 'b' }),
  'an empty name': () => pathOf(Namespace, { name: '' }),
  'a name that climbs': () => pathOf(Namespace, { name: '..' }),
  'a name with a slash': () => pathOf(Namespace, { name: 'a/b' }),
  'a name that is escaped already': () => pathOf(Namespace, { name: 'a%2Fb' }),
  'a namespace that climbs': () => pathOf(Pod, { name: 'a', namespace: '..' }),
  'a plural that climbs': () =>
    pathOf(defineKind({ apiVersion: 'a/v1', kind: 'A', plural: '../as', namespaced: false })),
};

suite('pathOf', (test) => {
  for (const [name, { given, want }] of Object.entries(PATHS))
    test(`says where ${name} is`, () => is(given, want));
  for (const [name, make] of Object.entries(WRONG))
    test(`refuses ${name}`, () => void throws(make, isInvalidConfig));
});

suite('queryOf', (test) => {
  test('escapes, and leaves out what is undefined', () => {
    is(
      queryOf({ a: 'b=c,d!=e&f', limit: 0, watch: true, none: undefined }),
      '?a=b%3Dc%2Cd!%3De%26f&limit=0&watch=true',
    );
  });
  test('is nothing where nothing is asked', () => is(queryOf({ a: undefined }), ''));
});
