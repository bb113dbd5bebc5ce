import { ConfigMap } from 'operatorkit';
import { background } from 'operatorkit/context';
import { eventually, newTestClient, startApiServer } from 'operatorkit/testing';
import { test } from 'node:test';

void test('nobody makes this config map', async () => {
  await using server = await startApiServer();
  await using client = newTestClient(server);
  await eventually(
    () => client.tryGet(background(), ConfigMap, { namespace: 'default', name: 'news' }),
    (found) => found !== undefined,
    { what: 'the news', deadlineMs: 50 },
  );
});
