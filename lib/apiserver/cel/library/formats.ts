import {
  dns1035Name,
  labelName,
  labelValue,
  qualifiedName,
  subdomainName,
  type NameRule,
} from '../../objects/names.ts';
import { stringFormat } from '../../schema/formats.ts';
import { declare, type Overload } from '../declarations.ts';
import { CelList, Opaque, Optional } from '../values.ts';

/** A name to which something is appended may end in a dash. */
function asPrefix(rule: NameRule): NameRule {
  return (name) => rule(name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name);
}

/** A format of OpenAPI, and what the API server says of texts that are not of it. */
function openApi(name: string, problem: (text: string) => string): NameRule {
  return (text) => (stringFormat(name)?.(text) === true ? [] : [problem(text)]);
}

const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

const labelKey: NameRule = (name) =>
  name.split('/').length <= 2
    ? qualifiedName(name)
    : [
        `a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${QUALIFIED}') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
      ];

const FORMATS: ReadonlyMap<string, NameRule> = new Map<string, NameRule>([
  ['dns1123Label', labelName],
  ['dns1123Subdomain', subdomainName],
  ['dns1035Label', dns1035Name],
  ['qualifiedName', labelKey],
  ['dns1123LabelPrefix', asPrefix(labelName)],
  ['dns1123SubdomainPrefix', asPrefix(subdomainName)],
  ['dns1035LabelPrefix', asPrefix(dns1035Name)],
  ['labelValue', labelValue],
  ['uri', openApi('uri', (text) => `parse ${JSON.stringify(text)}: invalid URI for request`)],
  ['uuid', openApi('uuid', () => 'does not match the UUID format')],
  ['byte', openApi('byte', () => 'invalid base64')],
  ['date', openApi('date', () => 'invalid date')],
  ['datetime', openApi('datetime', () => 'invalid datetime')],
]);

function newFormat(name: string, rule: NameRule): Opaque {
  return new Opaque('kubernetes.NamedFormat', rule, name);
}

function named(name: string): Optional {
  const rule = FORMATS.get(name);
  return new Optional(rule === undefined ? undefined : newFormat(name, rule));
}

/** Nothing when the text is of the format, else what is wrong with it. */
function validate({ content }: Opaque, text: string): Optional {
  const problems = (content as NameRule)(text);
  return new Optional(problems.length === 0 ? undefined : new CelList(problems));
}

/** @see kubernetes/apiserver:pkg/cel/library/format.go */
export const FORMAT_FUNCTIONS: readonly Overload[] = [
  declare('format.named(string): optional_type(kubernetes.NamedFormat)', named),
  declare('kubernetes.NamedFormat.validate(string): optional_type(list(string))', validate),
  ...[...FORMATS].map(([name, rule]) =>
    declare(`format.${name}(): kubernetes.NamedFormat`, () => newFormat(name, rule)),
  ),
];
