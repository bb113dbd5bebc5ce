import { readFile } from 'node:fs/promises';

import type { Clock } from '../../context/index.ts';
import { InvalidConfigError } from '../errors.ts';
import { type CredentialSource, bearer, sharedWhileRunning } from './credentials.ts';

/** Kubelets replace tokens long before they expire; client-go looks as often. */
const READ_AGAIN_MS = 60_000;
/** After a 401 it looks at once, but not for each of a hundred requests. */
const RENEW_AT_MOST_EVERY_MS = 1000;

/**
 * The bearer token in a file that somebody replaces now and then.
 *
 * **Guarantees:** a file that cannot be read for a moment (it is being replaced) does not matter while there is
 * a token from before.
 *
 * @see kubernetes/kubernetes:staging/src/k8s.io/client-go/transport/token_source.go
 */
export function tokenFromFile(file: string, clock: Clock): CredentialSource {
  let token: string | undefined;
  let readAtMs = -Infinity;
  const read = sharedWhileRunning(async () => {
    token = await readToken(file, token);
    readAtMs = clock.monotonic();
  });
  return async ({ renew }) => {
    const ageMs = clock.monotonic() - readAtMs;
    if (ageMs >= (renew ? RENEW_AT_MOST_EVERY_MS : READ_AGAIN_MS)) await read();
    return bearer(token ?? '');
  };
}

async function readToken(file: string, previous: string | undefined): Promise<string> {
  try {
    const token = (await readFile(file, 'utf8')).trim();
    if (token !== '') return token;
  } catch (error) {
    if (previous !== undefined) return previous;
    throw new InvalidConfigError(`cannot read the token file ${file}`, { cause: error });
  }
  if (previous !== undefined) return previous;
  throw new InvalidConfigError(`cannot use the token file ${file}: it is empty`);
}
