import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

import { isJsonObject } from '../../object/json.ts';
import type { JsonObject } from '../../object/json.ts';

/** In the raw form that JSON web tokens have, not in DER. */
const ENCODING = 'ieee-p1363';

/**
 * Signs claims as JSON web tokens (ES256: its keys take no time to make), and reads those that it signed.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7519
 */
export class SigningKey {
  readonly #private: KeyObject;
  readonly #public: KeyObject;
  readonly #id: string;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#private = privateKey;
    this.#public = publicKey;
    this.#id = createHash('sha256')
      .update(publicKey.export({ type: 'spki', format: 'der' }))
      .digest('base64url');
  }

  sign(claims: JsonObject): string {
    const signed = `${encode({ alg: 'ES256', kid: this.#id })}.${encode(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), { key: this.#private, dsaEncoding: ENCODING });
    return `${signed}.${signature.toString('base64url')}`;
  }

  /** The claims; undefined when this key did not sign them. Whether they still hold is for the caller to see. */
  read(token: string): JsonObject | undefined {
    const [header, claims, signature, ...more] = token.split('.');
    if (header === undefined || claims === undefined || signature === undefined || more.length > 0)
      return undefined;
    const signed = Buffer.from(`${header}.${claims}`);
    const key = { key: this.#public, dsaEncoding: ENCODING } as const;
    if (!verify('sha256', signed, key, Buffer.from(signature, 'base64url'))) return undefined;
    const value: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
    return isJsonObject(value) ? value : undefined;
  }
}

function encode(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
