import { once } from 'node:events';
import { type ClientRequest, type IncomingHttpHeaders, request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { Counter, Gauge } from 'prom-client';

import { background, type LogFields, type Logger, silentLogger } from '../../../context/index.ts';
import { isExecutionFailed, isInvalidConfig } from '../../../lib/errors.ts';
import type { Explain } from '../../../lib/framework/explain/explanation.ts';
import {
  type MetricsEndpoint,
  type MetricsEndpointOptions,
  newMetricsEndpoint,
} from '../../../lib/manager/metrics-endpoint.ts';
import { Registry } from '../../../lib/metrics.ts';
import { defined, equal, is, match, not, ok, rejects, throws } from '../../kit/assert.ts';
import { suite, type TestContext } from '../../kit/suite.ts';

interface Reply {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One request on a connection of its own. */
async function ask(
  endpoint: MetricsEndpoint,
  path: string,
  method = 'GET',
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const sent: ClientRequest = request(
    `${defined(endpoint.url)}${path}`,
    { method, headers, agent: false },
    (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, body }));
      response.on('error', reject);
    },
  );
  sent.on('error', reject).end();
  return await promise;
}

async function started(
  t: TestContext,
  options: Partial<MetricsEndpointOptions> = {},
): Promise<MetricsEndpoint> {
  const endpoint = newMetricsEndpoint({
    registry: new Registry(),
    logger: silentLogger,
    port: 0,
    ...options,
  });
  t.defer(async () => await endpoint.close());
  await endpoint.start(t.ctx);
  return endpoint;
}

interface Line {
  readonly message: string;
  readonly fields: LogFields | undefined;
}

function recorder(): { logger: Logger; lines: Line[] } {
  const lines: Line[] = [];
  const log = (message: string, fields?: LogFields): void => void lines.push({ message, fields });
  const logger: Logger = { debug: log, info: log, warn: log, error: log, with: () => logger };
  return { logger, lines };
}

function failing(): never {
  throw new Error('the database at 10.1.2.3 is gone');
}

suite('MetricsEndpoint /metrics', (test) => {
  test('serves the registry’s text with its content type', async (t) => {
    const registry = new Registry();
    new Counter({ name: 'seen_total', help: 'h', registers: [registry] }).inc(3);
    await using endpoint = await started(t, { registry });
    const { status, headers, body } = await ask(endpoint, '/metrics');
    equal([status, headers['content-type']], [200, registry.contentType]);
    match(body, /^seen_total 3$/m);
  });

  test('withholds why collecting failed, logs it, and goes on', async (t) => {
    const registry = new Registry();
    const { logger, lines } = recorder();
    const collect = (): never => failing();
    registry.registerMetric(new Gauge({ name: 'broken', help: 'h', registers: [], collect }));
    await using endpoint = await started(t, { registry, logger });
    for (let i = 0; i < 2; i += 1) {
      const { status, body } = await ask(endpoint, '/metrics');
      is(status, 500);
      not(body.includes('10.1.2.3'));
    }
    match(String(lines[0]?.fields?.['error']), '10.1.2.3');
  });
});

suite('MetricsEndpoint checks', (test) => {
  test('are well when there are none', async (t) => {
    await using endpoint = await started(t);
    for (const path of ['/healthz', '/readyz', '/healthz/']) {
      const { status, body, headers } = await ask(endpoint, path);
      equal([status, body, headers['cache-control']], [200, 'ok', 'no-store']);
    }
  });

  test('of health and readiness do not mix', async (t) => {
    await using endpoint = await started(t, {
      healthChecks: { live: () => {} },
      readyChecks: { synced: failing },
    });
    equal([(await ask(endpoint, '/healthz')).status, (await ask(endpoint, '/readyz')).status], [200, 500]);
  });

  test('are listed when one fails, without the reason, which is logged once', async (t) => {
    const { logger, lines } = recorder();
    const healthChecks = {
      good: () => {},
      bad: failing,
      worse: () => Promise.reject(new Error('secret reason')),
    };
    await using endpoint = await started(t, { healthChecks, logger });
    for (let i = 0; i < 3; i += 1) {
      const { status, body } = await ask(endpoint, '/healthz');
      is(status, 500);
      const want =
        '[+]good ok\n[-]bad failed: reason withheld\n[-]worse failed: reason withheld\nhealthz check failed\n';
      is(body, want);
    }
    equal(
      lines.map(({ message, fields }) => [message, fields?.['check']]),
      [
        ['check fails', 'bad'],
        ['check fails', 'worse'],
      ],
    );
  });

  test('are logged when they recover', async (t) => {
    const { logger, lines } = recorder();
    let well = false;
    const check = (): void => {
      if (!well) failing();
    };
    await using endpoint = await started(t, { readyChecks: { db: check }, logger });
    await ask(endpoint, '/readyz');
    well = true;
    is((await ask(endpoint, '/readyz')).status, 200);
    await ask(endpoint, '/readyz');
    equal(
      lines.map((line) => line.message),
      ['check fails', 'check passes again'],
    );
  });

  test('are listed when asked for', async (t) => {
    await using endpoint = await started(t, { readyChecks: { one: () => {}, two: async () => {} } });
    const { status, body } = await ask(endpoint, '/readyz?verbose');
    equal([status, body], [200, '[+]one ok\n[+]two ok\nreadyz check passed\n']);
  });

  test('can be asked by name', async (t) => {
    await using endpoint = await started(t, { healthChecks: { 'a b': () => {}, bad: failing } });
    equal(
      [(await ask(endpoint, '/healthz/a%20b')).status, (await ask(endpoint, '/healthz/bad')).status],
      [200, 500],
    );
    equal(
      [(await ask(endpoint, '/healthz/none')).status, (await ask(endpoint, '/healthz/%zz')).status],
      [404, 404],
    );
  });

  test('fail when they hang, and are not started again meanwhile', async (t) => {
    let runs = 0;
    const hang = Promise.withResolvers<void>();
    const check = (): Promise<void> => ((runs += 1), hang.promise);
    await using endpoint = await started(t, {
      healthChecks: { slow: check, good: () => {} },
      checkTimeoutMs: 20,
    });
    const replies = await Promise.all([ask(endpoint, '/healthz'), ask(endpoint, '/healthz/slow')]);
    equal(
      replies.map((reply) => reply.status),
      [500, 500],
    );
    is((await ask(endpoint, '/healthz/good')).status, 200);
    is(runs, 1);
    hang.resolve();
    is((await ask(endpoint, '/healthz')).status, 200);
    is((await ask(endpoint, '/healthz')).status, 200);
    is(runs, 3);
  });

  test('may throw whatever they like', async (t) => {
    const thrown: unknown[] = [null, 'text', {}];
    const check = (value: unknown) => (): void => {
      throw value as Error;
    };
    const healthChecks = Object.fromEntries(thrown.map((value, i) => [`check-${i}`, check(value)]));
    await using endpoint = await started(t, { healthChecks });
    is((await ask(endpoint, '/healthz')).status, 500);
  });
});

/** What is known of two objects, one without a namespace. */
function explanations(): { explain: Explain; keys: () => readonly string[] } {
  const keys = ['default/a', 'node 1'];
  const explain: Explain = (key) =>
    keys.includes(key) ? { key, waiting: [], failures: 0, reconciles: [] } : undefined;
  return { explain, keys: () => keys };
}

suite('MetricsEndpoint /debug/objects', (test) => {
  test('is not there unless it is asked for', async (t) => {
    await using endpoint = await started(t);
    for (const path of ['/debug', '/debug/objects', '/debug/objects/default/a'])
      is((await ask(endpoint, path)).status, 404);
  });

  test('explains objects with and without a namespace', async (t) => {
    await using endpoint = await started(t, { explain: explanations() });
    const { status, headers, body } = await ask(endpoint, '/debug/objects/default/a');
    equal(
      [status, headers['content-type'], body],
      [200, 'text/plain; charset=utf-8', 'object a in default\n'],
    );
    is((await ask(endpoint, '/debug/objects/node%201')).body, 'object node 1\n');
  });

  test('answers in JSON to those who ask for it', async (t) => {
    await using endpoint = await started(t, { explain: explanations() });
    const want = { key: 'default/a', waiting: [], failures: 0, reconciles: [] };
    const path = '/debug/objects/default/a';
    const accept = { accept: 'application/json' };
    for (const reply of [
      await ask(endpoint, `${path}?format=json`),
      await ask(endpoint, path, 'GET', accept),
    ]) {
      is(reply.headers['content-type'], 'application/json');
      equal(JSON.parse(reply.body), want);
    }
    match((await ask(endpoint, `${path}?format=text`, 'GET', accept)).body, /^object/);
  });

  test('lists the objects, as far as there is room', async (t) => {
    const keys = (): string[] => Array.from({ length: 1002 }, (_, i) => `default/${i}`);
    await using endpoint = await started(t, { explain: { explain: () => undefined, keys } });
    const { body } = await ask(endpoint, '/debug/objects');
    equal(body.split('\n').slice(999), ['default/999', '… 2 more', '']);
    const json = JSON.parse((await ask(endpoint, '/debug/objects?format=json')).body) as Record<
      string,
      unknown
    >;
    equal([(json['objects'] as unknown[]).length, json['more']], [1000, 2]);
  });

  test('keeps several frameworks apart by their names', async (t) => {
    const { explain } = explanations();
    await using endpoint = await started(t, {
      explain: { one: explanations(), two: explain, three: () => undefined },
    });
    is(
      (await ask(endpoint, '/debug/objects/default/a')).body,
      '== one ==\nobject a in default\n\n== two ==\nobject a in default\n',
    );
    const json = JSON.parse((await ask(endpoint, '/debug/objects/default/a?format=json')).body) as object;
    equal(Object.keys(json), ['one', 'two']);
    match((await ask(endpoint, '/debug/objects')).body, '== one ==\ndefault/a\nnode 1\n');
  });

  test('knows no other objects, and no other paths', async (t) => {
    await using endpoint = await started(t, { explain: explanations() });
    for (const path of ['/default/b', '/default/', '//a', '/a/b/c', '/%zz', '/default/%zz', '/default%2Fb'])
      is((await ask(endpoint, `/debug/objects${path}`)).status, 404, path);
  });

  test('refuses other methods, and answers HEAD', async (t) => {
    await using endpoint = await started(t, { explain: explanations() });
    is((await ask(endpoint, '/debug/objects/default/a', 'POST')).status, 405);
    const { status, body, headers } = await ask(endpoint, '/debug/objects/default/a', 'HEAD');
    equal([status, body, headers['content-length']], [200, '', '20']);
  });

  test('withholds why it cannot explain, and logs it', async (t) => {
    const { logger, lines } = recorder();
    await using endpoint = await started(t, { explain: failing, logger });
    const { status, body } = await ask(endpoint, '/debug/objects/default/a');
    equal([status, body], [500, 'cannot explain: reason withheld\n']);
    is(lines[0]?.message, 'cannot explain');
  });
});

suite('MetricsEndpoint', (test) => {
  test('answers HEAD like GET, without the body', async (t) => {
    await using endpoint = await started(t);
    const { status, body, headers } = await ask(endpoint, '/healthz', 'HEAD');
    equal([status, body, headers['content-length']], [200, '', '2']);
  });

  test('refuses other methods and other paths', async (t) => {
    await using endpoint = await started(t);
    const { status, headers } = await ask(endpoint, '/metrics', 'POST');
    equal([status, headers.allow], [405, 'GET, HEAD']);
    for (const path of ['/', '/metrics/', '/constructor', '/__proto__/x', '/healthz/../x', '//metrics']) {
      is((await ask(endpoint, path)).status, 404, path);
    }
  });

  test('listens on the loopback address outside of a pod, and on all inside', async (t) => {
    const before = process.env['KUBERNETES_SERVICE_HOST'];
    t.defer(() => {
      if (before === undefined) delete process.env['KUBERNETES_SERVICE_HOST'];
      else process.env['KUBERNETES_SERVICE_HOST'] = before;
    });
    delete process.env['KUBERNETES_SERVICE_HOST'];
    await using outside = await started(t);
    match(defined(outside.url), /^http:\/\/127\.0\.0\.1:\d+$/);
    process.env['KUBERNETES_SERVICE_HOST'] = '10.0.0.1';
    await using inside = await started(t);
    match(defined(inside.url), /^http:\/\/(\[::\]|0\.0\.0\.0):\d+$/);
  });

  test('says which port is occupied and what to do, and can be started on another try', async (t) => {
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve);
    });
    const { port } = other.address() as AddressInfo;
    const endpoint = newMetricsEndpoint({
      registry: new Registry(),
      logger: silentLogger,
      host: '127.0.0.1',
      port,
    });
    t.defer(async () => await endpoint.close());
    const error = await rejects(endpoint.start(t.ctx), isInvalidConfig);
    match(
      String(error),
      `MetricsEndpointOptions.port: cannot listen on 127.0.0.1, port ${port}: another process`,
    );
    match(String(error), 'choose another port, or 0');
    is(((error as Error).cause as NodeJS.ErrnoException).code, 'EADDRINUSE');
    await new Promise((resolve) => {
      other.close(resolve);
    });
    await endpoint.start(t.ctx);
    is((await ask(endpoint, '/healthz')).status, 200);
  });

  test('ends open connections when it is closed', async (t) => {
    const endpoint = await started(t, {
      healthChecks: { slow: () => new Promise(() => {}) },
      checkTimeoutMs: 60_000,
    });
    const idle = connect(Number(new URL(defined(endpoint.url)).port), '127.0.0.1');
    await once(idle, 'connect');
    const idleEnd = new Promise<void>((resolve) => {
      idle.once('close', () => resolve());
    });
    idle.on('error', () => {}); // A reset is an end too.
    const answer = rejects(ask(endpoint, '/healthz'), /socket hang up|ECONNRESET/);
    await setImmediate();
    await Promise.all([endpoint.close(), endpoint.close()]);
    idle.destroy();
    await Promise.all([idleEnd, answer]);
    is(endpoint.url, undefined);
  });

  test('closes when its context is aborted', async (t) => {
    const controller = new AbortController();
    const endpoint = newMetricsEndpoint({ registry: new Registry(), logger: silentLogger, port: 0 });
    await endpoint.start(background().withSignal(controller.signal));
    ok(endpoint.url);
    controller.abort(new Error('stop'));
    await endpoint.close();
    is(endpoint.url, undefined);
    await rejects(endpoint.start(t.ctx), isExecutionFailed);
  });

  test('does not stay open when it is closed or aborted while it starts', async () => {
    const controller = new AbortController();
    const options = { registry: new Registry(), logger: silentLogger, port: 0 };
    const [one, two] = [newMetricsEndpoint(options), newMetricsEndpoint(options)];
    const starting = one.start(background().withSignal(controller.signal));
    controller.abort(new Error('stop'));
    await rejects(starting, /stop/);
    await one.close();
    const second = two.start(background());
    await two.close();
    await second;
    equal([one.url, two.url], [undefined, undefined]);
  });

  test('cannot be started twice, and may be closed without a start', async (t) => {
    await using endpoint = await started(t);
    await rejects(endpoint.start(t.ctx), isExecutionFailed);
    await newMetricsEndpoint({ registry: new Registry(), logger: silentLogger }).close();
  });

  test('names the options that are missing or wrong', () => {
    const good = { registry: new Registry(), logger: silentLogger };
    const table = {
      'MetricsEndpointOptions.registry must not be empty': { logger: silentLogger },
      'MetricsEndpointOptions.logger must not be empty': { registry: good.registry },
      'MetricsEndpointOptions.port must be a whole number, from 0 to 65535; got 70000': {
        ...good,
        port: 70_000,
      },
      'MetricsEndpointOptions.explain.one must be a function, or have explain and keys': {
        ...good,
        explain: { one: 'x' },
      },
      'MetricsEndpointOptions.checkTimeoutMs must be a number, 1 or more; got 0': {
        ...good,
        checkTimeoutMs: 0,
      },
    };
    for (const [want, options] of Object.entries(table)) {
      const error = throws(
        () => newMetricsEndpoint(options as unknown as MetricsEndpointOptions),
        isInvalidConfig,
      );
      is((error as Error).message, want);
    }
  });
});
