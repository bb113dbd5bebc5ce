import { background, type Context } from '../../../../context/index.ts';
import { startApiServer } from '../../../../lib/apiserver/server.ts';
import type { Client } from '../../../../lib/client/client.ts';
import { isInvalidConfig } from '../../../../lib/errors.ts';
import type { Explanation } from '../../../../lib/framework/explain/explanation.ts';
import { Journal, type JournalOptions } from '../../../../lib/framework/explain/journal.ts';
import { ConfigMap, Deployment, Secret } from '../../../../lib/object/kinds.ts';
import { SecretValues, secretValues } from '../../../../lib/secret-values.ts';
import { newTestClient } from '../../../../lib/testing/test-client.ts';
import { VirtualClock } from '../../../../lib/testing/virtual-clock.ts';
import { defined, equal, is, match, not, ok, rejects, throws } from '../../../kit/assert.ts';
import { suite, type TestContext } from '../../../kit/suite.ts';
import { cause, reconcile, resourceOf } from './observed.ts';

const OBJ: ConfigMap = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: 'default', name: 'a', uid: 'u' },
};
const KEY = 'default/a';
const OTHER = { namespace: 'default', name: 'other' };

interface Stage {
  readonly ctx: Context;
  readonly clock: VirtualClock;
  readonly client: Client;
  readonly journal: Journal;
}

async function stage(t: TestContext, options: JournalOptions = {}): Promise<Stage> {
  const clock = new VirtualClock({ startMs: 0 });
  const server = await startApiServer({ listen: false });
  t.defer(() => server.close());
  const client = newTestClient(server);
  t.defer(() => client.close());
  return { ctx: t.ctx.withClock(clock), clock, client, journal: new Journal({ clock, ...options }) };
}

function explained(journal: Journal, key = KEY): Explanation {
  return defined(journal.explain(key));
}

function diffs(journal: Journal): readonly string[] {
  return explained(journal).reconciles.flatMap(({ writes }) => writes.map(({ diff }) => diff));
}

suite('Journal', (test) => {
  test('tells causes, waits, resources and the result', async (t) => {
    const { ctx, clock, journal } = await stage(t);
    await clock.advance(1000);
    const causes = [cause('updated'), cause('secondary', 'ConfigMap default/settings', 900)];
    const resources = [
      resourceOf('one', () => clock.advance(20)),
      resourceOf('two', async () => {
        await clock.advance(5);
        throw new Error('boom', { cause: new Error('the disk is full') });
      }),
    ];
    await reconcile(ctx, journal, { obj: OBJ, resources, causes, loop: 7, waitedMs: 3 });
    equal(explained(journal), {
      key: KEY,
      kind: 'ConfigMap of v1',
      waiting: [],
      nextAt: '1970-01-01T00:00:01.525Z',
      failures: 1,
      lastError: { message: 'boom: the disk is full', at: '1970-01-01T00:00:01.025Z' },
      reconciles: [
        {
          loop: 7,
          startedAt: '1970-01-01T00:00:01.000Z',
          causes: [
            { type: 'updated', at: '1970-01-01T00:00:00.000Z' },
            { type: 'secondary', at: '1970-01-01T00:00:00.900Z', detail: 'ConfigMap default/settings' },
          ],
          waitedMs: 3,
          result: 'error',
          durationMs: 25,
          nextMs: 500,
          error: 'boom: the disk is full',
          resources: [
            { resource: 'one', step: 'ensureCreated', durationMs: 20 },
            { resource: 'two', step: 'ensureCreated', durationMs: 5, error: 'boom: the disk is full' },
          ],
          writes: [],
          writesLeftOut: 0,
        },
      ],
    });
  });

  test('shows what runs while it runs', async (t) => {
    const { ctx, journal } = await stage(t);
    const resource = resourceOf('one', async () => {
      const [running] = explained(journal).reconciles;
      equal([running?.result, running?.resources], [undefined, [{ resource: 'one', step: 'ensureCreated' }]]);
    });
    await reconcile(ctx, journal, { obj: OBJ, resources: [resource] });
    is(explained(journal).reconciles[0]?.result, 'success');
  });

  test('counts failures until one succeeds, and keeps the last error', async (t) => {
    const { ctx, journal } = await stage(t);
    let fails = true;
    const resource = resourceOf('one', async () => {
      if (fails) throw new Error('boom');
    });
    for (let i = 0; i < 3; i += 1) await reconcile(ctx, journal, { obj: OBJ, resources: [resource] });
    equal([explained(journal).failures, explained(journal).nextAt !== undefined], [3, true]);
    await reconcile(ctx, journal, { obj: OBJ, resources: [resource], end: { result: 'aborted' } });
    is(explained(journal).failures, 3);
    fails = false;
    await reconcile(ctx, journal, { obj: OBJ, resources: [resource] });
    const { failures, nextAt, lastError } = explained(journal);
    equal([failures, nextAt, lastError?.message], [0, undefined, 'boom']);
  });

  test('keeps the causes that wait, and what holds it back until the next reconcile begins', async (t) => {
    const { ctx, journal } = await stage(t);
    journal.held(KEY, { by: 'pause', detail: 'annotation example.com/paused' });
    for (let i = 0; i < 15; i += 1) journal.queued(KEY, cause('trigger', `${i}`));
    const { waiting, hold, reconciles } = explained(journal);
    equal(hold, { by: 'pause', detail: 'annotation example.com/paused', at: '1970-01-01T00:00:00.000Z' });
    equal(
      waiting.map(({ detail }) => detail),
      ['0', '6', '7', '8', '9', '10', '11', '12', '13', '14'],
    );
    equal(reconciles, []);
    await reconcile(ctx, journal, { obj: OBJ, resources: [resourceOf('one', async () => {})] });
    equal([explained(journal).hold, explained(journal).waiting], [undefined, []]);
  });

  test('knows nothing of other objects', async (t) => {
    const { journal } = await stage(t);
    equal([journal.explain('default/b'), journal.keys()], [undefined, []]);
  });

  test('names the options that are wrong', () => {
    for (const name of ['maxObjects', 'maxReconciles', 'maxWrites', 'maxDiffCharacters']) {
      const error = throws(() => new Journal({ [name]: -1 }), isInvalidConfig) as Error;
      match(error.message, `JournalOptions.${name} must be a whole number`);
    }
  });
});

suite('Journal on writes', (test) => {
  test('shows what was created', async (t) => {
    const { ctx, client, journal } = await stage(t);
    const resource = resourceOf('maker', (at) =>
      client.create(at, ConfigMap, { metadata: OTHER, data: { a: '1' } }),
    );
    await reconcile(ctx, journal, { obj: OBJ, resources: [resource] });
    const [write, ...rest] = explained(journal).reconciles[0]?.writes ?? [];
    equal(rest, []);
    equal(
      { ...write, durationMs: 0 },
      {
        resource: 'maker',
        verb: 'create',
        target: 'ConfigMap default/other',
        dryRun: false,
        durationMs: 0,
        diff: '+ data.a: "1"',
      },
    );
  });

  test('compares with what the reconcile has read or written itself', async (t) => {
    const { ctx, client, journal } = await stage(t);
    await client.create(ctx, ConfigMap, { metadata: OTHER, data: { a: '1' } });
    const patch = { type: 'merge', value: { data: { a: '3' } } } as const;
    const resource = resourceOf('changer', async (at) => {
      const found = await client.get(at, ConfigMap, OTHER);
      await client.update(at, ConfigMap, { ...found, data: { a: '2' } });
      await client.patch(at, ConfigMap, OTHER, patch);
      await client.patch(at, ConfigMap, OTHER, patch);
      await client.delete(at, ConfigMap, OTHER);
    });
    await reconcile(ctx, journal, { obj: OBJ, resources: [resource] });
    equal(diffs(journal), ['~ data.a: "1" → "2"', '~ data.a: "2" → "3"', '', '']);
  });

  test('compares with listed objects, and with what informers know', async (t) => {
    const cached = { metadata: { ...OTHER, name: 'cached' }, data: { a: 'old' } };
    const { ctx, client, journal } = await stage(t, {
      before: (kind, { name }) => (kind.kind === 'ConfigMap' && name === 'cached' ? cached : undefined),
    });
    await client.create(ctx, ConfigMap, { metadata: OTHER, data: { a: '1' } });
    await client.create(ctx, ConfigMap, cached);
    const resource = resourceOf('changer', async (at) => {
      await client.listAll(at, ConfigMap, { namespace: 'default' });
      await client.apply(at, ConfigMap, { metadata: OTHER, data: { b: '2' } });
    });
    const other = resourceOf('changer', (at) =>
      client.patch(at, ConfigMap, cached.metadata, { type: 'merge', value: { data: { a: 'new' } } }),
    );
    await reconcile(ctx, journal, { obj: OBJ, resources: [resource] });
    await reconcile(ctx, journal, { obj: OBJ, resources: [other] });
    equal(diffs(journal), ['~ data.a: "old" → "new"', '+ data.b: "2"']);
  });

  test('shows what was sent where it does not know what was', async (t) => {
    const { ctx, client, journal } = await stage(t);
    await client.create(ctx, ConfigMap, { metadata: OTHER, data: { a: '1' } });
    const resource = resourceOf('blind', async (at) => {
      await client.apply(at, ConfigMap, { metadata: OTHER, data: { b: '2' } });
    });
    const merge = resourceOf('blind', (at) =>
      client.patch(at, ConfigMap, OTHER, { type: 'merge', value: { data: { a: null } } }),
    );
    const operations = [
      { op: 'test', path: '/data/b', value: '2' },
      { op: 'replace', path: '/data/b', value: '3' },
      { op: 'copy', from: '/data/b', path: '/data/c' },
      { op: 'remove', path: '/data/b' },
    ] as const;
    const json = resourceOf('blind', (at) =>
      client.patch(at, ConfigMap, OTHER, { type: 'json', operations }),
    );
    for (const one of [resource, merge, json]) await reconcile(ctx, journal, { obj: OBJ, resources: [one] });
    equal(diffs(journal), [
      'sent as a patch:\ntest /data/b: "2"\nreplace /data/b: "3"\ncopy /data/b → /data/c\nremove /data/b',
      'sent as a patch:\n+ data.a: null',
      'sent:\n+ data.b: "2"',
    ]);
  });

  test('shows a status by itself, and leaves it out of other writes', async (t) => {
    const { ctx, client, journal } = await stage(t);
    const labels = { app: 'web' };
    const made = await client.create(ctx, Deployment, {
      metadata: OTHER,
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    });
    const resource = resourceOf('one', async (at) => {
      const old = await client.get(at, Deployment, OTHER);
      const value = { status: { observedGeneration: 1 } };
      await client.patch(at, Deployment, OTHER, { type: 'merge', value }, { subresource: 'status' });
      await client.update(at, Deployment, { ...old, metadata: OTHER, spec: { ...made.spec!, replicas: 3 } });
      await client.updateScale(at, Deployment, OTHER, 2);
    });
    await reconcile(ctx, journal, { obj: OBJ, resources: [resource] });
    equal(diffs(journal), [
      '+ status.observedGeneration: 1',
      '~ spec.replicas: 1 → 3',
      'sent:\n+ spec.replicas: 2',
    ]);
    equal(
      explained(journal).reconciles[0]?.writes.map(({ target }) => target),
      ['Deployment default/other (status)', 'Deployment default/other', 'Deployment default/other (scale)'],
    );
  });

  test('tells of writes that failed, and hands their errors on untouched', async (t) => {
    const { ctx, client, journal } = await stage(t);
    const resource = resourceOf('one', async (at) => {
      await rejects(client.delete(at, ConfigMap, OTHER), /not found/);
      await rejects(client.update(at, ConfigMap, { metadata: OTHER, data: { a: '1' } }), /not found/);
    });
    await reconcile(ctx, journal, { obj: OBJ, resources: [resource] });
    const writes = explained(journal).reconciles[0]?.writes ?? [];
    equal(
      writes.map(({ verb, diff }) => [verb, diff]),
      [
        ['delete', ''],
        ['update', 'sent:\n+ data.a: "1"'],
      ],
    );
    match(writes[0]?.error ?? '', /configmaps "other" not found/);
  });

  test('does not let a broken lookup break the write', async (t) => {
    const { ctx, client, journal } = await stage(t, {
      before: () => {
        throw new Error('no');
      },
    });
    await client.create(ctx, ConfigMap, { metadata: OTHER });
    const value = { data: { a: '1' } };
    const resource = resourceOf('one', (at) => client.patch(at, ConfigMap, OTHER, { type: 'merge', value }));
    await reconcile(ctx, journal, { obj: OBJ, resources: [resource] });
    is(explained(journal).reconciles[0]?.result, 'success');
    equal((await client.get(ctx, ConfigMap, OTHER)).data, { a: '1' });
  });
});

suite('Journal and work that is left behind', (test) => {
  test('takes no notes of what goes on when the reconcile has ended', async (t) => {
    const { ctx, client, journal } = await stage(t);
    const left: { ctx?: Context } = {};
    const resource = resourceOf('one', async (at) => {
      left.ctx = at;
    });
    await reconcile(ctx, journal, { obj: OBJ, resources: [resource] });
    await client.create(defined(left.ctx), ConfigMap, { metadata: OTHER });
    equal(diffs(journal), []);
  });
});

suite('Journal and secrets', (test) => {
  test('keeps no data of Secrets', async (t) => {
    const { ctx, client, journal } = await stage(t);
    const resource = resourceOf('one', async (at) => {
      const data = { password: Buffer.from('hunter2').toString('base64') };
      await client.create(at, Secret, { metadata: OTHER, data });
      const value = { stringData: { password: 'hunter3' } };
      await client.patch(at, Secret, OTHER, { type: 'merge', value });
      const operations = [{ op: 'replace', path: '/data/password', value: 'aHVudGVyNA==' }] as const;
      await client.patch(at, Secret, OTHER, { type: 'json', operations });
    });
    await reconcile(ctx, journal, { obj: OBJ, resources: [resource] });
    equal(diffs(journal), [
      '+ data.password: (secret, 7 bytes)',
      '~ data.password: (secret, 7 bytes) → (secret, 7 bytes)',
      '~ data.password: (secret, 7 bytes) → (secret, 7 bytes)',
    ]);
  });

  test('keeps no secret value that the reconcile knows, even if it learns of it later', async (t) => {
    const { ctx, client, journal } = await stage(t);
    const known = new SecretValues();
    const resource = resourceOf('one', async (at) => {
      await client.create(at, ConfigMap, { metadata: OTHER, data: { dsn: 'user:s3cr3t@db' } });
      known.add('s3cr3t');
      throw new Error('cannot connect as s3cr3t');
    });
    const causes = [cause('secondary', 's3cr3t')];
    await reconcile(secretValues.with(ctx, known), journal, { obj: OBJ, resources: [resource], causes });
    const text = JSON.stringify(journal.explain(KEY));
    not(text.includes('s3cr3t'), text);
    equal(diffs(journal), ['+ data.dsn: "user:[redacted]@db"']);
    is(explained(journal).lastError?.message, 'cannot connect as [redacted]');
  });

  test('shows what was sent of a JSON patch to a Secret by its size', async (t) => {
    const { ctx, client, journal } = await stage(t);
    await client.create(ctx, Secret, { metadata: OTHER });
    const operations = [{ op: 'add', path: '/data', value: { password: 'aHVudGVyNA==' } }] as const;
    const resource = resourceOf('one', (at) => client.patch(at, Secret, OTHER, { type: 'json', operations }));
    await reconcile(ctx, journal, { obj: OBJ, resources: [resource] });
    equal(diffs(journal), ['sent as a patch:\nadd /data: {password: (secret, 7 bytes)}']);
  });
});

suite('Journal bounds', (test) => {
  test('drop the objects that nothing was heard of for longest', () => {
    const journal = new Journal({ maxObjects: 2 });
    for (const key of ['a', 'b', 'a', 'c']) journal.queued(key, cause('updated'));
    equal(journal.keys(), ['c', 'a']);
  });

  test('keep the notes of a reconcile that outlives its place', async () => {
    const journal = new Journal({ maxObjects: 1 });
    const resource = resourceOf('one', async () => journal.queued('b', cause('updated')));
    await reconcile(background(), journal, { obj: OBJ, resources: [resource] });
    equal([journal.keys(), explained(journal).reconciles.length], [[KEY], 1]);
  });

  test('drop reconciles in which nothing happened before others', async () => {
    const journal = new Journal({ maxReconciles: 5 });
    for (let loop = 1; loop <= 12; loop += 1) {
      const resource = resourceOf('one', async () => {
        if (loop % 5 === 2) throw new Error('boom');
      });
      await reconcile(background(), journal, { obj: OBJ, resources: [resource], loop });
    }
    equal(
      explained(journal).reconciles.map(({ loop }) => loop),
      [12, 11, 10, 7, 2],
    );
  });

  test('count writes that are too many, and cut what they changed', async (t) => {
    const { ctx, client, journal } = await stage(t, { maxWrites: 3, maxDiffCharacters: 40 });
    const resource = resourceOf('one', async (at) => {
      for (let i = 0; i < 5; i += 1) {
        const data = { [`key-${i}`]: 'x'.repeat(15) };
        await client.create(at, ConfigMap, { metadata: { ...OTHER, name: `other-${i}` }, data });
      }
    });
    await reconcile(ctx, journal, { obj: OBJ, resources: [resource] });
    is(explained(journal).reconciles[0]?.writesLeftOut, 2);
    equal(diffs(journal), [`+ data.key-0: "${'x'.repeat(15)}"`, '… 1 more line', '… left out']);
  });

  test('hold in memory with the largest of objects', async (t) => {
    const { ctx, client, journal } = await stage(t);
    const data = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`key-${i}`, 'x'.repeat(300)]));
    const resource = resourceOf('one', async (at) => {
      for (let i = 0; i < 3; i += 1)
        await client.create(at, ConfigMap, { metadata: { ...OTHER, name: `other-${i}` }, data });
      throw new Error('y'.repeat(100_000));
    });
    await reconcile(ctx, journal, { obj: OBJ, resources: [resource] });
    const { length } = JSON.stringify(explained(journal));
    ok(length < 15_000, String(length));
  });
});
