// `npm start`: the website operator at work. API server, operator and tour share this process, and talk over
// HTTP like strangers.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Registry, connect, errorMessage, newLogger } from 'operatorkit';
import { type Context, background, silentLogger } from 'operatorkit/context';
import { type PodBehaviours, simulateWorkloads, startApiServer } from 'operatorkit/testing';

import { runOperator } from './run-operator.ts';
import { type Flags, parseFlags, usage } from './tour/flags.ts';
import { giveTour } from './tour/give-tour.ts';
import { Screen } from './tour/screen.ts';

const isTerminal = process.stdout.isTTY && process.env['NO_COLOR'] === undefined;
const screen = new Screen(process.stdout, isTerminal);

/** Server, simulated workloads, operator, and the tour through them. Resolves with the exit code. */
async function demonstrate(ctx: Context, once: boolean): Promise<number> {
  screen.title('operatorkit: a website operator at work');
  await using server = await startApiServer();
  screen.note(`an API server answers at ${server.url}`);
  const registry = new Registry();
  await using client = await connect({ server: server.url, registry });
  await using kubelet = await connect({ server: server.url });
  await using _workloads = await simulateWorkloads(ctx, {
    client: kubelet,
    pods: gettingReady(once ? 0 : 400),
  });
  await using operator = await runOperator(ctx, { client, registry, logger: ctx.logger });
  screen.note('the operator has installed its custom resource definition, and its caches are in sync');

  const results = await giveTour(ctx, { client, registry, screen });
  const code = results.every((result) => result.converged) ? 0 : 1;
  screen.table(results);
  if (!once) await stayOn(ctx, server.kubeconfig(), operator.url);
  return code;
}

/** Pods that take a moment to get ready, so that one can watch them. */
function gettingReady(afterMs: number): PodBehaviours {
  return (pod) => (pod.spec?.restartPolicy === 'Always' ? { becomes: 'ready', afterMs } : undefined);
}

/** Says how to join in, and waits for Ctrl-C. */
async function stayOn(ctx: Context, kubeconfig: string, metrics: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'operatorkit-'));
  const file = join(folder, 'kubeconfig');
  writeFileSync(file, kubeconfig, { mode: 0o600 });
  screen.title('Everything runs on until Ctrl-C. Join in:');
  screen.note(`kubectl --kubeconfig ${file} get websites,deployments,pods`);
  screen.note(`kubectl --kubeconfig ${file} scale website/docs --replicas=3`);
  screen.note(`metrics at ${metrics}/metrics`);
  await interrupted(ctx);
  rmSync(folder, { recursive: true });
  screen.title('Stopped.');
}

/** The same operator on a cluster of the user's. */
async function operate(ctx: Context, flags: Flags): Promise<number> {
  const { kubeconfig = '', context } = flags;
  const registry = new Registry();
  await using client = await connect({ kubeconfig, registry, ...(context === undefined ? {} : { context }) });
  screen.title(`operatorkit: the website operator on ${client.transport.host}, until Ctrl-C`);
  await using operator = await runOperator(ctx, { client, registry, logger: ctx.logger });
  screen.note(`metrics at ${operator.url}/metrics`);
  await interrupted(ctx);
  return 0;
}

async function interrupted(ctx: Context): Promise<void> {
  await ctx.clock.sleep(Infinity, ctx.signal).catch((error: unknown) => {
    if (error !== ctx.signal.reason) throw error;
  });
}

/** The first Ctrl-C ends everything in order, a second one at once. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort(new Error('interrupted'));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return controller.signal;
}

async function main(): Promise<number> {
  const flags = parseFlags(process.argv.slice(2));
  if (flags.help) {
    screen.note(usage);
    return 0;
  }
  const shows = flags.verbose || flags.kubeconfig !== undefined;
  const logger = shows
    ? newLogger({ format: 'text', level: flags.verbose ? 'debug' : 'info' })
    : silentLogger;
  const ctx = background().withLogger(logger).withSignal(interruption());
  try {
    return flags.kubeconfig === undefined ? await demonstrate(ctx, flags.once) : await operate(ctx, flags);
  } catch (error) {
    if (!ctx.signal.aborted) throw error;
    screen.title('Stopped.');
    return 130;
  }
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`);
  return 1;
});
