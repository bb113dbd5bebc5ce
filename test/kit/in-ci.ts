/** Whether this is a continuous integration, by the variable that those set. */
export function inCI(): boolean {
  return !['', '0', 'false', undefined].includes(process.env['CI']);
}
