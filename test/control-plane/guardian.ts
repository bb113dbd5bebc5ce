import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, rm, writeFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Ends when its standard input does: with its owner, or when the owner closes it. */
const SCRIPT = `
cat >/dev/null
for file in "$1"/pids/*; do
  [ -e "$file" ] && kill -9 "$(cat "$file")" 2>/dev/null
done
rm -rf "$1"
`;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Outlives the process that starts it by a moment, to leave nothing behind: it kills the servers whose pids
 * stand in `<folder>/pids` and removes the folder. An exit handler cannot do so after `kill -9` or a crash.
 *
 * **Guarantees.** Ctrl-C does not reach it (a process group of its own), so it still does its work then.
 */
export class Guardian {
  readonly #folder: string;
  readonly #shell: ChildProcess;

  private constructor(folder: string, shell: ChildProcess) {
    this.#folder = folder;
    this.#shell = shell;
  }

  static async start(folder: string): Promise<Guardian> {
    await mkdir(join(folder, 'pids'));
    const shell = spawn('/bin/sh', ['-c', SCRIPT, 'control-plane-guardian', folder], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    await once(shell, 'spawn');
    return new Guardian(folder, shell);
  }

  /**
   * A command that is `binary` and leaves its pid with the guardian.
   * It is needed because envtest-js starts servers without telling their pids.
   */
  async guarded(name: string, binary: string): Promise<string> {
    const launcher = join(this.#folder, name);
    const script = `#!/bin/sh\necho $$ >${quoted(this.#pidFile(name))}\nexec ${quoted(binary)} "$@"\n`;
    await writeFile(launcher, script);
    await chmod(launcher, 0o700);
    return launcher;
  }

  /** Sends SIGKILL to a server that runs. */
  async kill(name: string): Promise<void> {
    process.kill(Number(await readFile(this.#pidFile(name), 'utf8')), 'SIGKILL');
  }

  /** Tells the guardian that a server is gone: another process may get its pid. */
  async forget(name: string): Promise<void> {
    await rm(this.#pidFile(name), { force: true });
  }

  /** Kills what is left and removes the folder. Resolves when both are done. */
  async finish(): Promise<void> {
    const exited = once(this.#shell, 'exit');
    this.#shell.stdin?.end();
    await exited;
  }

  #pidFile(name: string): string {
    return join(this.#folder, 'pids', name);
  }
}
