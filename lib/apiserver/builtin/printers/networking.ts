import type { JsonValue } from '../../../object/json.ts';
import type { ApiObject } from '../../api-object.ts';
import { at, listAt, numberAt, objectAt, textAt } from '../../fields.ts';
import { labelsText, selectorText } from '../../label-selector-text.ts';
import { orElse, type Cells } from './cell.ts';

const MAX_HOSTS = 3;
const MAX_ENDPOINTS = 3;

function balancerAddresses(obj: ApiObject): readonly string[] {
  const addresses = listAt(obj, 'status', 'loadBalancer', 'ingress').map((one) =>
    orElse(textAt(one, 'ip'), textAt(one, 'hostname')),
  );
  return [...new Set(addresses.filter((one) => one !== ''))].toSorted();
}

function externalIp(service: ApiObject): string {
  const own = listAt(service, 'spec', 'externalIPs').map(String);
  switch (textAt(service, 'spec', 'type')) {
    case 'ExternalName':
      return textAt(service, 'spec', 'externalName');
    case 'LoadBalancer':
      return orElse([...balancerAddresses(service), ...own].join(','), '<pending>');
    default:
      return orElse(own.join(','), '<none>');
  }
}

function portText(port: JsonValue): string {
  const node = numberAt(port, 'nodePort');
  const number = numberAt(port, 'port');
  return `${node === 0 ? number : `${number}:${node}`}/${textAt(port, 'protocol')}`;
}

export const SERVICE_CELLS: Cells = {
  Type: (obj) => textAt(obj, 'spec', 'type'),
  'Cluster-IP': (obj) => {
    const [first] = listAt(obj, 'spec', 'clusterIPs');
    return typeof first === 'string' ? first : '<none>';
  },
  'External-IP': externalIp,
  'Port(s)': (obj) => orElse(listAt(obj, 'spec', 'ports').map(portText).join(','), '<none>'),
  Selector: (obj) => labelsText(objectAt(obj, 'spec', 'selector')),
};

function hosts(ingress: ApiObject): string {
  const rules = listAt(ingress, 'spec', 'rules');
  const named = rules.map((rule) => textAt(rule, 'host')).filter((host) => host !== '');
  const text = named.slice(0, MAX_HOSTS).join(',');
  if (text === '') return '*';
  return named.length > MAX_HOSTS ? `${text} + ${rules.length - MAX_HOSTS} more...` : text;
}

export const INGRESS_CELLS: Cells = {
  Class: (obj) => orElse(textAt(obj, 'spec', 'ingressClassName'), '<none>'),
  Hosts: hosts,
  Address: (obj) => balancerAddresses(obj).join(','),
  Ports: (obj) => (listAt(obj, 'spec', 'tls').length > 0 ? '80, 443' : '80'),
};

export const INGRESS_CLASS_CELLS: Cells = {
  Controller: (obj) => textAt(obj, 'spec', 'controller'),
  Parameters: (obj) => {
    const parameters = at(obj, 'spec', 'parameters');
    if (parameters === undefined) return '<none>';
    const kind = [textAt(parameters, 'kind'), textAt(parameters, 'apiGroup')].filter((one) => one !== '');
    return `${kind.join('.')}/${textAt(parameters, 'name')}`;
  },
};

export const NETWORK_POLICY_CELLS: Cells = {
  'Pod-Selector': (obj) => orElse(selectorText(objectAt(obj, 'spec', 'podSelector')), '<none>'),
};

function endpointTexts(subset: JsonValue): readonly string[] {
  const addresses = listAt(subset, 'addresses').map((one) => textAt(one, 'ip'));
  const ports = listAt(subset, 'ports').map((one) => textAt(one, 'port'));
  if (ports.length === 0) return addresses;
  return ports.flatMap((port) => addresses.map((address) => `${address}:${port}`));
}

/** The first few, and how many more there are. */
function shortened(texts: readonly string[]): string {
  if (texts.length === 0) return '<none>';
  const shown = texts.slice(0, MAX_ENDPOINTS).join(',');
  return texts.length > MAX_ENDPOINTS ? `${shown} + ${texts.length - MAX_ENDPOINTS} more...` : shown;
}

export const ENDPOINTS_CELLS: Cells = {
  Endpoints: (obj) => shortened(listAt(obj, 'subsets').flatMap(endpointTexts)),
};

export const ENDPOINT_SLICE_CELLS: Cells = {
  AddressType: (obj) => textAt(obj, 'addressType'),
  Ports: (obj) => {
    const ports = listAt(obj, 'ports').map((one) => orElse(textAt(one, 'port'), '*'));
    return ports.length === 0 ? '<unset>' : shortened(ports);
  },
  Endpoints: (obj) => {
    const addresses = listAt(obj, 'endpoints').flatMap((one) => listAt(one, 'addresses').map(String));
    return addresses.length === 0 ? '<unset>' : shortened(addresses);
  },
};
