import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import { base64Problem } from './base64-problem.ts';
import { fieldsInJson, type GoStruct, type GoType, structNamed } from '../builtin/go-structs.ts';

/** How lists of numbers are taken for bytes. */
export type ByteLists =
  /** As a decoder of JSON does: each number must be a byte. */
  | 'checked'
  /** As what turns Go's values into structs does: of each whole number, the lowest byte counts. */
  | 'cut';

/**
 * The object with its bytes as the API server writes them: base64 on one line. Clients may send line breaks in it, and
 * a list of numbers in place of it. What is neither is left for others to refuse. Returns the same object when nothing
 * changes.
 *
 * @see golang/go:src/encoding/json/decode.go
 * @see kubernetes/apimachinery:pkg/runtime/converter.go
 */
export function withPlainBytes(struct: GoStruct, obj: JsonObject, lists: ByteLists): JsonObject {
  if (!holdsBytes(struct)) return obj;
  const fields = fieldsInJson(struct);
  return changed(obj, (value, name) => {
    const field = fields.get(name);
    return field === undefined ? value : plainBytes(field.type, value, lists);
  });
}

function plainBytes(type: GoType, value: JsonValue, lists: ByteLists): JsonValue {
  if (!mayHoldBytes(type)) return value;
  const plain = (of: GoType, item: JsonValue): JsonValue => plainBytes(of, item, lists);
  if (type.kind === 'scalar') return plainText(value, lists);
  if (type.kind === 'struct')
    return isJsonObject(value) ? withPlainBytes(structNamed(type.name), value, lists) : value;
  if (type.kind === 'map')
    return isJsonObject(value) ? changed(value, (item) => plain(type.of, item)) : value;
  if (type.kind !== 'list' || !Array.isArray(value)) return value;
  return (value as readonly JsonValue[]).map((item) => plain(type.of, item));
}

function plainText(value: JsonValue, lists: ByteLists): JsonValue {
  if (Array.isArray(value)) return textOfList(value as readonly JsonValue[], lists) ?? value;
  if (typeof value !== 'string') return value;
  return base64Problem(value) === undefined ? Buffer.from(value, 'base64').toString('base64') : value;
}

function textOfList(list: readonly JsonValue[], lists: ByteLists): string | undefined {
  const numbers = list.map((item) => item ?? 0);
  const areBytes = numbers.every(
    (item) =>
      typeof item === 'number' && Number.isInteger(item) && (lists === 'cut' || (item >= 0 && item <= 255)),
  );
  return areBytes ? Buffer.from(numbers as number[]).toString('base64') : undefined;
}

function changed(obj: JsonObject, change: (value: JsonValue, name: string) => JsonValue): JsonObject {
  let result: Record<string, JsonValue | undefined> | undefined;
  for (const [name, value] of Object.entries(obj)) {
    const next = value === undefined ? value : change(value, name);
    if (next === value) continue;
    result ??= { ...obj };
    result[name] = next;
  }
  return result ?? obj;
}

const known = new WeakMap<GoStruct, boolean>();

/** Whether there are bytes anywhere in a struct. Few have any. */
function holdsBytes(struct: GoStruct): boolean {
  const found = known.get(struct);
  if (found !== undefined) return found;
  known.set(struct, false); // Some structs hold themselves; none of those holds bytes.
  const holds = [...fieldsInJson(struct).values()].some(({ type }) => mayHoldBytes(type));
  known.set(struct, holds);
  return holds;
}

function mayHoldBytes(type: GoType): boolean {
  if (type.kind === 'scalar') return type.name === 'bytes';
  if (type.kind === 'struct') return holdsBytes(structNamed(type.name));
  return type.kind === 'list' || type.kind === 'map' ? mayHoldBytes(type.of) : false;
}
