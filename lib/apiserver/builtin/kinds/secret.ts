import type { JsonObject, JsonValue } from '../../../object/json.ts';
import type { StatusCause } from '../../../object/status.ts';
import type { ApiObject } from '../../api-object.ts';
import { invalidCause, requiredCause } from '../../field-causes.ts';
import { objectAt, textAt } from '../../fields.ts';
import { goJsonProblem } from '../../requests/go-json-problem.ts';
import { goTypeOf } from '../../requests/go-type.ts';
import type { KindRules } from '../kind-rules.ts';
import { bytesIn, frozenCauses, keyCauses, sizeCauses } from './configuration.ts';
import { immutableCauses } from './causes/selector-causes.ts';
import { tlsPairProblem } from './tls-pair-problem.ts';

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

const TLS = 'kubernetes.io/tls';
const ACCOUNT = 'kubernetes.io/service-account.name';

/**
 * Secrets of a known type must have what that type is for.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (ValidateSecret)
 */
function typedCauses(secret: ApiObject): readonly StatusCause[] {
  const data = objectAt(secret, 'data');
  switch (textAt(secret, 'type')) {
    case 'kubernetes.io/service-account-token':
      return accountCauses(secret);
    case 'kubernetes.io/dockercfg':
      return jsonCauses(data, '.dockercfg');
    case 'kubernetes.io/dockerconfigjson':
      return jsonCauses(data, '.dockerconfigjson');
    case 'kubernetes.io/basic-auth':
      return 'username' in data || 'password' in data ? [] : missing(data, 'username', 'password');
    case 'kubernetes.io/ssh-auth':
      return textAt(data, 'ssh-privatekey') === '' ? [requiredCause('data[ssh-privatekey]')] : [];
    case TLS:
      return missing(data, 'tls.crt', 'tls.key');
    default:
      return [];
  }
}

function accountCauses({ metadata: { annotations = {} } }: ApiObject): readonly StatusCause[] {
  return textAt(annotations, ACCOUNT) === '' ? [requiredCause(`metadata.annotations[${ACCOUNT}]`)] : [];
}

function missing(data: JsonObject, ...keys: readonly string[]): readonly StatusCause[] {
  return keys.filter((key) => !(key in data)).map((key) => requiredCause(`data[${key}]`));
}

/** A file that holds a JSON object. What it is instead is not shown. */
function jsonCauses(data: JsonObject, key: string): readonly StatusCause[] {
  if (!(key in data)) return missing(data, key);
  const problem = objectProblem(bytesAt(data, key));
  return problem === undefined ? [] : [invalidCause(`data[${key}]`, '<secret contents redacted>', problem)];
}

function objectProblem(bytes: Buffer): string | undefined {
  let value: JsonValue;
  try {
    value = JSON.parse(bytes.toString('utf8')) as JsonValue;
  } catch {
    // The words of our parser show what it read.
    return goJsonProblem(bytes);
  }
  if (value === null || goTypeOf(value) === 'object') return undefined;
  return `json: cannot unmarshal ${goTypeOf(value)} into Go value of type map[string]interface {}`;
}

function bytesAt(data: JsonObject, key: string): Buffer {
  return Buffer.from(textAt(data, key), 'base64');
}

function warnings(secret: ApiObject): readonly string[] {
  if (textAt(secret, 'type') !== TLS) return [];
  const data = objectAt(secret, 'data');
  const problem = tlsPairProblem(bytesAt(data, 'tls.crt'), bytesAt(data, 'tls.key'));
  return problem === undefined ? [] : [problem];
}

export const SECRET_RULES: KindRules = {
  complete: completeSecret,
  warnings,
  validate: (obj, old) => [
    ...keyCauses(objectAt(obj, 'data'), 'data'),
    ...sizeCauses('data', bytesIn(objectAt(obj, 'data'), 'base64')),
    ...typedCauses(obj),
    ...immutableCauses(obj, old, 'type'),
    ...frozenCauses(obj, old, 'data'),
  ],
};
