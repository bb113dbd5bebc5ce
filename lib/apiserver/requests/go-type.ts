/** What Go's JSON decoder calls a value that it did not expect. */
export function goTypeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
