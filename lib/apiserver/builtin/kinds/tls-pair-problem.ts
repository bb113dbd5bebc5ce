import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';

const INPUT = /-----BEGIN ([^\n-]+)-----[\s\S]*?-----END \1-----/gu;

interface Block {
  readonly type: string;
  readonly text: string;
}

function blocksOf(bytes: Buffer): readonly Block[] {
  return [...bytes.toString('latin1').matchAll(INPUT)].map(([text, type = '']) => ({ text, type }));
}

/**
 * Why these are no certificate with its key, in the words of Go; undefined if they are. Says nothing of what they hold.
 *
 * @see golang/go:src/crypto/tls/tls.go (X509KeyPair)
 */
export function tlsPairProblem(certificate: Buffer, key: Buffer): string | undefined {
  const [certificates, keys] = [blocksOf(certificate), blocksOf(key)];
  const leaf = certificates.find(({ type }) => type === 'CERTIFICATE');
  if (leaf === undefined) return certificateProblem(certificates);
  const secret = keys.find(({ type }) => isKey(type));
  if (secret === undefined) return keyProblem(keys);
  return pairProblem(leaf.text, secret.text);
}

function isKey(type: string): boolean {
  return type === 'PRIVATE KEY' || type.endsWith(' PRIVATE KEY');
}

function certificateProblem(skipped: readonly Block[]): string {
  const [first] = skipped;
  if (first === undefined) return 'tls: failed to find any PEM data in certificate input';
  if (skipped.length === 1 && first.type.endsWith('PRIVATE KEY'))
    return 'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched';
  return `tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: ${typesOf(skipped)}`;
}

function keyProblem(skipped: readonly Block[]): string {
  const [first] = skipped;
  if (first === undefined) return 'tls: failed to find any PEM data in key input';
  if (skipped.length === 1 && first.type === 'CERTIFICATE')
    return 'tls: found a certificate rather than a key in the PEM for the private key';
  return `tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: ${typesOf(skipped)}`;
}

function typesOf(blocks: readonly Block[]): string {
  return `[${blocks.map(({ type }) => type).join(' ')}]`;
}

function pairProblem(certificate: string, key: string): string | undefined {
  const leaf = read(() => new X509Certificate(certificate));
  if (leaf === undefined) return 'x509: malformed certificate';
  const secret = read(() => createPrivateKey(key));
  if (secret === undefined) return 'tls: failed to parse private key';
  if (leaf.publicKey.asymmetricKeyType !== secret.asymmetricKeyType)
    return 'tls: private key type does not match public key type';
  return leaf.checkPrivateKey(secret) ? undefined : 'tls: private key does not match public key';
}

/** Undefined for what the library cannot read, whatever it says of it. */
function read<T extends X509Certificate | KeyObject>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
