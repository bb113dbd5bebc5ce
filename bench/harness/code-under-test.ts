import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folders of a build, or of a checkout, that `import 'operatorkit'` loads from. */
const FOLDERS: readonly string[] = ['context', 'lib'];

/**
 * Notices when what is measured changes while it is measured, as by a build or an edit in the same checkout:
 * each run loads the code anew, so the rounds would mix two versions.
 */
export class CodeUnderTest {
  readonly #root: string;
  readonly #before: string;

  /** @param root default: where `operatorkit` resolves to in this process. */
  constructor(root: string = fileURLToPath(new URL('..', import.meta.resolve('operatorkit')))) {
    this.#root = root;
    this.#before = fingerprint(root);
  }

  /** @throws Error when a file was added, removed or written since this was made. */
  checkUnchanged(): void {
    if (fingerprint(this.#root) !== this.#before)
      throw new Error(
        `cannot take the figures: the code in ${this.#root} changed while it was measured; run it again alone`,
      );
  }
}

function fingerprint(root: string): string {
  const hash = createHash('sha256');
  for (const folder of FOLDERS) {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).toSorted();
    for (const name of names) {
      const file = statSync(join(root, folder, name));
      if (file.isFile()) hash.update(`${folder}/${name} ${file.size} ${file.mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}
