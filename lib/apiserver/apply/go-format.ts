import { isJsonObject, type JsonValue } from '../../object/json.ts';

/** A value as Go's `%v` writes it: `[a b]`, `map[a:1]`. Messages of the real API server contain such. */
export function goFormat(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(goFormat).join(' ')}]`;
  if (typeof value !== 'object') return String(value);
  if (!isJsonObject(value)) return '';
  const names = Object.keys(value).toSorted();
  return `map[${names.map((name) => `${name}:${goFormat(value[name])}`).join(' ')}]`;
}

/** A value as Go's `%#v` writes it: as source text. */
export function goSyntax(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return 'interface {}(nil)';
  if (Array.isArray(value))
    return `[]interface {}{${(value as readonly JsonValue[]).map(goSyntax).join(', ')}}`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).toSorted();
  const members = names.map((name) => `${JSON.stringify(name)}:${goSyntax(value[name])}`);
  return `map[string]interface {}{${members.join(', ')}}`;
}

/** What Go calls the type of a decoded value. */
export function goTypeName(value: JsonValue): string {
  if (Array.isArray(value)) return '[]interface {}';
  if (isJsonObject(value)) return 'map[string]interface {}';
  if (value === null) return '<nil>';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
