import { promises as fs } from 'node:fs';
import { resolve } from 'node:path';

import { background } from '../../../context/index.ts';
import type { Clock } from '../../../context/index.ts';
import { errorMessage, InvalidConfigError, isInvalidConfig } from '../../errors.ts';
import type { Faults } from '../faults.ts';
import { startApiServer } from '../server.ts';
import type { ApiServer } from '../server.ts';
import { readDataFile } from './data-file.ts';
import type { TimedFault } from './fault-text.ts';
import { loadManifests, readManifests } from './manifests.ts';
import type { Manifest } from './manifests.ts';
import { parseOptions, USAGE } from './options.ts';
import type { CommandOptions } from './options.ts';
import { Recording } from './recording.ts';
import { slept } from './slept.ts';
import { StateKeeper } from './state-keeper.ts';

/** What a command gets from its process. */
export interface CommandEnvironment {
  /** Aborted when it is to end. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Writes to standard output, and to standard error. */
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
  /** Called once it serves all that it was asked to. */
  readonly onStarted?: () => void;
}

/**
 * Runs `operatorkit-apiserver` until it is told to end. Never rejects.
 *
 * @returns the exit code: 0; 1 when something failed; 2 when it cannot do what it was asked to.
 */
export async function runCommand(args: readonly string[], environment: CommandEnvironment): Promise<number> {
  try {
    const options = parseOptions(args);
    if (options.help) environment.print(USAGE);
    else await serve(options, environment);
    return 0;
  } catch (error) {
    // Whoever made it wrote its causes' messages into its own.
    const message = error instanceof InvalidConfigError ? error.message : errorMessage(error);
    environment.complain(`operatorkit-apiserver: ${message}\n`);
    return isInvalidConfig(error) ? 2 : 1;
  }
}

async function serve(options: CommandOptions, environment: CommandEnvironment): Promise<void> {
  const manifests = await readManifests(options.load);
  await using recording =
    options.record === undefined ? undefined : await startRecording(options.record, environment);
  const server = await startServer(options, environment, recording);
  try {
    await load(server, manifests, environment);
    await writeKubeconfig(options.kubeconfig, server);
    environment.print(welcome(options, server));
    environment.onStarted?.();
    await untilStopped(options, environment, server);
  } finally {
    await server.close();
  }
}

function startRecording(path: string, { clock, complain }: CommandEnvironment): Promise<Recording> {
  const onError = (error: unknown): void =>
    complain(`cannot go on with the recording: ${errorMessage(error)}\n`);
  return Recording.start(path, { clock, onError });
}

async function startServer(
  { port, host, tls, rbac, data }: CommandOptions,
  { clock }: CommandEnvironment,
  recording: Recording | undefined,
): Promise<ApiServer> {
  const restored = data === undefined ? undefined : await readDataFile(data);
  return await startApiServer({
    port,
    host,
    tls,
    rbac,
    clock,
    ...(restored === undefined ? {} : { restored }),
    ...(recording === undefined ? {} : { wrap: (handler) => recording.wrap(handler) }),
  });
}

async function load(
  server: ApiServer,
  manifests: readonly Manifest[],
  { signal }: CommandEnvironment,
): Promise<void> {
  if (manifests.length === 0) return;
  // Brings more modules than the whole server; most are started without manifests, and want to be there soon.
  const { newClient } = await import('../../client/http-client.ts');
  await using client = newClient({ transport: server.transport() });
  await loadManifests(background().withSignal(signal), client, manifests, () => server.idle());
}

async function writeKubeconfig(path: string, server: ApiServer): Promise<void> {
  try {
    await fs.writeFile(path, server.kubeconfig(), { mode: 0o600 });
  } catch (cause) {
    throw new InvalidConfigError(`cannot write --kubeconfig ${path}: ${errorMessage(cause)}`, { cause });
  }
}

function welcome({ kubeconfig, rbac }: CommandOptions, { url }: ApiServer): string {
  return `An API server (Kubernetes 1.36) listens on ${url}${rbac ? ', with roles' : ''}. Ctrl-C ends it.

  kubectl --kubeconfig ${kubeconfig} get namespaces
  export KUBECONFIG=${resolve(kubeconfig)}

`;
}

/** Serves, and saves, until told to end; then saves for the last time. */
async function untilStopped(
  { data, faults }: CommandOptions,
  { signal, clock, complain }: CommandEnvironment,
  server: ApiServer,
): Promise<void> {
  const { storage } = server;
  const onError = (error: unknown): void => complain(`cannot save the state: ${errorMessage(error)}\n`);
  const keeper = data === undefined ? undefined : new StateKeeper({ path: data, storage, clock, onError });
  await Promise.all([
    slept(clock, Infinity, signal),
    keeper?.run(signal),
    ...faults.map((fault) => inject(fault, server.faults, clock, signal)),
  ]);
  // Connections go first, so that nothing is written after the last save.
  await server.close();
  await keeper?.finish();
}

async function inject(
  { inject: happen, everyMs }: TimedFault,
  faults: Faults,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  if (everyMs === undefined) return happen(faults);
  while (await slept(clock, everyMs, signal)) happen(faults);
}
