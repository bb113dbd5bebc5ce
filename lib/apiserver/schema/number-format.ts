const INT32_LIMIT = 2 ** 31;
const INT64_LIMIT = 2 ** 63;

/** Whether Go reads the number as an integer of 64 bits. */
export function isInteger(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < INT64_LIMIT;
}

/** Whether the number fits the format that a schema of type integer or number asks for. */
export function fitsNumberFormat(
  value: number,
  type: string | undefined,
  format: string | undefined,
): boolean {
  if (type === 'integer') {
    const limit = format === 'int32' ? INT32_LIMIT : INT64_LIMIT;
    return isInteger(value) && value >= -limit && value < limit;
  }
  if (type === 'number' && format === 'float') return Number.isFinite(Math.fround(value));
  return true;
}
