import { equal } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { at, newGuarded, RBAC } from './ask.ts';
import type { Guarded } from './ask.ts';

const RULE = { verbs: ['get'], apiGroups: ['example.com'], resources: ['sites'] };

async function rulesOf({ root, server }: Guarded, name: string): Promise<unknown> {
  await server.idle();
  return at(await root('GET', `${RBAC}/clusterroles/${name}`), 'rules');
}

suite('RoleAggregator', (test) => {
  test('gathers the rules of the roles that are selected, in order and each once', async (t) => {
    const guarded = await newGuarded(t, { rbac: false });
    const { root } = guarded;
    const selector = (key: string): object => ({ matchLabels: { [key]: 'yes' } });
    await root('POST', `${RBAC}/clusterroles`, {
      metadata: { name: 'all' },
      aggregationRule: { clusterRoleSelectors: [selector('one'), selector('two')] },
      rules: [{ verbs: ['z'], apiGroups: ['x'], resources: ['y'] }],
    });
    equal((await rulesOf(guarded, 'all')) ?? [], []);
    const role = (name: string, label: string, ...rules: readonly object[]): Promise<unknown> =>
      root('POST', `${RBAC}/clusterroles`, { metadata: { name, labels: { [label]: 'yes' } }, rules });
    const other = { ...RULE, verbs: ['list'] };
    await role('a', 'two', other, RULE);
    await role('b', 'one', RULE);
    equal(await rulesOf(guarded, 'all'), [RULE, other]);
    await root('DELETE', `${RBAC}/clusterroles/b`);
    equal(await rulesOf(guarded, 'all'), [other, RULE]);
  });

  test('adds the rules of an operator to those that everybody knows', async (t) => {
    const guarded = await newGuarded(t);
    await guarded.root('POST', `${RBAC}/clusterroles`, {
      metadata: { name: 'sites', labels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } },
      rules: [RULE],
    });
    for (const name of ['view', 'edit', 'admin']) {
      const rules = (await rulesOf(guarded, name)) as readonly object[];
      equal(
        rules.filter((rule) => JSON.stringify(rule).includes('example.com')),
        [RULE],
        name,
      );
    }
  });
});
