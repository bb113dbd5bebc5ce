import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
  /** Writes a file below the folder. @returns its absolute path. */
  write(name: string, text: string, mode?: number): Promise<string>;
}

/** A folder that is removed with everything in it. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'operatorkit-test-'));
  return {
    path,
    write: async (name, text, mode = 0o600) => {
      const file = join(path, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
      await chmod(file, mode);
      return file;
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}
