import { generateKeyPairSync } from 'node:crypto';

import { tlsPairProblem } from '../../../../../lib/apiserver/builtin/kinds/tls-pair-problem.ts';
import { equal } from '../../../../kit/assert.ts';
import { suite } from '../../../../kit/suite.ts';

function pem(...types: readonly string[]): string {
  return types.map((type) => `-----BEGIN ${type}-----\nAAAA\n-----END ${type}-----\n`).join('');
}

const CERTIFICATE = pem('CERTIFICATE');
const KEY = pem('PRIVATE KEY');

const cases = {
  'no certificate': ['x', KEY, 'tls: failed to find any PEM data in certificate input'],
  'a key for the certificate': [
    KEY,
    CERTIFICATE,
    'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched',
  ],
  'other things for the certificate': [
    pem('X', 'Y'),
    KEY,
    'tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [X Y]',
  ],
  'no key': [CERTIFICATE, 'x', 'tls: failed to find any PEM data in key input'],
  'a certificate for the key': [
    CERTIFICATE,
    CERTIFICATE,
    'tls: found a certificate rather than a key in the PEM for the private key',
  ],
  'other things for the key': [
    CERTIFICATE,
    pem('X', 'Y'),
    'tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [X Y]',
  ],
  'a certificate that is none': [CERTIFICATE, KEY, 'x509: malformed certificate'],
} as const;

suite('tlsPairProblem', (test) => {
  for (const [name, [certificate, key, want]] of Object.entries(cases))
    test(`says that there is ${name}`, () => {
      equal(tlsPairProblem(Buffer.from(certificate), Buffer.from(key)), want);
    });

  test('looks at the certificate first', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
    equal(tlsPairProblem(Buffer.from(CERTIFICATE), Buffer.from(key)), 'x509: malformed certificate');
  });
});
