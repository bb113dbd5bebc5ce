import { isDeepStrictEqual } from 'node:util';

import type { JsonObject } from '../../../object/json.ts';
import type { StatusCause } from '../../../object/status.ts';
import type { ApiObject } from '../../api-object.ts';
import { forbiddenCause, invalidCause, requiredCause, typeInvalidCause } from '../../field-causes.ts';
import { at, objectAt, textAt } from '../../fields.ts';
import type { KindRules } from '../kind-rules.ts';
import { immutableCauses } from './selector-causes.ts';

const KEY = /^[-._a-zA-Z0-9]+$/u;
const KEY_RULE =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const MAX_BYTES = 1024 * 1024;

const LONGEST_KEY = 253;

/** @see kubernetes/apimachinery:pkg/util/validation/validation.go (IsConfigMapKey) */
function keyProblems(key: string): readonly string[] {
  return [
    ...(key.length > LONGEST_KEY ? [`must be no more than ${LONGEST_KEY} characters`] : []),
    ...(KEY.test(key) ? [] : [KEY_RULE]),
    ...(key === '.' || key === '..' ? [`must not be '${key}'`] : []),
    ...(key.startsWith('..') && key !== '..' ? ["must not start with '..'"] : []),
  ];
}

function keyCauses(data: JsonObject, field: string): readonly StatusCause[] {
  return Object.keys(data).flatMap((key) =>
    keyProblems(key).map((problem) => invalidCause(`${field}[${key}]`, key, problem)),
  );
}

/** One key cannot be both text and bytes. */
function sharedKeyCauses(data: JsonObject, binary: JsonObject): readonly StatusCause[] {
  return Object.keys(data)
    .filter((key) => Object.hasOwn(binary, key))
    .map((key) => invalidCause(`data[${key}]`, key, 'duplicate of key present in binaryData'));
}

function sizeCauses(field: string, ...maps: readonly JsonObject[]): readonly StatusCause[] {
  const texts = maps.flatMap((map) => Object.values(map)).filter((value) => typeof value === 'string');
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes <= MAX_BYTES) return [];
  return [
    { reason: 'FieldValueTooLong', message: `Too long: may not be more than ${MAX_BYTES} bytes`, field },
  ];
}

/** What was declared immutable stays so, and as it is. */
function frozenCauses(
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
    ...sizeCauses('', objectAt(obj, 'data'), objectAt(obj, 'binaryData')),
    ...frozenCauses(obj, old, 'data', 'binaryData'),
  ],
};

/** Texts of `stringData` become data, and the field vanishes: it can only be written. */
function completeSecret(secret: ApiObject): ApiObject {
  const { stringData, ...rest } = secret;
  if (stringData === undefined) return secret;
  const encoded = Object.entries(objectAt(secret, 'stringData')).map(
    ([key, value]) => [key, Buffer.from(typeof value === 'string' ? value : '').toString('base64')] as const,
  );
  const data: JsonObject = { ...objectAt(secret, 'data'), ...Object.fromEntries(encoded) };
  return { ...rest, ...(Object.keys(data).length === 0 ? {} : { data }) };
}

/** Secrets of a known type must have what that type is for. */
const REQUIRED_KEYS: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
};

function typedCauses(secret: ApiObject): readonly StatusCause[] {
  const data = objectAt(secret, 'data');
  const type = textAt(secret, 'type');
  const credentials = ['username', 'password'];
  if (type === 'kubernetes.io/basic-auth' && !credentials.some((key) => key in data))
    return credentials.map((key) => requiredCause(`data[${key}]`));
  return (REQUIRED_KEYS[type] ?? [])
    .filter((key) => !(key in data))
    .map((key) => requiredCause(`data[${key}]`));
}

function base64Causes(data: JsonObject): readonly StatusCause[] {
  return Object.entries(data)
    .filter(
      ([, value]) => typeof value === 'string' && Buffer.from(value, 'base64').toString('base64') !== value,
    )
    .map(([key, value]) => typeInvalidCause(`data[${key}]`, value, 'illegal base64 data'));
}

export const SECRET_RULES: KindRules = {
  complete: completeSecret,
  validate: (obj, old) => [
    ...keyCauses(objectAt(obj, 'data'), 'data'),
    ...base64Causes(objectAt(obj, 'data')),
    ...sizeCauses('data', objectAt(obj, 'data')),
    ...typedCauses(obj),
    ...immutableCauses(obj, old, 'type'),
    ...frozenCauses(obj, old, 'data'),
  ],
};
