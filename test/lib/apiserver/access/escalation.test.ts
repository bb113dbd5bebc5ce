import { equal, is } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { grant, newGuarded, NS, RBAC } from './ask.ts';
import type { Guarded, Reply } from './ask.ts';

const ROLE_WRITER = {
  apiGroups: ['rbac.authorization.k8s.io'],
  resources: ['clusterroles', 'roles', 'rolebindings', 'clusterrolebindings'],
  verbs: ['create', 'update', 'get', 'patch'],
};

async function roleWriter(guarded: Guarded): Promise<(path: string, body: object) => Promise<Reply>> {
  await grant(guarded, 'al', ROLE_WRITER);
  return (path, body) => guarded.ask('POST', `${RBAC}/${path}`, { token: 'al', body });
}

const WHO = 'user "al" (groups=["staff" "system:authenticated"])';

function binding(role: string): object {
  return {
    metadata: { name: 'more' },
    subjects: [{ kind: 'User', name: 'x', apiGroup: 'rbac.authorization.k8s.io' }],
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
  };
}

suite('checkGrant', (test) => {
  test('refuses a role with more rights than its writer has, and lists them', async (t) => {
    const post = await roleWriter(await newGuarded(t));
    const { status, message } = await post('clusterroles', {
      metadata: { name: 'more' },
      rules: [
        {
          apiGroups: ['', 'apps'],
          resources: ['pods', 'secrets'],
          verbs: ['get', '*'],
          resourceNames: ['a'],
        },
        { nonResourceURLs: ['/x', '/version'], verbs: ['get'] },
        { apiGroups: ['apps'], resources: ['*'], verbs: ['list'] },
      ],
    });
    is(status, 403);
    equal(message.split('\n'), [
      `clusterroles.rbac.authorization.k8s.io "more" is forbidden: ${WHO} is attempting to grant RBAC permissions not currently held:`,
      '{APIGroups:[""], Resources:["pods"], ResourceNames:["a"], Verbs:["get" "*"]}',
      '{APIGroups:[""], Resources:["secrets"], ResourceNames:["a"], Verbs:["get" "*"]}',
      '{APIGroups:["apps"], Resources:["*"], Verbs:["list"]}',
      '{APIGroups:["apps"], Resources:["pods"], ResourceNames:["a"], Verbs:["get" "*"]}',
      '{APIGroups:["apps"], Resources:["secrets"], ResourceNames:["a"], Verbs:["get" "*"]}',
      '{NonResourceURLs:["/x"], Verbs:["get"]}',
    ]);
  });

  test('lets a writer pass on what he has', async (t) => {
    const guarded = await newGuarded(t);
    const post = await roleWriter(guarded);
    const rules = [{ nonResourceURLs: ['/version'], verbs: ['get'] }];
    is((await post('clusterroles', { metadata: { name: 'less' }, rules })).status, 201);
    const put = await guarded.ask('PUT', `${RBAC}/clusterroles/less`, {
      token: 'al',
      body: { metadata: { name: 'less' }, rules: [{ nonResourceURLs: ['/x'], verbs: ['get'] }] },
    });
    is(put.status, 403);
    const labels = await guarded.ask('PATCH', `${RBAC}/clusterroles/less`, {
      token: 'al',
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { metadata: { labels: { a: 'b' } } },
    });
    is(labels.status, 200);
  });

  test('keeps aggregation for those who may do everything', async (t) => {
    const post = await roleWriter(await newGuarded(t));
    const { message } = await post('clusterroles', {
      metadata: { name: 'agg' },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] },
    });
    is(
      message,
      'clusterroles.rbac.authorization.k8s.io "agg" is forbidden: must have cluster-admin privileges to use the aggregationRule',
    );
  });

  test('refuses a binding to a role with more rights, and to one that is not there', async (t) => {
    const post = await roleWriter(await newGuarded(t));
    is((await post('clusterrolebindings', binding('view'))).status, 403);
    const missing = await post('clusterrolebindings', binding('missing'));
    equal(
      [missing.status, missing.message],
      [404, 'clusterrolebindings.rbac.authorization.k8s.io "missing" not found'],
    );
    is((await post('clusterrolebindings', binding('system:discovery'))).status, 201);
  });

  test('lets those who may bind or escalate do so', async (t) => {
    const guarded = await newGuarded(t);
    const post = await roleWriter(guarded);
    const own = { apiGroups: ['rbac.authorization.k8s.io'], resources: ['clusterroles'] };
    await grant(guarded, 'al', { ...own, verbs: ['bind'], resourceNames: ['view'] });
    is((await post('clusterrolebindings', binding('view'))).status, 201);
    is((await post('clusterrolebindings', { ...binding('edit'), metadata: { name: 'edit' } })).status, 403);
    await grant(guarded, 'al', { ...own, verbs: ['escalate'] });
    const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }];
    is((await post('clusterroles', { metadata: { name: 'all' }, rules })).status, 201);
  });

  test('leaves other kinds alone', async (t) => {
    const guarded = await newGuarded(t);
    await grant(guarded, 'al', { apiGroups: [''], resources: ['configmaps'], verbs: ['create'] });
    const body = { metadata: { name: 'x' }, data: { rules: 'none' } };
    is((await guarded.ask('POST', `${NS}/configmaps`, { token: 'al', body })).status, 201);
  });
});
