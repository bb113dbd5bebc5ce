import { CronJob, Job } from '../../../lib/object/kinds.ts';
import type { WorkloadSimulatorOptions } from '../../../lib/testing/workload-simulator.ts';
import { eventually } from '../../../lib/testing/eventually.ts';
import { equal, is, ok } from '../../kit/assert.ts';
import { type TestContext, suite } from '../../kit/suite.ts';
import { type Stage, fastClock, newStage } from './workload-stage.ts';

/** A minute takes a fifth of a second. */
const FACTOR = 300;
const RUNS: WorkloadSimulatorOptions['pods'] = () => ({ becomes: 'ready' });

function cronJob(spec: Partial<NonNullable<CronJob['spec']>> = {}): CronJob {
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'main:1' }] } };
  const jobTemplate = { metadata: { labels: { app: 'paper' } }, spec: { template } };
  return {
    metadata: { name: 'print', namespace: 'default' },
    spec: { schedule: '* * * * *', jobTemplate, ...spec },
  };
}

async function stageOf(t: TestContext, pods?: WorkloadSimulatorOptions['pods']): Promise<Stage> {
  return await newStage(t.ctx.withClock(fastClock(FACTOR)), pods === undefined ? {} : { pods });
}

async function jobs(t: TestContext, { client }: Stage): Promise<readonly string[]> {
  const all = await client.listAll(t.ctx, Job);
  return all.map(({ metadata }) => metadata?.name ?? '').toSorted();
}

suite(
  'simulateWorkloads: CronJobs',
  (test) => {
    test('make a Job each time that they are due, by a name of that time', async (t) => {
      await using stage = await stageOf(t);
      await stage.client.create(t.ctx, CronJob, cronJob({ timeZone: 'Asia/Kolkata' }));
      const ran = await stage.until(
        CronJob,
        'print',
        ({ status }) => status?.lastSuccessfulTime !== undefined,
      );
      ok(ran.status?.lastScheduleTime);
      const [first] = await stage.client.listAll(t.ctx, Job);
      const { name, labels, annotations, ownerReferences } = first?.metadata ?? {};
      const minute = Number(/^print-(\d+)$/u.exec(name ?? '')?.[1]);
      const scheduled = annotations?.['batch.kubernetes.io/cronjob-scheduled-timestamp'] ?? '';
      is(Date.parse(scheduled), minute * 60_000);
      ok(scheduled.endsWith('+05:30'), scheduled);
      is(labels?.['app'], 'paper');
      equal(
        ownerReferences?.map(({ kind, name: owner, controller }) => [kind, owner, controller]),
        [['CronJob', 'print', true]],
      );
    });

    test('keep as many Jobs as their history says, the newest', async (t) => {
      await using stage = await stageOf(t);
      await stage.client.create(t.ctx, CronJob, cronJob({ successfulJobsHistoryLimit: 1 }));
      const first = await eventually(
        () => jobs(t, stage),
        (names) => names.length > 0,
        { signal: t.signal },
      );
      const later = await eventually(
        () => jobs(t, stage),
        (names) => names.length === 1 && names[0] !== first[0],
        { signal: t.signal },
      );
      ok(later[0]! > first[0]!);
    });

    test('start nothing beside what runs where their policy forbids it', async (t) => {
      await using stage = await stageOf(t, RUNS);
      await stage.client.create(t.ctx, CronJob, cronJob({ concurrencyPolicy: 'Forbid' }));
      const running = await stage.until(CronJob, 'print', ({ status }) => status?.active?.length === 1);
      const [only] = running.status?.active ?? [];
      // Two others were due since.
      await t.ctx.clock.sleep((3 * 60_000) / FACTOR);
      equal(await jobs(t, stage), [only?.name]);
    });

    test('replace what runs where their policy says so', async (t) => {
      await using stage = await stageOf(t, RUNS);
      await stage.client.create(t.ctx, CronJob, cronJob({ concurrencyPolicy: 'Replace' }));
      const running = await stage.until(CronJob, 'print', ({ status }) => status?.active?.length === 1);
      const [first] = running.status?.active ?? [];
      await stage.until(
        CronJob,
        'print',
        ({ status }) => status?.active?.length === 1 && status.active[0]?.uid !== first?.uid,
      );
      const left = await eventually(
        () => jobs(t, stage),
        (names) => names.length === 1,
        { signal: t.signal },
      );
      ok(!left.includes(first?.name ?? ''));
    });

    test('that are suspended start nothing', async (t) => {
      await using stage = await stageOf(t);
      await stage.client.create(t.ctx, CronJob, cronJob({ suspend: true }));
      await t.ctx.clock.sleep((2 * 60_000) / FACTOR);
      equal(await jobs(t, stage), []);
    });
  },
  { timeoutMs: 15_000 },
);
