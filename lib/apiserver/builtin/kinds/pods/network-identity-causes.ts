import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import type { StatusCause } from '../../../../object/status.ts';
import { invalidCause, requiredCause, unsupportedCauses } from '../../../field-causes.ts';
import { at, listAt, textAt } from '../../../fields.ts';
import { labelName, relaxedSubdomainName, subdomainName } from '../../../objects/names.ts';
import { ipCauses } from '../causes/ip-causes.ts';
import { optionalTextCauses, textCauses } from '../causes/text-causes.ts';

const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const MOST_SERVERS = 3;
const MOST_SEARCHES = 32;
const MOST_SEARCH_CHARACTERS = 2048;

/**
 * Causes of how a pod is called, and of how it finds others by their names.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/validation/validation.go (validatePodDNSConfig, ValidateHostAliases)
 */
export function networkIdentityCauses(spec: JsonObject, path: string): readonly StatusCause[] {
  const policy = textAt(spec, 'dnsPolicy');
  return [
    ...unsupportedCauses(`${path}.dnsPolicy`, policy, DNS_POLICIES),
    ...dnsCauses(at(spec, 'dnsConfig'), policy, `${path}.dnsConfig`),
    ...['hostname', 'subdomain'].flatMap((name) =>
      optionalTextCauses(`${path}.${name}`, textAt(spec, name), labelName),
    ),
    ...listAt(spec, 'hostAliases').flatMap((alias, index) =>
      aliasCauses(alias, `${path}.hostAliases[${index}]`),
    ),
  ];
}

function aliasCauses(alias: JsonValue, path: string): readonly StatusCause[] {
  return [
    ...ipCauses(textAt(alias, 'ip'), `${path}.ip`),
    ...texts(alias, 'hostnames').flatMap((name, index) =>
      textCauses(`${path}.hostnames[${index}]`, name, subdomainName),
    ),
  ];
}

function dnsCauses(config: JsonValue | undefined, policy: string, path: string): readonly StatusCause[] {
  if (policy === 'None' && config === undefined)
    return [requiredCause(path, 'must provide `dnsConfig` when `dnsPolicy` is None')];
  const [servers, searches] = [texts(config, 'nameservers'), texts(config, 'searches')];
  if (policy === 'None' && servers.length === 0)
    return [
      requiredCause(
        `${path}.nameservers`,
        'must provide at least one DNS nameserver when `dnsPolicy` is None',
      ),
    ];
  return [
    ...(servers.length > MOST_SERVERS
      ? [invalidCause(`${path}.nameservers`, servers, `must not have more than ${MOST_SERVERS} nameservers`)]
      : []),
    ...servers.flatMap((server, index) => ipCauses(server, `${path}.nameservers[${index}]`)),
    ...searchesCauses(searches, `${path}.searches`),
    ...listAt(config, 'options').flatMap((option, index) =>
      textAt(option, 'name') === '' ? [requiredCause(`${path}.options[${index}]`, 'must not be empty')] : [],
    ),
  ];
}

function searchesCauses(searches: readonly string[], field: string): readonly StatusCause[] {
  const tooMany = `must not have more than ${MOST_SEARCHES} search paths`;
  const tooLong = `must not have more than ${MOST_SEARCH_CHARACTERS} characters (including spaces) in the search list`;
  return [
    ...(searches.length > MOST_SEARCHES ? [invalidCause(field, searches, tooMany)] : []),
    ...(searches.join(' ').length > MOST_SEARCH_CHARACTERS ? [invalidCause(field, searches, tooLong)] : []),
    ...searches.flatMap((search, index) => {
      const name = search.replace(/\.$/u, '');
      if (search === '.') return [];
      return textCauses(`${field}[${index}]`, name, relaxedSubdomainName);
    }),
  ];
}

function texts(value: JsonValue | undefined, name: string): readonly string[] {
  return listAt(value, name).filter((one) => typeof one === 'string');
}
