import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { type Address, Connection } from './connection.ts';
import type { RunningServer } from './running-server.ts';

const START_MS = 20_000;
const POLL_MS = 1;

/** The built command, or its source where the flags of this process say so. */
function command(): readonly string[] {
  const fromSource = process.execArgv.some((flag) => flag.includes('operatorkit-source'));
  const file = fromSource ? '../../lib/apiserver/cli.ts' : '../../dist/command/operatorkit-apiserver.js';
  return [...process.execArgv, fileURLToPath(new URL(file, import.meta.url))];
}

/** Starts `operatorkit-apiserver`. @param flags of the command. @throws when it does not get ready. */
export async function startOurServer(flags: readonly string[]): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'operatorkit-bench-'));
  const kubeconfig = join(folder, 'kubeconfig');
  const port = await freePort();
  const startedAt = performance.now();
  const args = [...command(), '--port', String(port), '--kubeconfig', kubeconfig, ...flags];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const gone = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await gone;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const tls = flags.includes('--tls');
    await untilReady(tls ? { port, tls: {} } : { port }, () => child.exitCode === null);
    const startMs = performance.now() - startedAt;
    const address = tls ? await addressOf(kubeconfig, port) : { port };
    return { address, pids: [child.pid!], startMs, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Asks again and again, with a little pause, as long as nobody is there. */
async function untilReady(address: Address, isAlive: () => boolean): Promise<void> {
  for (const end = performance.now() + START_MS; performance.now() < end && isAlive(); await sleep(POLL_MS))
    if (await isReady(address)) return;
  throw new Error('cannot start operatorkit-apiserver: it does not get ready');
}

async function isReady(address: Address): Promise<boolean> {
  try {
    using connection = await Connection.open(address);
    await connection.send('GET', '/readyz');
    return true;
  } catch {
    return false; // Not yet; who waits too long gets an error anyway.
  }
}

/** What the kubeconfig says of authority and token. */
async function addressOf(kubeconfig: string, port: number): Promise<Address> {
  const { parse } = await import('yaml');
  const { clusters, users } = parse(await readFile(kubeconfig, 'utf8')) as Kubeconfig;
  const ca = Buffer.from(clusters[0]!.cluster['certificate-authority-data'], 'base64').toString('utf8');
  const token = users?.[0]?.user.token;
  return { port, tls: { ca }, ...(token === undefined ? {} : { token }) };
}

interface Kubeconfig {
  readonly clusters: readonly { readonly cluster: { readonly 'certificate-authority-data': string } }[];
  readonly users?: readonly { readonly user: { readonly token?: string } }[];
}
