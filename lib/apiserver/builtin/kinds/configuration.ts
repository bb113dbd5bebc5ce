import { isDeepStrictEqual } from 'node:util';

import type { JsonObject } from '../../../object/json.ts';
import type { StatusCause } from '../../../object/status.ts';
import type { ApiObject } from '../../api-object.ts';
import { forbiddenCause, invalidCause, tooLongCause } from '../../field-causes.ts';
import { at, objectAt } from '../../fields.ts';
import type { KindRules } from '../kind-rules.ts';
import { dataKeyProblems } from './causes/data-key.ts';
import { textCauses } from './causes/text-causes.ts';

const MAX_BYTES = 1024 * 1024;

/** How the API server writes a path that names no field. */
const NO_FIELD = '[]';

export function keyCauses(data: JsonObject, field: string): readonly StatusCause[] {
  return Object.keys(data).flatMap((key) => textCauses(`${field}[${key}]`, key, dataKeyProblems));
}

/** One key cannot be both text and bytes. */
function sharedKeyCauses(data: JsonObject, binary: JsonObject): readonly StatusCause[] {
  return Object.keys(data)
    .filter((key) => Object.hasOwn(binary, key))
    .map((key) => invalidCause(`data[${key}]`, key, 'duplicate of key present in binaryData'));
}

/** Causes of data that come to more than a MiB. @param bytes what each value comes to. */
export function sizeCauses(field: string, bytes: readonly number[]): readonly StatusCause[] {
  const sum = bytes.reduce((total, one) => total + one, 0);
  return sum > MAX_BYTES ? [tooLongCause(field, MAX_BYTES)] : [];
}

/** How many bytes each value is, of an encoding. */
export function bytesIn(data: JsonObject, encoding: 'utf8' | 'base64'): readonly number[] {
  return Object.values(data).map((value) =>
    typeof value === 'string' ? Buffer.byteLength(value, encoding) : 0,
  );
}

/** What was declared immutable stays so, and as it is. */
export function frozenCauses(
  obj: ApiObject,
  old: ApiObject | undefined,
  ...fields: readonly string[]
): readonly StatusCause[] {
  if (at(old, 'immutable') !== true) return [];
  const why = 'field is immutable when `immutable` is set';
  return ['immutable', ...fields]
    .filter((field) => !isDeepStrictEqual(at(obj, field), at(old, field)))
    .map((field) => forbiddenCause(field, why));
}

export const CONFIG_MAP_RULES: KindRules = {
  validate: (obj, old) => [
    ...keyCauses(objectAt(obj, 'data'), 'data'),
    ...sharedKeyCauses(objectAt(obj, 'data'), objectAt(obj, 'binaryData')),
    ...keyCauses(objectAt(obj, 'binaryData'), 'binaryData'),
    ...sizeCauses(NO_FIELD, [
      ...bytesIn(objectAt(obj, 'data'), 'utf8'),
      ...bytesIn(objectAt(obj, 'binaryData'), 'base64'),
    ]),
    ...frozenCauses(obj, old, 'data', 'binaryData'),
  ],
};
