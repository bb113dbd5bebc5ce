import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { silentLogger } from '../context/index.ts';
import { startApiServer } from '../lib/apiserver/server.ts';
import { clientOf, connect } from '../lib/client/connect.ts';
import type { Client } from '../lib/client/client.ts';
import { isUnreachable } from '../lib/client/errors.ts';
import { errorMessage, isInvalidConfig } from '../lib/errors.ts';
import { newInformer } from '../lib/informer/new-informer.ts';
import { newMetricsEndpoint } from '../lib/manager/metrics-endpoint.ts';
import { Registry } from '../lib/metrics.ts';
import { ConfigMap } from '../lib/object/kinds.ts';
import { eventually } from '../lib/testing/eventually.ts';
import { BAD_ANSWERS } from './bad-input/bad-answers.ts';
import { BAD_HANDLERS } from './bad-input/bad-handlers.ts';
import { BROKEN_KUBECONFIGS } from './bad-input/broken-kubeconfigs.ts';
import { WRONG_OPTIONS } from './bad-input/wrong-options.ts';
import { equal, is, ok, rejects, throws } from './kit/assert.ts';
import { suite } from './kit/suite.ts';
import { temporaryFolder } from './lib/client/temporary-folder.ts';
import { startWireServer } from './lib/client/wire-server.ts';
import { Harness } from './lib/framework/harness.ts';

suite('wrong options', (test) => {
  for (const [says, construct] of Object.entries(WRONG_OPTIONS)) {
    test(`get: ${says}`, () => {
      const error = throws(construct);
      is((error as Error).message, says);
      ok(isInvalidConfig(error));
    });
  }
});

suite('broken kubeconfigs', (test) => {
  for (const [name, { text, context, says }] of Object.entries(BROKEN_KUBECONFIGS)) {
    test(`are explained: ${name}`, async ({ ctx }) => {
      await using folder = await temporaryFolder();
      const file = text === undefined ? `${folder.path}/config` : await folder.write('config', text);
      const choice = context === undefined ? {} : { context };
      const used = async (): Promise<void> => {
        await using client = await connect({ kubeconfig: file, ...choice, env: { PATH: folder.path } });
        await client.raw(ctx, { method: 'GET', path: '/version', retry: false });
      };
      const error = await rejects(used());
      const message = errorMessage(error).replaceAll(file, 'FILE');
      // Behind it may follow the words of the system.
      is(message.slice(0, says.length), says);
      ok(isInvalidConfig(error));
      ok(!message.includes('secret'), 'shows what may be a secret');
    });
  }
});

/** A client that tries once. */
function clientAt(server: string): Client {
  return clientOf({ server, tls: {}, namespace: 'default', origin: 'this test' }, { env: {}, maxRetries: 0 });
}

/** A port of 127.0.0.1 on which nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const REF = { namespace: 'default', name: 'a' };

suite('bad answers', (test) => {
  for (const [name, { answer, says }] of Object.entries(BAD_ANSWERS)) {
    test(`are explained: ${name}`, async ({ ctx }) => {
      await using server = await startWireServer((_, response) => answer(response));
      await using client = clientAt(server.url);
      const error = await rejects(client.get(ctx, ConfigMap, REF));
      is(errorMessage(error).replace(new URL(server.url).host, 'HOST').slice(0, says.length), says);
    });
  }

  test('are none at all where nothing listens', async ({ ctx }) => {
    const host = `127.0.0.1:${await freePort()}`;
    await using client = clientAt(`http://${host}`);
    const error = await rejects(client.get(ctx, ConfigMap, REF), isUnreachable);
    is(
      errorMessage(error),
      `cannot GET /api/v1/namespaces/default/configmaps/a at ${host} (nothing listens there: is the API server up, and its address right?): connect ECONNREFUSED ${host}`,
    );
  });

  test('leave a framework waiting, whose checks say for what', async ({ ctx }) => {
    const host = `127.0.0.1:${await freePort()}`;
    await using client = clientAt(`http://${host}`);
    const informer = newInformer<ConfigMap>({ client, kind: ConfigMap, namespace: 'default' });
    await using run = await new Harness({ informer }).boot();
    await eventually(
      () => informer.health().error,
      (error) => error !== undefined,
      { signal: ctx.signal },
    );
    const error = throws(() => run.framework.readyChecks()['working']?.());
    is(
      (error as Error).message,
      `cannot work as asked: informers are not synced: main (cannot GET /api/v1/namespaces/default/configmaps at ${host} (nothing listens there: is the API server up, and its address right?): connect ECONNREFUSED ${host})`,
    );
    is(run.logger.of('Informer will try again')[0]?.fields['reason'], 'unreachable');
    is(run.ended, undefined);
  });
});

suite('occupied ports', (test) => {
  test('are named by the API server, with a way out', async () => {
    await using first = await startApiServer();
    const error = await rejects(startApiServer({ port: first.port }));
    is(
      (error as Error).message,
      `cannot listen on 127.0.0.1:${first.port}: the port is in use; choose another one, or 0 for any free one`,
    );
    ok(isInvalidConfig(error));
  });

  test('are named by the metrics endpoint, with a way out', async ({ ctx }) => {
    await using server = await startApiServer();
    const { port } = server;
    const options = { registry: new Registry(), logger: silentLogger, host: '127.0.0.1', port };
    await using endpoint = newMetricsEndpoint(options);
    const error = await rejects(endpoint.start(ctx));
    is(
      (error as Error).message,
      `MetricsEndpointOptions.port: cannot listen on 127.0.0.1, port ${port}: another process or endpoint listens there; choose another port, or 0 for any free one`,
    );
    ok(isInvalidConfig(error));
  });
});

suite('bad operator code', (test) => {
  for (const [name, { options, says, resource }] of Object.entries(BAD_HANDLERS)) {
    test(`ends its reconcile and nothing else: ${name}`, async () => {
      await using run = await new Harness({ ...options, reconcileTimeoutMs: 1000 }).boot();
      run.cluster.create('a');
      await run.clock.advance(1000);
      const [line] = run.logger.of('reconcile failed');
      is(errorMessage(line?.fields['error']), says);
      equal(
        [line?.level, line?.fields['object'], line?.fields['resource']],
        ['error', 'default/a', resource],
      );
      ok(Number(line?.fields['retryMs']) > 0);
      await run.clock.advance(5000);
      ok(run.logger.of('reconcile failed').length > 1, 'was not tried again');
      is(run.ended, undefined);
    });
  }

  test('that never returns is named by the log and the health checks', async () => {
    const gate = Promise.withResolvers<void>();
    const created = async (): Promise<void> => await gate.promise;
    await using run = await new Harness({ created, reconcileTimeoutMs: 1000 }).boot();
    run.cluster.create('a');
    run.cluster.create('b');
    await run.clock.advance(10_000);
    const lines = run.logger.of('reconcile ignores its aborted signal');
    equal(
      lines.map(({ fields }) => [fields['object'], fields['resource']]),
      [
        ['default/a', 'recorder'],
        ['default/b', 'recorder'],
      ],
    );
    const error = throws(() => run.framework.healthChecks()['reconciles']?.());
    is(
      (error as Error).message,
      'cannot work as asked: reconciles ignore their aborted signal: default/a in resource recorder, default/b in resource recorder',
    );
    gate.resolve();
  });
});
