import { dryRun } from '../../../context/index.ts';
import { type AroundCall, type ClientCall, clientCalls } from '../../../lib/client/client-call.ts';
import { ConfigMap, Deployment } from '../../../lib/object/kinds.ts';
import { equal, is, rejects } from '../../kit/assert.ts';
import { testServer } from '../../kit/server.ts';
import { suite } from '../../kit/suite.ts';

/** Notes what is called, in which order. */
function noting(notes: string[], name = ''): AroundCall {
  return async (ctx, call, work) => {
    notes.push(`${name}${described(call)}`);
    try {
      return await work(ctx);
    } catch (error) {
      notes.push(`${name}failed`);
      throw error;
    }
  };
}

function described({ verb, kind, name = '*', subresource, dryRun: dry }: ClientCall): string {
  return [verb, kind.plural, name, subresource, dry ? 'dry' : undefined].filter(Boolean).join(' ');
}

suite('clientCalls', (test) => {
  test('lets calls be seen that are made in the context, and no others', async (t) => {
    const { client, ctx, namespace } = await testServer(t, 'direct');
    const notes: string[] = [];
    const seen = clientCalls.with(ctx, noting(notes));
    const ref = { namespace, name: 'a' };
    const deployment = {
      metadata: ref,
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'a' }] } },
      },
    };
    await client.create<Deployment>(seen, Deployment, deployment);
    await client.create<ConfigMap>(ctx, ConfigMap, { metadata: ref });
    await client.get(seen, ConfigMap, ref);
    await client.listAll(seen, ConfigMap, { namespace });
    await client.update<ConfigMap>(seen, ConfigMap, { metadata: ref, data: { b: '1' } });
    await client.patch(seen, ConfigMap, ref, { type: 'merge', value: { data: { b: '2' } } });
    await client.apply<ConfigMap>(seen, ConfigMap, { metadata: ref, data: { c: '1' } }, { dryRun: true });
    await client.updateScale(seen, Deployment, ref, 2);
    await client.delete(seen, ConfigMap, ref);
    await client.deleteAll(seen, ConfigMap, { namespace });
    await rejects(client.get(seen, ConfigMap, ref));
    equal(notes, [
      'create deployments a',
      'get configmaps a',
      'list configmaps *',
      'update configmaps a',
      'patch configmaps a',
      'apply configmaps a dry',
      'update deployments a scale',
      'delete configmaps a',
      'deletecollection configmaps *',
      'get configmaps a',
      'failed',
    ]);
  });

  test('puts a later observer inside the earlier ones', async (t) => {
    const { client, ctx, namespace } = await testServer(t, 'direct');
    const notes: string[] = [];
    const seen = clientCalls.with(clientCalls.with(ctx, noting(notes, 'outer ')), noting(notes, 'inner '));
    await client.listAll(seen, ConfigMap, { namespace });
    equal(notes, ['outer list configmaps *', 'inner list configmaps *']);
  });

  test('has every write tried only in a dry run', async (t) => {
    const { client, ctx, namespace } = await testServer(t, 'direct');
    const ref = { namespace, name: 'a' };
    await client.create<ConfigMap>(ctx, ConfigMap, { metadata: ref, data: { a: '1' } });
    const dry = dryRun.with(ctx);
    dryRun.set(dry);
    await client.create<ConfigMap>(dry, ConfigMap, { metadata: { namespace, name: 'b' } });
    await client.update<ConfigMap>(dry, ConfigMap, { metadata: ref, data: { a: '2' } });
    await client.patch(dry, ConfigMap, ref, { type: 'merge', value: { data: { a: '2' } } });
    const applied = await client.apply<ConfigMap>(dry, ConfigMap, { metadata: ref, data: { b: '2' } });
    equal(applied.data, { a: '1', b: '2' });
    await client.delete(dry, ConfigMap, ref);
    await client.deleteAll(dry, ConfigMap, { namespace });
    const left = await client.listAll<ConfigMap>(ctx, ConfigMap, { namespace });
    equal(
      left.filter(({ metadata }) => metadata?.name !== 'kube-root-ca.crt').map(({ data }) => data),
      [{ a: '1' }],
    );
    is(await client.tryGet(ctx, ConfigMap, { namespace, name: 'b' }), undefined);
  });
});
