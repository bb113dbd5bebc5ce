/**
 * Formats of texts that the API server checks, without the dashes, which do not count. It warns of others and
 * ignores them.
 *
 * @see kubernetes/apiextensions-apiserver:pkg/apiserver/validation/formats.go
 */
const TEXT_FORMATS: ReadonlySet<string> = new Set([
  'bsonobjectid',
  'uri',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'cidr',
  'mac',
  'uuid',
  'uuid3',
  'uuid4',
  'uuid5',
  'isbn',
  'isbn10',
  'isbn13',
  'creditcard',
  'ssn',
  'hexcolor',
  'rgbcolor',
  'byte',
  'password',
  'date',
  'datetime',
  'duration',
  'k8sshortname',
  'k8slongname',
]);

const NUMBER_FORMATS: ReadonlySet<string> = new Set(['int32', 'int64', 'float', 'double']);

export function isNumberFormat(format: string | undefined): boolean {
  return format !== undefined && NUMBER_FORMATS.has(format);
}

/** The format, if it says something to the API server about values of the type. */
export function knownFormat(type: string | undefined, format: string | undefined): string | undefined {
  if (format === undefined) return undefined;
  const known =
    type === 'integer' || type === 'number'
      ? isNumberFormat(format)
      : TEXT_FORMATS.has(format.replaceAll('-', ''));
  return known ? format : undefined;
}

/**
 * Formats whose check by the API server stands in for a pattern that it cannot run. Not `duration`: the API
 * server's is Go's (`1h30m`), that of JSON Schema is ISO 8601's (`PT1H30M`).
 */
export function replacesPattern(format: string | undefined): boolean {
  return format === 'hostname' || format === 'email' || format === 'ipv6';
}
