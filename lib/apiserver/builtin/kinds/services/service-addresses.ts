import { isIP } from 'node:net';

import type { ApiObject } from '../../../api-object.ts';
import { at, listAt, objectAt, textAt } from '../../../fields.ts';

export const HEADLESS = 'None';
export const EXTERNAL_NAME = 'ExternalName';

/** What a Service says of its addresses; empty, or undefined, where it says nothing. */
export interface Addresses {
  readonly clusterIP: string;
  readonly clusterIPs: readonly string[];
  readonly ipFamilies: readonly string[];
  readonly ipFamilyPolicy: string | undefined;
}

export function addressesOf(service: ApiObject | undefined): Addresses {
  const spec = objectAt(service, 'spec');
  const policy = at(spec, 'ipFamilyPolicy');
  const texts = (name: string): readonly string[] => listAt(spec, name).map((one) => textAt({ one }, 'one'));
  return {
    clusterIP: textAt(spec, 'clusterIP'),
    clusterIPs: texts('clusterIPs'),
    ipFamilies: texts('ipFamilies'),
    ipFamilyPolicy: typeof policy === 'string' ? policy : undefined,
  };
}

/** The Service with these addresses, and without what is empty. */
export function withAddresses(service: ApiObject, addresses: Addresses): ApiObject {
  const {
    clusterIP: _a,
    clusterIPs: _s,
    ipFamilies: _f,
    ipFamilyPolicy: _p,
    ...spec
  } = objectAt(service, 'spec');
  const { ipFamilyPolicy, ...others } = addresses;
  const said = Object.entries(others).filter(([, value]) => value.length > 0);
  const policy = ipFamilyPolicy === undefined ? {} : { ipFamilyPolicy };
  return { ...service, spec: { ...spec, ...Object.fromEntries(said), ...policy } };
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
