import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface ChildOptions {
  /** Handed over as JSON; the child reads it with {@link childTask}. */
  readonly task: unknown;
  /** The run is given up after this many milliseconds. */
  readonly timeoutMs: number;
}

const GRACE_MS = 2000;

/** Flags that decide which build is measured (`-C operatorkit-source`) go to the children too. */
function inheritedFlags(): string[] {
  return process.execArgv.filter((flag) => !/^(?:-e|--eval|--input-type|--test)/.test(flag));
}

/**
 * Runs a file in a Node process of its own and resolves with the one message that it sends. The process is
 * gone when this returns.
 */
export async function runChild(file: URL, options: ChildOptions): Promise<unknown> {
  const child = startChild(file, options.task);
  let graceMs = 0;
  try {
    const message = await messageOf(child, file, options.timeoutMs);
    graceMs = GRACE_MS;
    return message;
  } finally {
    await endChild(child, graceMs);
  }
}

/** Starts a file with its task; who starts it ends it with {@link endChild}. */
export function startChild(file: URL, task: unknown): ChildProcess {
  return fork(file, [JSON.stringify(task)], {
    execArgv: inheritedFlags(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** The child's next message; rejects when it ends, or says nothing in time. */
export async function messageOf(child: ChildProcess, file: URL, timeoutMs: number): Promise<unknown> {
  const name = file.pathname.split('/').at(-1);
  const over = new AbortController();
  const timer = setTimeout(
    () => over.abort(new Error(`cannot wait for ${name}: no result within ${timeoutMs} ms`)),
    timeoutMs,
  );
  const onExit = (code: number | null, signal: string | null): void =>
    over.abort(new Error(`cannot get a result from ${name}: it ended with ${signal ?? code}`));
  child.once('exit', onExit);
  try {
    const [message] = (await once(child, 'message', { signal: over.signal })) as unknown[];
    return message;
  } catch (error) {
    throw over.signal.aborted ? over.signal.reason : error;
  } finally {
    clearTimeout(timer);
    child.off('exit', onExit);
  }
}

/**
 * Resolves when the process is gone: by itself once its channel closes, else killed after the grace, so that a
 * contestant that cannot stop does not disturb the next one.
 */
export async function endChild(child: ChildProcess, graceMs = GRACE_MS): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await gone;
  clearTimeout(timer);
}

/** In a child: what the parent gave it to do. */
export function childTask(): unknown {
  const text = process.argv[2];
  if (text === undefined)
    throw new Error('cannot run by itself: this file is started by a benchmark, with a task as its argument');
  return JSON.parse(text) as unknown;
}

/** In a child: sends the result, then ends the process. */
export async function reportToParent(result: unknown): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.send!(result, undefined, undefined, (error) => (error === null ? resolve() : reject(error)));
  });
  process.exit(0); // What a contestant leaves open (connections, timers) must not keep it alive.
}
