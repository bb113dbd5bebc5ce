import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { JsonValue } from '../../../../lib/object/json.ts';
import type { StatusCause } from '../../../../lib/object/status.ts';

/** What a real API server answered: an object, or causes, or (to what it could not decode) a message. */
export interface Recording {
  readonly code?: number;
  readonly message?: string;
  readonly causes?: readonly StatusCause[];
  readonly stored?: JsonValue;
}

/** Reads what test/control-plane/record-golden.ts wrote. */
export function recordings<T>(name: string): Readonly<Record<string, T>> {
  return JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8')) as Record<string, T>;
}

/** The real server reports fields in the order of Go's maps, which is none; allowed values, in several. */
export function sorted(causes: readonly StatusCause[]): readonly string[] {
  return causes
    .map(({ reason, field, message }) => `${reason} ${field}: ${inOrder(message ?? '')}`)
    .toSorted();
}

function inOrder(message: string): string {
  const [head = '', values] = message.split('supported values: ');
  return values === undefined ? head : `${head}supported values: ${values.split(', ').toSorted().join(', ')}`;
}
