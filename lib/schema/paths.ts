/** The path of a member: `spec.image`, or `spec.labels["example.com/a"]` where the name is no word. */
export function memberPath(path: string, name: string): string {
  if (!/^[A-Za-z_][\w-]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}
