import { readFile } from 'node:fs/promises';

import { InvalidConfigError } from '../errors.ts';
import { type Entry, pathIn, textIn } from './kubeconfig-file.ts';
import type { TlsOptions } from './undici-transport.ts';

/** How the cluster's server is recognised. */
export async function serverTls(cluster: Entry): Promise<TlsOptions> {
  const ca = await material(cluster, 'certificate-authority');
  const serverName = textIn(cluster, 'tls-server-name');
  const insecureSkipVerify = cluster.fields['insecure-skip-tls-verify'] === true;
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(serverName === undefined ? {} : { serverName }),
    ...(insecureSkipVerify ? { insecureSkipVerify } : {}),
  };
}

/** The user's client certificate. */
export async function clientTls(user: Entry): Promise<TlsOptions> {
  const cert = await material(user, 'client-certificate');
  const key = await material(user, 'client-key');
  if ((cert === undefined) !== (key === undefined))
    throw new InvalidConfigError(
      `cannot use user ${user.name} of ${user.file}: client-certificate and client-key go together`,
    );
  return cert === undefined || key === undefined ? {} : { cert, key };
}

/** The bytes of `field-data` (base64), which wins as in kubectl, or of the file that `field` names. */
async function material(entry: Entry, field: string): Promise<Buffer | undefined> {
  const data = textIn(entry, `${field}-data`);
  if (data !== undefined) return Buffer.from(data, 'base64');
  const file = pathIn(entry, field);
  if (file === undefined) return undefined;
  try {
    return await readFile(file);
  } catch (error) {
    throw new InvalidConfigError(`cannot read ${file}, the ${field} of ${entry.name} in ${entry.file}`, {
      cause: error,
    });
  }
}
