import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { startApiServer } from '../../lib/apiserver/server.ts';
import type { Difference } from './kubectl/differences.ts';
import { parseTranscript, type Transcript } from './transcript.ts';

/**
 * A program that talks with an API server about a namespace, and about the API group that is named for it. It is
 * given the paths of a kubeconfig and the name of the namespace, which it creates and deletes, as its last arguments.
 * It prints a line of JSON for each turn: `["what was said", answer]`.
 */
export interface Program {
  readonly command: readonly [file: string, ...args: string[]];
  readonly env?: Readonly<Record<string, string>>;
}

/** What another client says to a server. */
export interface Conversation {
  /** Of its recording. */
  readonly name: string;
  /** Makes the program ready, which takes minutes the first time where it is built or installed. */
  readonly prepare: () => Promise<Program>;
  /** By what was said. Each must still differ. */
  readonly differences: Readonly<Record<string, Difference>>;
}

/** Has the conversation, in a process with a home of its own. @throws when the program fails, with what it said. */
export async function converse(
  conversation: Conversation,
  kubeconfig: string,
  signal: AbortSignal,
): Promise<Transcript> {
  const program = await conversation.prepare();
  const [file, ...args] = program.command;
  const namespace = `talk-${randomUUID().slice(0, 8)}`;
  const home = await mkdtemp(join(tmpdir(), 'conversation-'));
  try {
    const env = { PATH: process.env['PATH'], HOME: home, TMPDIR: home, NO_PROXY: '127.0.0.1', TZ: 'UTC' };
    const child = spawn(file, [...args, kubeconfig, namespace], {
      cwd: home,
      env: { ...env, ...program.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    });
    const [stdout, stderr, [code]] = (await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])) as [string, string, [number | null]];
    if (code !== 0) throw new Error(`cannot have the conversation with ${conversation.name}: ${stderr}`);
    return parseTranscript(stdout, namespace);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/**
 * How many changes ours keeps: a real server, too, has forgotten what was before a kind by the time that someone
 * watches its objects.
 */
const HISTORY_LIMIT = 20;

/** Has the conversation with a new server of ours, which is as a cluster is: HTTPS, with roles. */
export async function converseWithOurs(conversation: Conversation, signal: AbortSignal): Promise<Transcript> {
  await using server = await startApiServer({ rbac: true, tls: true, historyLimit: HISTORY_LIMIT });
  const folder = await mkdtemp(join(tmpdir(), 'conversation-server-'));
  try {
    const kubeconfig = join(folder, 'kubeconfig');
    await writeFile(kubeconfig, server.kubeconfig(), { mode: 0o600 });
    return await converse(conversation, kubeconfig, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
