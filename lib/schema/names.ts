import { InvalidConfigError, requireOption } from '../errors.ts';
import type { CustomResourceOptions } from './custom-resource-options.ts';

/** What a definition calls its kind. */
export interface ResourceNames {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

const LABEL = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;
const DOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/;

/** The names of a resource, with those that it does not give. @throws InvalidConfigError */
export function resourceNames(options: CustomResourceOptions): ResourceNames {
  const { group, kind, shortNames = [], categories = [] } = options;
  const path = 'CustomResourceOptions';
  requireOption(`${path}.group`, group);
  requireOption(`${path}.kind`, kind);
  if (!DOMAIN.test(group))
    throw new InvalidConfigError(
      `${path}.group must be a domain such as example.com; got ${JSON.stringify(group)}`,
    );
  if (!/^[A-Z][A-Za-z0-9]{0,62}$/.test(kind))
    throw new InvalidConfigError(`${path}.kind must be a name such as Website; got ${JSON.stringify(kind)}`);
  const { singular = kind.toLowerCase(), plural = pluralOf(kind.toLowerCase()) } = options;
  const labels = {
    plural,
    singular,
    ...listed('shortNames', shortNames),
    ...listed('categories', categories),
  };
  for (const [name, value] of Object.entries(labels))
    if (!LABEL.test(value))
      throw new InvalidConfigError(
        `${path}.${name} must be a name in lower case, such as websites; got ${JSON.stringify(value)}`,
      );
  return {
    plural,
    singular,
    kind,
    listKind: `${kind}List`,
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
  };
}

function listed(name: string, values: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(values.map((value, index) => [`${name}[${index}]`, value]));
}

/** As English forms it for nearly all nouns; the option is for the others. */
function pluralOf(singular: string): string {
  if (/[^aeiou]y$/.test(singular)) return `${singular.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(singular) ? `${singular}es` : `${singular}s`;
}
