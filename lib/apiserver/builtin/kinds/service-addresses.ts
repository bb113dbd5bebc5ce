import { isIP } from 'node:net';

import type { JsonValue } from '../../../object/json.ts';
import type { ApiObject } from '../../api-object.ts';
import { listAt, objectAt, textAt } from '../../fields.ts';

export const HEADLESS = 'None';
export const EXTERNAL_NAME = 'ExternalName';

/** What a Service says of its addresses; empty where it says nothing. */
export interface Addresses {
  readonly clusterIP: string;
  readonly clusterIPs: readonly string[];
  readonly ipFamilies: readonly string[];
  readonly ipFamilyPolicy: string;
}

export function addressesOf(service: ApiObject | undefined): Addresses {
  const spec = objectAt(service, 'spec');
  const texts = (name: string): readonly string[] => listAt(spec, name).map((one) => textAt({ one }, 'one'));
  return {
    clusterIP: textAt(spec, 'clusterIP'),
    clusterIPs: texts('clusterIPs'),
    ipFamilies: texts('ipFamilies'),
    ipFamilyPolicy: textAt(spec, 'ipFamilyPolicy'),
  };
}

/** The Service with these addresses, and without those that are empty. */
export function withAddresses(service: ApiObject, addresses: Addresses): ApiObject {
  const {
    clusterIP: _a,
    clusterIPs: _s,
    ipFamilies: _f,
    ipFamilyPolicy: _p,
    ...spec
  } = objectAt(service, 'spec');
  const said = Object.entries(addresses).filter(([, value]: [string, JsonValue]) => lengthOf(value) > 0);
  return { ...service, spec: { ...spec, ...Object.fromEntries(said) } };
}

function lengthOf(value: JsonValue): number {
  return typeof value === 'string' || Array.isArray(value) ? value.length : 0;
}

export function isHeadless({ clusterIPs }: Addresses): boolean {
  return clusterIPs.length === 1 && clusterIPs[0] === HEADLESS;
}

export function needsAddress(service: ApiObject): boolean {
  return textAt(service, 'spec', 'type') !== EXTERNAL_NAME;
}

export function familyOf(address: string): string {
  return isIP(address) === 6 ? 'IPv6' : 'IPv4';
}
