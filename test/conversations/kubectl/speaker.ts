import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { eventually } from '../../../lib/testing/eventually.ts';
import { newPlain, type Said } from './said.ts';

const WAITING_MS = 20_000;

/** In a step's input: what the step before printed. */
export const LAST = 'LAST-OUTPUT';

/** One thing that is said to a server, in its place in the conversation. */
export interface Step {
  readonly args: readonly string[];
  /** What kubectl reads from its standard input. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Says it again until it succeeds: for what a server publishes in its own time. */
  readonly patient?: boolean;
  /** Only its exit code counts: what it prints hangs on the moment. */
  readonly mute?: boolean;
  /** For a watch: what is done once it has printed something; it is ended when it has printed `lines` lines. */
  readonly meanwhile?: { readonly args: readonly (readonly string[])[]; readonly lines: number };
}

export interface SpeakerOptions {
  readonly kubectl: string;
  readonly kubeconfig: string;
  readonly namespace: string;
  readonly signal: AbortSignal;
}

/** kubectl, bound to one server and one namespace, with caches and temporary files of its own. */
export class Speaker implements AsyncDisposable {
  /** The text with words for what is another thing each time. */
  readonly plain: (text: string) => string;
  readonly #options: SpeakerOptions;
  readonly #home: string;
  #last = '';

  private constructor(options: SpeakerOptions, home: string) {
    this.#options = options;
    this.#home = home;
    this.plain = newPlain({
      [home]: 'HOME',
      [options.kubeconfig]: 'KUBECONFIG',
      [options.namespace]: 'NAMESPACE',
    });
  }

  static async on(options: SpeakerOptions): Promise<Speaker> {
    return new Speaker(options, await mkdtemp(join(tmpdir(), 'conversation-')));
  }

  /** @returns what it said, without what is another thing each time. */
  async say(step: Step): Promise<Said> {
    if (step.patient !== true) return await this.#sayOnce(step);
    const what = `${step.args.join(' ')} to succeed`;
    const waiting = { deadlineMs: WAITING_MS, intervalMs: 200, signal: this.#options.signal, what };
    return await eventually(
      () => this.#sayOnce(step),
      ({ code }) => code === 0,
      waiting,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#home, { recursive: true, force: true });
  }

  async #sayOnce({ args, input = '', env = {}, mute = false, meanwhile }: Step): Promise<Said> {
    const child = this.#spawn(args, env);
    const outputs = Promise.all([once(child, 'close'), text(child.stderr)]);
    const printed: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => printed.push(chunk));
    child.stdin.on('error', () => {}); // A kubectl that refuses its arguments ends without reading.
    child.stdin.end(input.replaceAll(LAST, this.#last));
    try {
      if (meanwhile !== undefined) await this.#during(printed, meanwhile);
    } finally {
      if (meanwhile !== undefined) child.kill();
      await outputs;
    }
    const [[code], stderr] = (await outputs) as [[number | null], string];
    this.#last = printed.join('');
    if (mute) return { code, stdout: '', stderr: '' };
    return { code, stdout: this.plain(this.#last), stderr: this.plain(stderr) };
  }

  /** Acts while a watch runs, and waits for what it must print of that. */
  async #during(printed: readonly string[], { args, lines }: NonNullable<Step['meanwhile']>): Promise<void> {
    const count = (): number => printed.join('').split('\n').length - 1;
    const waiting = { deadlineMs: WAITING_MS, signal: this.#options.signal, what: 'lines of a watch' };
    await eventually(count, (found) => found > 0, waiting);
    for (const one of args) await this.say({ args: one });
    await eventually(count, (found) => found >= lines, waiting);
  }

  #spawn(args: readonly string[], env: Readonly<Record<string, string>>) {
    const { kubectl, kubeconfig, namespace, signal } = this.#options;
    const home = { HOME: this.#home, TMPDIR: this.#home, KUBECACHEDIR: join(this.#home, 'cache') };
    return spawn(kubectl, ['--kubeconfig', kubeconfig, '--namespace', namespace, ...args], {
      stdio: 'pipe',
      env: { PATH: process.env['PATH'], NO_PROXY: '127.0.0.1', TZ: 'UTC', ...home, ...env },
      signal,
    });
  }
}
