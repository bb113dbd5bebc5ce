import { ipVersion } from '../address-range.ts';

/**
 * Rules for names, labels and annotations, with the API server's own words.
 *
 * @see kubernetes/apimachinery:pkg/util/validation/validation.go
 */
const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = String.raw`${LABEL}(\.${LABEL})*`;
const RELAXED_LABEL = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const RELAXED_SUBDOMAIN = String.raw`${RELAXED_LABEL}(\.${RELAXED_LABEL})*`;
const DNS_1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

/** Says what is wrong with a name; nothing when it is fine. */
export type NameRule = (name: string) => readonly string[];

function whole(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'u');
}

const label = whole(String.raw`[a-z0-9](?:[-a-z0-9]*[a-z0-9])?`);
const subdomain = whole(String.raw`[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*`);
const dns1035 = whole(String.raw`[a-z](?:[-a-z0-9]*[a-z0-9])?`);
const qualified = whole(String.raw`(?:[A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]`);

function tooLong(maximum: number): string {
  return `must be no more than ${maximum} characters`;
}

/** Of labels, bytes are counted. */
function tooManyBytes(maximum: number): string {
  return `must be no more than ${maximum} bytes`;
}

/** Most objects: lower case letters, digits, dashes and dots. */
export const subdomainName: NameRule = (name) => {
  const problems = name.length > 253 ? [tooLong(253)] : [];
  if (subdomain.test(name)) return problems;
  return [
    ...problems,
    `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${SUBDOMAIN}')`,
  ];
};

/** Where hosts are looked for, of which some have underscores. */
export const relaxedSubdomainName: NameRule = (name) => {
  const problems = name.length > 253 ? [tooLong(253)] : [];
  if (whole(RELAXED_SUBDOMAIN).test(name)) return problems;
  return [
    ...problems,
    `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${RELAXED_SUBDOMAIN}')`,
  ];
};

/** Hosts of which the first part may be anything: `*.example.com`. */
export const wildcardName: NameRule = (name) => {
  const problems = name.length > 253 ? [tooLong(253)] : [];
  if (name.startsWith('*.') && subdomain.test(name.slice(2))) return problems;
  return [
    ...problems,
    `a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.${SUBDOMAIN}')`,
  ];
};

/** Namespaces and Services: a subdomain without dots. */
export const labelName: NameRule = (name) => {
  const problems = name.length > 63 ? [tooLong(63)] : [];
  if (label.test(name)) return problems;
  if (subdomain.test(name)) return [...problems, 'must not contain dots'];
  return [
    ...problems,
    `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '${LABEL}')`,
  ];
};

/** The names within a definition: a label that starts with a letter. */
export const dns1035Name: NameRule = (name) => {
  const problems = name.length > 63 ? [tooLong(63)] : [];
  if (dns1035.test(name)) return problems;
  return [
    ...problems,
    `a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '${DNS_1035}')`,
  ];
};

/** Roles and their bindings: whatever fits into one segment of a path. */
export const pathSegmentName: NameRule = (name) => {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  const forbidden = ['/', '%'].filter((character) => name.includes(character));
  return forbidden.map((character) => `may not contain '${character}'`);
};

const addressName: NameRule = (name) => (ipVersion(name) === 0 ? [NO_ADDRESS] : []);

/** What is wrong with a text that is no address. */
export const NO_ADDRESS = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';

const rules = new Map<string, NameRule>([
  ['namespaces', labelName],
  ['services', labelName],
  ['statefulsets.apps', labelName],
  ['ipaddresses.networking.k8s.io', addressName],
  ['roles.rbac.authorization.k8s.io', pathSegmentName],
  ['rolebindings.rbac.authorization.k8s.io', pathSegmentName],
  ['clusterroles.rbac.authorization.k8s.io', pathSegmentName],
  ['clusterrolebindings.rbac.authorization.k8s.io', pathSegmentName],
]);

/** The rule of a collection. */
export function nameRule(collection: string): NameRule {
  return rules.get(collection) ?? subdomainName;
}

/** The keys of labels and annotations, and finalizers: a name, after a domain and a slash if there is one. */
export const qualifiedName: NameRule = (name) => {
  const slash = name.indexOf('/');
  if (name.includes('/', slash + 1)) return [LABEL_KEY];
  const part = name.slice(slash + 1);
  const problems = slash < 0 ? [] : prefixProblems(name.slice(0, slash));
  if (part === '') problems.push('name part must be non-empty');
  else if (Buffer.byteLength(part) > 63) problems.push(`name part ${tooManyBytes(63)}`);
  if (qualified.test(part)) return problems;
  return [
    ...problems,
    `name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${QUALIFIED}')`,
  ];
};

const LABEL_KEY = `a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${QUALIFIED}') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`;

function prefixProblems(prefix: string): string[] {
  if (prefix === '') return ['prefix part must be non-empty'];
  return subdomainName(prefix).map(
    (problem) => `prefix part ${problem === tooLong(253) ? tooManyBytes(253) : problem}`,
  );
}

/** The values of labels. */
export const labelValue: NameRule = (value) => {
  const problems = Buffer.byteLength(value) > 63 ? [tooManyBytes(63)] : [];
  if (value === '' || qualified.test(value)) return problems;
  return [
    ...problems,
    `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(${QUALIFIED})?')`,
  ];
};
