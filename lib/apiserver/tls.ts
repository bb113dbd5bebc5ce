// A certificate needs a dozen kinds of DER elements, written below. The library for it brings fourteen packages
// and a polyfill of a global to everybody who installs this one, for a self-signed certificate in tests.
import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { isIP } from 'node:net';

import { InvalidConfigError } from '../errors.ts';

/** What a server shows to its clients, and what they check it with. PEM. */
export interface TlsFiles {
  /** The server's certificate; those in between may follow. */
  readonly cert: string;
  /** Its private key. Secret. */
  readonly key: string;
  /** The authority that clients trust. */
  readonly ca: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const VALID_MS = 365 * DAY_MS;

/** @see https://www.rfc-editor.org/rfc/rfc5280 */
const OID = {
  commonName: '2.5.4.3',
  ecPublicKey: '1.2.840.10045.2.1',
  p256: '1.2.840.10045.3.1.7',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  extendedKeyUsage: '2.5.29.37',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  subjectAltName: '2.5.29.17',
  subjectKey: '2.5.29.14',
  authorityKey: '2.5.29.35',
} as const;

/**
 * Makes a certificate authority and a server's certificate signed by it, for a year. The authority's key is
 * forgotten at once: nothing else can ever be signed with it.
 *
 * @param names host names and IP addresses that the server is reached by.
 * @param nowMs the real time: clients check by theirs.
 */
export function selfSigned(names: readonly string[], nowMs: number): TlsFiles {
  const authority = newKeyPair();
  const server = newKeyPair();
  const issuer = nameOf('operatorkit-ca');
  const shared = { issuer, signer: authority.signer, nowMs };
  const authorityId = keyId(authority.publicInfo);
  return {
    ca: certificate({
      ...shared,
      subject: issuer,
      publicInfo: authority.publicInfo,
      extensions: [
        critical(OID.basicConstraints, sequence(boolean(true))),
        critical(OID.keyUsage, bits(0b0000_0110, 1)), // certificates and revocation lists
        extension(OID.subjectKey, element(0x04, authorityId)),
      ],
    }),
    cert: certificate({
      ...shared,
      subject: nameOf('kube-apiserver'),
      publicInfo: server.publicInfo,
      extensions: [
        critical(OID.keyUsage, bits(0b1000_0000, 7)), // signatures
        extension(OID.extendedKeyUsage, sequence(objectId(OID.serverAuth))),
        extension(OID.subjectAltName, sequence(...names.map(alternativeName))),
        extension(OID.authorityKey, sequence(element(0x80, authorityId))),
      ],
    }),
    key: server.pem,
  };
}

/** Checks files that came from outside. @throws InvalidConfigError, without a word of the key. */
export function checkTlsFiles({ key, cert, ca }: TlsFiles): void {
  for (const [name, text] of Object.entries({ cert, ca }))
    if (!text.includes('-----BEGIN CERTIFICATE-----'))
      throw new InvalidConfigError(`ApiServerOptions.tls.${name} must be a certificate in PEM form`);
  try {
    createPrivateKey(key);
  } catch {
    // The cause may quote what it could not read.
    throw new InvalidConfigError('ApiServerOptions.tls.key must be a private key in PEM form');
  }
}

interface KeyPair {
  readonly signer: KeyObject;
  /** The private key. Secret. @see https://www.rfc-editor.org/rfc/rfc5958 */
  readonly pem: string;
  /** The public key, as certificates hold it. @see https://www.rfc-editor.org/rfc/rfc5480 */
  readonly publicInfo: Buffer;
}

/** A new key. Written here: the first that OpenSSL writes has it look up every format that it knows. */
function newKeyPair(): KeyPair {
  const { privateKey: signer } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const numbers = signer.export({ format: 'jwk' });
  const [d, x, y] = [numbers.d, numbers.x, numbers.y].map((text = '') => Buffer.from(text, 'base64url'));
  const algorithm = sequence(objectId(OID.ecPublicKey), objectId(OID.p256));
  const point = element(0x03, Buffer.of(0, 4), x!, y!); // not compressed
  const content = sequence(integer(Buffer.of(1)), element(0x04, d!), element(0xa1, point));
  return {
    signer,
    pem: pem('PRIVATE KEY', sequence(integer(Buffer.of(0)), algorithm, element(0x04, content))),
    publicInfo: sequence(algorithm, point),
  };
}

interface Certificate {
  readonly subject: Buffer;
  readonly issuer: Buffer;
  readonly publicInfo: Buffer;
  readonly signer: KeyObject;
  readonly nowMs: number;
  readonly extensions: readonly Buffer[];
}

function certificate({ subject, issuer, publicInfo, signer, nowMs, extensions }: Certificate): string {
  const algorithm = sequence(objectId(OID.ecdsaWithSha256));
  const content = sequence(
    element(0xa0, integer(Buffer.of(2))), // version 3
    integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    algorithm,
    issuer,
    // Clocks differ a little between machines.
    sequence(time(nowMs - DAY_MS), time(nowMs + VALID_MS)),
    subject,
    publicInfo,
    element(0xa3, sequence(...extensions)),
  );
  const der = sequence(content, algorithm, element(0x03, Buffer.of(0), sign('sha256', content, signer)));
  return pem('CERTIFICATE', der);
}

/** @see https://www.rfc-editor.org/rfc/rfc7468 */
function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/gu) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}

function nameOf(commonName: string): Buffer {
  const text = element(0x0c, Buffer.from(commonName));
  return sequence(element(0x31, sequence(objectId(OID.commonName), text)));
}

function alternativeName(name: string): Buffer {
  switch (isIP(name)) {
    case 4:
      return element(0x87, Buffer.from(name.split('.').map(Number)));
    case 6:
      return element(0x87, ipv6Bytes(name));
    default:
      return element(0x82, Buffer.from(name));
  }
}

function ipv6Bytes(address: string): Buffer {
  const [before = '', after] = address.split('::');
  const groups = (text: string): string[] => text.split(':').filter((group) => group !== '');
  const head = groups(before);
  const tail = after === undefined ? [] : groups(after);
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const hex = [...head, ...zeros, ...tail].map((group) => group.padStart(4, '0'));
  return Buffer.from(hex.join(''), 'hex');
}

/** Only names a key; some clients insist on it. */
function keyId(publicInfo: Buffer): Buffer {
  return createHash('sha1').update(publicInfo).digest();
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(objectId(id), element(0x04, value));
}

/** One that nobody may ignore. */
function critical(id: string, value: Buffer): Buffer {
  return sequence(objectId(id), boolean(true), element(0x04, value));
}

/** @see https://www.itu.int/rec/T-REC-X.690 */
function element(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.of(tag), length(body.length), body]);
}

function length(bytes: number): Buffer {
  if (bytes < 128) return Buffer.of(bytes);
  return bytes < 256 ? Buffer.of(0x81, bytes) : Buffer.of(0x82, bytes >> 8, bytes & 0xff);
}

function sequence(...content: readonly Uint8Array[]): Buffer {
  return element(0x30, ...content);
}

/** @param value big-endian; its first bit must be 0. */
function integer(value: Uint8Array): Buffer {
  return element(0x02, value);
}

function boolean(value: boolean): Buffer {
  return element(0x01, Buffer.of(value ? 0xff : 0));
}

/** @param unused how many bits at the end do not count. */
function bits(value: number, unused: number): Buffer {
  return element(0x03, Buffer.of(unused, value));
}

function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): readonly number[] {
  const digits = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80);
  return digits;
}

/** Two digits for the year, as they are written until 2049. */
function time(ms: number): Buffer {
  const text = `${new Date(ms).toISOString().slice(2, 19).replaceAll(/[-:T]/gu, '')}Z`;
  return element(0x17, Buffer.from(text));
}
