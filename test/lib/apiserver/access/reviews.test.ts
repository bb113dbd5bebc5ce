import { equal, is } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { at, grant, newGuarded } from './ask.ts';
import type { Reply } from './ask.ts';

const AUTHORIZATION = '/apis/authorization.k8s.io/v1';
const OWN = `${AUTHORIZATION}/selfsubjectaccessreviews`;
const OTHERS = `${AUTHORIZATION}/subjectaccessreviews`;
const LOCAL = `${AUTHORIZATION}/namespaces/default/localsubjectaccessreviews`;
const TOKENS = '/apis/authentication.k8s.io/v1/tokenreviews';
const GET_PODS = { namespace: 'default', verb: 'get', resource: 'pods' };

function causeOf({ body }: Reply): string {
  const causes = at(body, 'details', 'causes') as readonly { field: string; message: string }[];
  return causes.map(({ field, message }) => `${field}: ${message}`).join('; ');
}

suite('reviewOf', (test) => {
  test('says whether the asker may do something, and by which binding', async (t) => {
    const { ask } = await newGuarded(t);
    const pods = await ask('POST', OWN, { token: 'al', body: { spec: { resourceAttributes: GET_PODS } } });
    is(pods.status, 201);
    equal(pods.body, {
      kind: 'SelfSubjectAccessReview',
      apiVersion: 'authorization.k8s.io/v1',
      metadata: {},
      spec: { resourceAttributes: GET_PODS },
      status: { allowed: false },
    });
    const body = { spec: { nonResourceAttributes: { verb: 'get', path: '/version' } } };
    equal((await ask('POST', OWN, { token: 'al', body })).body['status'], {
      allowed: true,
      reason:
        'RBAC: allowed by ClusterRoleBinding "system:discovery" of ClusterRole "system:discovery" to Group "system:authenticated"',
    });
  });

  test('says whether somebody else may', async (t) => {
    const guarded = await newGuarded(t);
    await grant(guarded, 'bo', { apiGroups: [''], resources: ['pods'], verbs: ['get'] });
    const allowed = async (spec: object): Promise<unknown> =>
      at(await guarded.root('POST', OTHERS, { spec }), 'status', 'allowed');
    is(await allowed({ user: 'bo', resourceAttributes: GET_PODS }), true);
    is(await allowed({ user: 'cy', resourceAttributes: GET_PODS }), false);
    is(await allowed({ groups: ['system:masters'], resourceAttributes: GET_PODS }), true);
    is((await guarded.ask('POST', OTHERS, { token: 'al', body: {} })).status, 403);
  });

  test('keeps a local review in its namespace', async (t) => {
    const { ask, root } = await newGuarded(t);
    const body = await root('POST', LOCAL, { spec: { user: 'x', resourceAttributes: GET_PODS } });
    equal(body['metadata'], { namespace: 'default' });
    const elsewhere = { spec: { user: 'x', resourceAttributes: { ...GET_PODS, namespace: 'other' } } };
    is(
      causeOf(await ask('POST', LOCAL, { token: 'root', body: elsewhere })),
      'spec.resourceAttributes.namespace: Invalid value: "other": must match metadata.namespace',
    );
  });

  test('refuses reviews that make no sense, in the words of the real server', async (t) => {
    const { ask } = await newGuarded(t);
    const both = { resourceAttributes: GET_PODS, nonResourceAttributes: { verb: 'get', path: '/version' } };
    const cases: Readonly<Record<string, readonly [path: string, spec: object, cause: string]>> = {
      'asks nothing': [
        OWN,
        {},
        'spec.resourceAttributes: Invalid value: null: exactly one of nonResourceAttributes or resourceAttributes must be specified',
      ],
      'asks two things': [
        OWN,
        both,
        'spec.nonResourceAttributes: Invalid value: {"Path":"/version","Verb":"get"}: cannot be specified in combination with resourceAttributes',
      ],
      'asks of nobody': [
        OTHERS,
        { resourceAttributes: GET_PODS },
        'spec.user: Invalid value: "": at least one of user or group must be specified',
      ],
      'asks of a path in a namespace': [
        LOCAL,
        { user: 'x', nonResourceAttributes: { verb: 'get', path: '/' } },
        'spec.nonResourceAttributes: Invalid value: {"Path":"/","Verb":"get"}: disallowed on this kind of request',
      ],
    };
    for (const [what, [path, spec, cause]] of Object.entries(cases)) {
      const reply = await ask('POST', path, { token: 'root', body: { spec } });
      equal([reply.status, causeOf(reply)], [422, cause], what);
      is(reply.message, `.authorization.k8s.io "" is invalid: ${cause}`, what);
    }
  });

  test('lists what the asker may do', async (t) => {
    const { ask } = await newGuarded(t);
    const path = `${AUTHORIZATION}/selfsubjectrulesreviews`;
    const { body } = await ask('POST', path, { token: 'al', body: { spec: { namespace: 'default' } } });
    equal([body['spec'], at(body, 'status', 'incomplete')], [{}, false]);
    const own = {
      verbs: ['create'],
      apiGroups: ['authorization.k8s.io'],
      resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
    };
    const rules = at(body, 'status', 'resourceRules') as readonly object[];
    equal(rules[0], own);
    const nowhere = await ask('POST', path, { token: 'al', body: { spec: {} } });
    equal([nowhere.status, nowhere.message], [400, 'no namespace on request']);
  });

  test('says whose a token is', async (t) => {
    const { root, ask } = await newGuarded(t);
    equal((await root('POST', TOKENS, { spec: { token: 'al' } }))['status'], {
      authenticated: true,
      user: { username: 'al', uid: 'u-1', groups: ['staff', 'system:authenticated'] },
      audiences: ['https://kubernetes.default.svc.cluster.local'],
    });
    equal((await root('POST', TOKENS, { spec: { token: 'a.b.c' } }))['status'], {
      user: {},
      error: 'invalid bearer token',
    });
    const none = await ask('POST', TOKENS, { token: 'root', body: { spec: {} } });
    equal([none.status, none.message], [400, 'token is required for TokenReview in authentication']);
  });

  test('validates fields as it does for objects', async (t) => {
    const { ask } = await newGuarded(t);
    const body = { spec: { resourceAttributes: { ...GET_PODS, bogus: 1 } } };
    const strict = await ask('POST', `${OWN}?fieldValidation=Strict`, { token: 'al', body });
    equal(
      [strict.status, strict.message],
      [
        400,
        'SelfSubjectAccessReview in version "v1" cannot be handled as a SelfSubjectAccessReview: strict decoding error: unknown field "spec.resourceAttributes.bogus"',
      ],
    );
    const warned = await ask('POST', OWN, { token: 'al', body });
    equal(warned.headers['warning'], [String.raw`299 - "unknown field \"spec.resourceAttributes.bogus\""`]);
  });

  test('stores nothing and lists nothing', async (t) => {
    const { ask } = await newGuarded(t);
    is((await ask('GET', OWN, { token: 'root' })).status, 405);
  });
});
