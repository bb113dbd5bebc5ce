import { equal, is, match, not, rejects } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { startApiServer } from '../../../../lib/apiserver/server.ts';
import { asking, at, grant, newGuarded, NS, RBAC, textAt } from './ask.ts';
import { REFUSALS } from './refusals.ts';

const WHOAMI = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

suite('Access', (test) => {
  test('lets everybody do everything where nobody is asked who he is', async (t) => {
    const { ask } = await newGuarded(t, { rbac: false, tokens: undefined as never });
    is((await ask('GET', `${NS}/secrets`)).status, 200);
    is((await ask('GET', `${NS}/secrets`, { token: 'unknown' })).status, 200);
    const { body } = await ask('POST', WHOAMI, { body: {} });
    equal(at(body, 'status', 'userInfo', 'groups'), ['system:masters', 'system:authenticated']);
  });

  test('wants a token of everybody where it has tokens but no roles', async (t) => {
    const { ask } = await newGuarded(t, { rbac: false });
    is((await ask('GET', '/version')).status, 401);
    is((await ask('GET', `${NS}/secrets`, { token: 'al' })).status, 200);
  });

  test('answers 401 to a token that it does not know, in the words of the real server', async (t) => {
    const { ask } = await newGuarded(t);
    const { status, body } = await ask('GET', '/version', { token: 'unknown' });
    is(status, 401);
    equal(body, {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'Unauthorized',
      reason: 'Unauthorized',
      code: 401,
    });
  });

  test('takes whoever shows no token for anonymous', async (t) => {
    const { ask } = await newGuarded(t);
    is((await ask('GET', '/version')).status, 200);
    match((await ask('GET', '/api')).message, 'forbidden: User "system:anonymous" cannot get path "/api"');
    const basic = await ask('GET', `${NS}/pods`, { headers: { authorization: 'Basic abc' } });
    match(basic.message, /User "system:anonymous" cannot list/u);
  });

  test('refuses in the words of the real server', async (t) => {
    const { ask } = await newGuarded(t);
    for (const [what, [method, path, message]] of Object.entries(REFUSALS)) {
      const reply = await ask(method, path, { token: 'al', body: {} });
      equal([reply.status, reply.message], [403, message], what);
    }
  });

  test('names in its details what was refused', async (t) => {
    const { ask } = await newGuarded(t);
    const one = await ask('GET', '/apis/apps/v1/namespaces/default/deployments/x', { token: 'al' });
    equal(one.body['details'], { name: 'x', group: 'apps', kind: 'deployments' });
    equal((await ask('GET', '/foo', { token: 'al' })).body['details'], {});
  });

  test('lets everybody ask what is served and what he may do', async (t) => {
    const { ask } = await newGuarded(t);
    for (const path of ['/api', '/apis', '/apis/apps/v1', '/openapi/v3', '/version', '/readyz'])
      is((await ask('GET', path, { token: 'al' })).status, 200, path);
    is((await ask('POST', WHOAMI, { token: 'al', body: {} })).status, 201);
  });

  test('follows roles from the next request on', async (t) => {
    const guarded = await newGuarded(t);
    const read = (): Promise<{ readonly status: number }> =>
      guarded.ask('GET', `${NS}/configmaps`, { token: 'al' });
    is((await read()).status, 403);
    await grant(guarded, 'al', { apiGroups: [''], resources: ['configmaps'], verbs: ['list'] });
    is((await read()).status, 200);
    is((await guarded.ask('GET', `${NS}/configmaps?watch=1`, { token: 'al' })).status, 403);
  });

  test('binds a role to a namespace', async (t) => {
    const { ask, root } = await newGuarded(t);
    await root('POST', `${RBAC}/namespaces/default/rolebindings`, {
      metadata: { name: 'staff' },
      subjects: [{ kind: 'Group', name: 'staff' }],
      roleRef: { kind: 'ClusterRole', name: 'edit', apiGroup: 'rbac.authorization.k8s.io' },
    });
    is(
      (await ask('POST', `${NS}/configmaps`, { token: 'al', body: { metadata: { name: 'x' } } })).status,
      201,
    );
    is((await ask('GET', '/api/v1/namespaces/kube-system/configmaps', { token: 'al' })).status, 403);
    is((await ask('GET', `${RBAC}/namespaces/default/roles`, { token: 'al' })).status, 403);
  });

  test('limits a rule to names, and to subresources', async (t) => {
    const guarded = await newGuarded(t);
    await grant(
      guarded,
      'al',
      {
        apiGroups: [''],
        resources: ['configmaps'],
        resourceNames: ['kube-root-ca.crt'],
        verbs: ['get', 'list'],
      },
      { apiGroups: ['*'], resources: ['*/status'], verbs: ['get'] },
    );
    const status = async (path: string): Promise<number> =>
      (await guarded.ask('GET', path, { token: 'al' })).status;
    is(await status(`${NS}/configmaps/kube-root-ca.crt`), 200);
    is(await status(`${NS}/configmaps?fieldSelector=metadata.name%3Dkube-root-ca.crt`), 200);
    is(await status(`${NS}/configmaps/other`), 403);
    is(await status(`${NS}/configmaps`), 403);
    is(await status('/api/v1/namespaces/default/status'), 200);
    is(await status('/api/v1/namespaces/default'), 403);
  });

  test('says which binding leads nowhere', async (t) => {
    const { ask, root } = await newGuarded(t);
    await root('POST', `${RBAC}/clusterrolebindings`, {
      metadata: { name: 'broken' },
      subjects: [{ kind: 'User', name: 'al' }],
      roleRef: { kind: 'ClusterRole', name: 'missing', apiGroup: 'rbac.authorization.k8s.io' },
    });
    const { message } = await ask('GET', `${NS}/secrets`, { token: 'al' });
    match(
      message,
      /in the namespace "default": RBAC: clusterrole\.rbac\.authorization\.k8s\.io "missing" not found$/u,
    );
  });

  test('hands out credentials of an administrator, or of whom is asked for', async (t) => {
    const { server } = await newGuarded(t);
    const whoami = async (token?: string): Promise<string> => {
      await using transport = closing(server.transport(token === undefined ? {} : { token }));
      const { body } = await transport.send(WHOAMI);
      return body;
    };
    match(await whoami(), /"username":"kubernetes-admin"/u);
    match(await whoami('al'), /"username":"al","uid":"u-1","groups":\["staff","system:authenticated"\]/u);
  });

  test('writes no secret into the errors of its options', async () => {
    const error = await rejects(
      () => startApiServer({ listen: false, tokens: { 'my secret': { user: 'al' } } }),
      /^ApiServerOptions\.tokens must have tokens of letters, digits/u,
    );
    not((error as Error).message.includes('my secret'));
  });

  test('keeps a token out of a malformed header from being used', async (t) => {
    const { server } = await newGuarded(t);
    const ask = asking(server.handler);
    const { message } = await ask('GET', `${NS}/pods`, { headers: { authorization: 'Bearer' } });
    match(message, /User "system:anonymous"/u);
  });

  test('lists what only can be created', async (t) => {
    const { root } = await newGuarded(t);
    const { resources } = await root('GET', '/apis/authorization.k8s.io/v1');
    equal((resources as readonly object[]).map((one) => textAt(one as never, 'name')).toSorted(), [
      'localsubjectaccessreviews',
      'selfsubjectaccessreviews',
      'selfsubjectrulesreviews',
      'subjectaccessreviews',
    ]);
  });
});

interface Sender extends AsyncDisposable {
  send(path: string): Promise<{ readonly body: string }>;
}

function closing(transport: ReturnType<Awaited<ReturnType<typeof startApiServer>>['transport']>): Sender {
  return {
    send: async (path) => {
      const headers = { 'content-type': 'application/json' };
      const { signal } = new AbortController();
      const { body } = await transport.send({ method: 'POST', path, headers, body: '{}', signal });
      return { body: Buffer.concat(await Array.fromAsync(body)).toString() };
    },
    [Symbol.asyncDispose]: () => transport.close(),
  };
}
