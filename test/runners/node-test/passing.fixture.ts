import { background } from 'operatorkit/context';
import { ConfigMap } from 'operatorkit';
import { eventually, loadManifests, newTestClient, startApiServer } from 'operatorkit/testing';
import { test } from 'node:test';
import { equal } from 'node:assert/strict';

void test('a config map comes and goes', async () => {
  const ctx = background();
  await using server = await startApiServer();
  await using client = newTestClient(server);
  await loadManifests(ctx, client, {
    yaml: `{apiVersion: v1, kind: ConfigMap, metadata: {name: news}, data: {title: hello}}`,
  });
  const ref = { namespace: 'default', name: 'news' };
  equal((await client.get(ctx, ConfigMap, ref)).data?.['title'], 'hello');
  await client.delete(ctx, ConfigMap, ref);
  await eventually(
    () => client.tryGet(ctx, ConfigMap, ref),
    (found) => found === undefined,
  );
});
