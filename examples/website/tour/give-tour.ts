import { type Client, type InformerEvent, type Registry, newInformer } from 'operatorkit';
import type { Context } from 'operatorkit/context';

import { Website, nameOf } from '../website.ts';
import type { Screen, StepResult } from './screen.ts';
import { Stage } from './stage.ts';
import { type Step, steps } from './steps.ts';

export interface TourOptions {
  readonly client: Client;
  /** The operator's metrics, from which the summary counts. */
  readonly registry: Registry;
  readonly screen: Screen;
  /** Longest wait for one thing, in milliseconds. Default 30,000. */
  readonly deadlineMs?: number;
}

/**
 * Goes through all steps, also after one that did not converge, and shows what happens meanwhile. Rejects with the
 * context's reason when that is aborted.
 */
export async function giveTour(ctx: Context, options: TourOptions): Promise<readonly StepResult[]> {
  const { client, screen, deadlineMs = 30_000 } = options;
  const stage = new Stage({ ctx, client, deadlineMs, tell: (subject, text) => screen.event(subject, text) });
  const watching = new AbortController();
  const informer = newInformer<Website>({ client, kind: Website });
  using _ = informer.subscribe((event) => show(event, screen));
  const watch = informer.run(ctx.withSignal(watching.signal));

  const results: StepResult[] = [];
  try {
    for (const step of steps) {
      screen.step(step.name, step.command);
      const result = await walk(step, stage, options.registry);
      ctx.signal.throwIfAborted();
      screen.result(result);
      results.push(result);
    }
  } finally {
    watching.abort();
    await watch;
  }
  return results;
}

async function walk(step: Step, stage: Stage, registry: Registry): Promise<StepResult> {
  const { clock } = stage.ctx;
  const started = clock.monotonic();
  const before = await counts(registry);
  const outcome = await step.run(stage).then(
    (summary) => ({ converged: true, summary }),
    (error: unknown) => ({
      converged: false,
      summary: error instanceof Error ? error.message : String(error),
    }),
  );
  const after = await counts(registry);
  return {
    name: step.name,
    ...outcome,
    seconds: (clock.monotonic() - started) / 1000,
    reconciles: after.reconciles - before.reconciles,
    writes: after.writes - before.writes,
  };
}

async function counts(registry: Registry): Promise<{ reconciles: number; writes: number }> {
  const values = async (name: string) => (await registry.getSingleMetric(name)?.get())?.values ?? [];
  const total = (found: readonly { value: number }[]): number =>
    found.reduce((sum, { value }) => sum + value, 0);
  const requests = await values('rest_client_requests_total');
  return {
    reconciles: total(await values('controller_runtime_reconcile_total')),
    writes: total(
      requests.filter(({ labels }) => labels.method !== 'GET' && String(labels.code).startsWith('2')),
    ),
  };
}

/** One line for each change of a website's status. */
function show(event: InformerEvent<Website>, screen: Screen): void {
  if (event.type === 'error') return;
  const site = event.object;
  if (event.type === 'delete') {
    screen.event(nameOf(site), 'Website is gone');
    return;
  }
  const isNews = JSON.stringify(site.status) !== JSON.stringify(event.old?.status);
  if (isNews && site.status?.phase !== undefined) screen.event(nameOf(site), statusText(site));
}

function statusText(site: Website): string {
  const { phase, readyReplicas = 0, message } = site.status ?? {};
  return message === undefined
    ? `${phase}, ${readyReplicas} of ${site.spec.replicas} ready`
    : `${phase}: ${message}`;
}
