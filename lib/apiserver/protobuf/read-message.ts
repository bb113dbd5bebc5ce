import type { JsonObject, JsonValue } from '../../object/json.ts';
import { isOmitted, structNamed } from '../builtin/go-structs.ts';
import type { GoField, GoStruct, GoType } from '../builtin/go-structs.ts';
import { joined, lastScalar, scalarsIn } from './read-scalar.ts';
import { specialType } from './special-types.ts';
import { ProtobufError, wireFields } from './wire-reader.ts';
import type { WireField } from './wire-reader.ts';

/** How deep messages may be nested, as long as a stack must hold them. No schema that people write is as deep. */
const DEEPEST = 500;

type Found = readonly WireField[];

/** What came of one field of a message, and how deep it lies. */
interface Part {
  readonly field: GoField;
  readonly found: Found;
  readonly levels: number;
}

/**
 * Reads a message as the JSON that Go writes of its struct. What no field knows is passed over.
 *
 * @throws ProtobufError.
 */
export function readMessage(struct: GoStruct, bytes: Buffer, levels: number = DEEPEST): JsonObject {
  if (levels === 0) throw new ProtobufError('proto: exceeded max depth');
  const found = fieldsByNumber(struct, bytes);
  const members = struct.fields.flatMap((field) =>
    membersOf({ field, found: found.get(field.number) ?? [], levels: levels - 1 }),
  );
  return Object.fromEntries(members); // A key may be any text.
}

/** Only those that the struct has. */
function fieldsByNumber({ fields, title }: GoStruct, bytes: Buffer): ReadonlyMap<number, Found> {
  const found = new Map<number, WireField[]>(fields.map(({ number }) => [number, []]));
  for (const field of wireFields(bytes, title)) found.get(field.number)?.push(field);
  return found;
}

function membersOf(part: Part): readonly (readonly [string, JsonValue])[] {
  const { field, found } = part;
  const { name, type, pointer } = field;
  const value = pointer && found.length === 0 ? null : valueOf(type, part);
  if (name === undefined) return Object.entries(value as Readonly<Record<string, JsonValue>>);
  return isOmitted(field, value) ? [] : [[name, value]];
}

/** Go's zero of the type if nothing was found. */
function valueOf(type: GoType, part: Part): JsonValue {
  const { field, found, levels } = part;
  if (type.kind === 'scalar') return lastScalar(type.name, found, field);
  if (type.kind === 'struct') return readMessage(structNamed(type.name), joined(found, field), levels);
  if (type.kind === 'special') {
    const { struct, toJson } = specialType(type.name);
    return toJson(readMessage(struct, joined(found, field), levels));
  }
  if (found.length === 0) return null;
  return type.kind === 'list' ? listOf(type.of, part) : mapOf(type.of, part);
}

function listOf(of: GoType, part: Part): readonly JsonValue[] {
  const { field, found } = part;
  return found.flatMap((one): readonly JsonValue[] =>
    of.kind === 'scalar' ? scalarsIn(of.name, one, field) : [valueOf(of, { ...part, found: [one] })],
  );
}

/** A map is a list of messages of two fields each. */
function mapOf(of: GoType, part: Part): JsonValue {
  const { field } = part;
  const entries = part.found.map((one): [string, JsonValue] => {
    const members = [...wireFields(joined([one], field), 'entry')];
    const [keys, values] = [1, 2].map((number) => members.filter((member) => member.number === number));
    const key = lastScalar('string', keys ?? [], field);
    // Bytes that are missing here are empty, not none.
    return [String(key), valueOf(of, { ...part, found: values ?? [] }) ?? ''];
  });
  return Object.fromEntries(entries);
}
