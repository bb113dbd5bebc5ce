import { randomUUID } from 'node:crypto';

const CORE = 's3ntinel';

/**
 * A value that nobody must be able to read, with characters that are escaped when it is quoted. The API server
 * takes it for no name and no label.
 */
export function newSentinel(): string {
  return `${CORE}-${randomUUID()} "\\é&`;
}

/** One that the API server takes for a name and a label, and other services for a key. */
export function newPlainSentinel(): string {
  return `${CORE}-${randomUUID()}`;
}

/** The value as it stands in texts: the part that no quoting changes, and the beginnings of both in base64. */
export function formsOf(value: string): readonly string[] {
  const core = value.split(' ')[0] ?? value;
  return [core, base64Of(value), base64Of(core)];
}

/** Without the end, which depends on what follows. */
function base64Of(text: string): string {
  const bytes = Buffer.from(text);
  return bytes
    .subarray(0, Math.floor(bytes.length / 3) * 3)
    .toString('base64')
    .slice(0, 40);
}
