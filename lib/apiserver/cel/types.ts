/** A static type of CEL, as the checker sees it. */
export interface CelType {
  /** As messages name it: `int`, `list`, `kubernetes.Quantity`. */
  readonly name: string;
  /** Of a list, its items'; of a map, its keys' and values'. */
  readonly of: readonly CelType[];
  /** Of an object with a schema, by the names that rules use. */
  readonly fields?: ReadonlyMap<string, CelType>;
  /** Of what a schema describes: how many characters, items or entries there are at most. */
  readonly most?: number;
  /** Stands for any one type: a parameter of a declaration. */
  readonly parameter?: true;
}

function simple(name: string): CelType {
  return { name, of: [] };
}

export const BOOL: CelType = simple('bool');
export const INT: CelType = simple('int');
export const UINT: CelType = simple('uint');
export const DOUBLE: CelType = simple('double');
export const STRING: CelType = simple('string');
export const BYTES: CelType = simple('bytes');
export const NULL: CelType = simple('null');
export const DYN: CelType = simple('dyn');
export const TIMESTAMP: CelType = simple('timestamp');
export const DURATION: CelType = simple('duration');
/** What could not be typed; fits everywhere, so that one mistake is reported once. */
export const ERROR: CelType = simple('!error!');

export function listOf(item: CelType): CelType {
  return { name: 'list', of: [item] };
}

export function mapOf(key: CelType, value: CelType): CelType {
  return { name: 'map', of: [key, value] };
}

export function optionalOf(type: CelType): CelType {
  return { name: 'optional_type', of: [type] };
}

export function typeOf(type: CelType): CelType {
  return { name: 'type', of: [type] };
}

export function objectOf(name: string, fields: ReadonlyMap<string, CelType>): CelType {
  return { name, of: [], fields };
}

export function parameter(name: string): CelType {
  return { name, of: [], parameter: true };
}

/** As messages show it: `map(string, int)`. What nothing is known of is dynamic. */
export function formatType({ name, of, parameter: open }: CelType): string {
  if (open === true) return 'dyn';
  return of.length === 0 ? name : `${name}(${of.map(formatType).join(', ')})`;
}

/** The types that declarations name, beside those of objects. */
const NAMED: ReadonlyMap<string, CelType> = new Map(
  [
    BOOL,
    INT,
    UINT,
    DOUBLE,
    STRING,
    BYTES,
    NULL,
    DYN,
    TIMESTAMP,
    DURATION,
    simple('kubernetes.Quantity'),
    simple('kubernetes.URL'),
    simple('kubernetes.NamedFormat'),
    simple('kubernetes.Semver'),
    simple('net.IP'),
    simple('net.CIDR'),
  ].map((type) => [type.name, type]),
);

/** Splits at commas that stand in no brackets. */
export function splitTypes(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const [index, sign] of [...text].entries()) {
    if (sign === '(') depth++;
    else if (sign === ')') depth--;
    else if (sign === ',' && depth === 0) {
      parts.push(text.slice(start, index).trim());
      start = index + 1;
    }
  }
  const last = text.slice(start).trim();
  return last === '' ? parts : [...parts, last];
}

/**
 * Reads a type as declarations write it: `list(T)`, with capital letters for parameters. Undefined when it is none.
 */
export function parseType(text: string): CelType | undefined {
  if (/^[A-Z]$/u.test(text)) return parameter(text);
  const named = NAMED.get(text);
  if (named !== undefined) return named;
  const found = /^(list|map|optional_type|type)\((.*)\)$/u.exec(text);
  if (found === null) return undefined;
  const of = splitTypes(found[2] ?? '').map(parseType);
  return of.every((type) => type !== undefined) ? { name: found[1] ?? '', of } : undefined;
}
