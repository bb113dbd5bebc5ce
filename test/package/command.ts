import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** A command that serves. */
export interface Serving extends AsyncDisposable {
  readonly url: string;
  /** Ends it as Ctrl-C does. @returns its exit code. */
  stop(): Promise<number | null>;
}

/**
 * Runs a command until it says where it listens.
 *
 * @throws with all it printed when it ends before.
 */
export async function serve(node: string, args: readonly string[], cwd: string): Promise<Serving> {
  const child = spawn(node, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit') as Promise<[code: number | null]>;
  const { promise: listening, resolve, reject } = Promise.withResolvers<string>();
  let printed = '';
  const read = (chunk: Buffer): void => {
    printed += chunk.toString('utf8');
    const url = /listens on (http\S+:\d+)/u.exec(printed)?.[1];
    if (url !== undefined) resolve(url);
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  void exited.then(() => reject(new Error(`cannot run ${args.join(' ')}: it ended\n${printed}`)));
  const stop = async (): Promise<number | null> => {
    child.kill('SIGINT');
    const [code] = await exited;
    return code;
  };
  return { url: await listening, stop, [Symbol.asyncDispose]: async () => void (await stop()) };
}
