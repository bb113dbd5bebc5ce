import { isDeepStrictEqual } from 'node:util';

import type { StatusCause } from '../../../../object/status.ts';
import type { ApiObject } from '../../../api-object.ts';
import { invalidCause } from '../../../field-causes.ts';
import { objectAt, textAt } from '../../../fields.ts';
import { invalid } from '../../../status-error.ts';
import { addressCauses } from './service-address-causes.ts';
import {
  addressesOf,
  familyOf,
  HEADLESS,
  isHeadless,
  needsAddress,
  withAddresses,
  type Addresses,
} from './service-addresses.ts';
import type { ServiceAllocator } from './service-allocator.ts';

const SINGLE = 'SingleStack';
const PREFERRED_DUAL = 'PreferDualStack';
const REQUIRED_DUAL = 'RequireDualStack';
/** The one family of addresses that this cluster has. */
const OWN_FAMILY = 'IPv4';

/**
 * Gives a Service the addresses and families that it needs and does not name itself.
 *
 * @param old its state before an update.
 * @throws 422 for addresses that go with nothing.
 * @see kubernetes/kubernetes:pkg/registry/core/service/storage/alloc.go
 */
export function allocated(
  service: ApiObject,
  old: ApiObject | undefined,
  allocator: ServiceAllocator,
): ApiObject {
  const before = normalised(addressesOf(old));
  const sent = addressesOf(service);
  const wanted =
    old === undefined ? normalised(sent) : resumed(sent, before, needsAddress(old) && needsAddress(service));
  if (!needsAddress(service)) return withAddresses(service, wanted);
  const isUpdate = old !== undefined;
  const known = isSettled(service, old) ? wanted : withFamilies(service, wanted, before, isUpdate);
  const isNew = old === undefined || !needsAddress(old);
  return withAddresses(service, isNew && !isHeadless(known) ? filled(known, allocator) : known);
}

/** A client that knows one address only means the list, too. */
export function normalised(sent: Addresses): Addresses {
  if (sent.clusterIP === '' || sent.clusterIPs.length > 0) return sent;
  return { ...sent, clusterIPs: [sent.clusterIP] };
}

/** What an update leaves out stays as it was; a changed address stands for the list, if that is the old one. */
function resumed(sent: Addresses, before: Addresses, keeps: boolean): Addresses {
  const clusterIP = keeps && sent.clusterIP === '' ? before.clusterIP : sent.clusterIP;
  const isSame = clusterIP === before.clusterIP;
  const left = sent.clusterIPs.length === 0 && (keeps || isSame) ? before.clusterIPs : sent.clusterIPs;
  if (isSame || !isDeepStrictEqual(left, before.clusterIPs)) return { ...sent, clusterIP, clusterIPs: left };
  return { ...sent, clusterIP, clusterIPs: clusterIP === '' ? [] : [clusterIP] };
}

/** Whoever preferred two families and changes nothing of it keeps what there was. */
function isSettled(service: ApiObject, old: ApiObject | undefined): boolean {
  const [now, before] = [addressesOf(service), addressesOf(old)];
  return (
    old !== undefined &&
    now.ipFamilyPolicy === PREFERRED_DUAL &&
    [undefined, PREFERRED_DUAL].includes(before.ipFamilyPolicy) &&
    textAt(service, 'spec', 'type') === textAt(old, 'spec', 'type') &&
    isDeepStrictEqual(now.clusterIPs, before.clusterIPs) &&
    isDeepStrictEqual(now.ipFamilies, before.ipFamilies)
  );
}

/** Nobody knows what stands behind a headless Service without selector: it may be of any family. */
function isOpen(service: ApiObject, { clusterIP }: Addresses): boolean {
  return clusterIP === HEADLESS && Object.keys(objectAt(service, 'spec', 'selector')).length === 0;
}

function withFamilies(
  service: ApiObject,
  wanted: Addresses,
  before: Addresses,
  isUpdate: boolean,
): Addresses {
  refuse(service, addressCauses(wanted, before.clusterIPs));
  const isOpenOne = isOpen(service, wanted);
  const usual = isOpenOne ? REQUIRED_DUAL : SINGLE;
  const ipFamilyPolicy = wanted.ipFamilyPolicy ?? before.ipFamilyPolicy ?? usual;
  const known = { ...wanted, ipFamilyPolicy };
  const reduced = ipFamilyPolicy === SINGLE && isUpdate ? toOne(known, before) : known;
  refuse(service, policyCauses(reduced, before));
  const inferred = { ...reduced, ipFamilies: familiesOf(reduced) };
  if (isOpenOne) return { ...inferred, ipFamilies: openFamilies(inferred) };
  refuse(service, clusterCauses(inferred));
  return inferred.ipFamilies.length > 0 ? inferred : { ...inferred, ipFamilies: [OWN_FAMILY] };
}

function refuse({ metadata }: ApiObject, causes: readonly StatusCause[]): void {
  if (causes.length > 0) throw invalid('', 'Service', metadata.name, causes);
}

/** Asked for one family, a Service gives up what it has of another. */
function toOne(wanted: Addresses, before: Addresses): Addresses {
  const first = (now: readonly string[], then: readonly string[]): readonly string[] =>
    isDeepStrictEqual(now, then) ? now.slice(0, 1) : now;
  return {
    ...wanted,
    clusterIPs: first(wanted.clusterIPs, before.clusterIPs),
    ipFamilies: first(wanted.ipFamilies, before.ipFamilies),
  };
}

const POLICY = 'spec.ipFamilyPolicy';

function policyCauses(
  { clusterIPs, ipFamilies, ipFamilyPolicy }: Addresses,
  before: Addresses,
): readonly StatusCause[] {
  const cause = (why: string): StatusCause => invalidCause(POLICY, ipFamilyPolicy, why);
  const isFewer = (now: readonly string[], then: readonly string[]): boolean =>
    now.length > 0 && now.length < then.length;
  const several = "must be 'RequireDualStack' or 'PreferDualStack' when multiple";
  const isSingle = ipFamilyPolicy === SINGLE;
  return [
    ...(!isSingle && isFewer(clusterIPs, before.clusterIPs)
      ? [cause("must be 'SingleStack' to release the secondary cluster IP")]
      : []),
    ...(!isSingle && isFewer(ipFamilies, before.ipFamilies)
      ? [cause("must be 'SingleStack' to release the secondary IP family")]
      : []),
    ...(isSingle && clusterIPs.length === 2 ? [cause(`${several} cluster IPs are specified`)] : []),
    ...(isSingle && ipFamilies.length === 2 ? [cause(`${several} IP families are specified`)] : []),
    ...foreignCauses(clusterIPs, ipFamilies),
  ];
}

/** Addresses of a family that nobody named and the cluster does not have. */
function foreignCauses(clusterIPs: readonly string[], ipFamilies: readonly string[]): readonly StatusCause[] {
  return clusterIPs.flatMap((address, index) => {
    const isForeign = index >= ipFamilies.length && address !== HEADLESS && familyOf(address) !== OWN_FAMILY;
    const why = `${familyOf(address)} is not configured on this cluster`;
    return isForeign ? [invalidCause(`spec.clusterIPs[${index}]`, clusterIPs, why)] : [];
  });
}

/** Those that are named, and those of further addresses. */
function familiesOf({ clusterIPs, ipFamilies }: Addresses): readonly string[] {
  if (clusterIPs[0] === HEADLESS) return ipFamilies;
  return [...ipFamilies, ...clusterIPs.slice(ipFamilies.length).map(familyOf)];
}

function openFamilies({ ipFamilies, ipFamilyPolicy }: Addresses): readonly string[] {
  const [first = OWN_FAMILY, second] = ipFamilies;
  if (second !== undefined || ipFamilyPolicy === SINGLE) return second === undefined ? [first] : ipFamilies;
  return [first, first === 'IPv4' ? 'IPv6' : 'IPv4'];
}

function clusterCauses({ ipFamilies, ipFamilyPolicy }: Addresses): readonly StatusCause[] {
  return [
    ...(ipFamilyPolicy === REQUIRED_DUAL
      ? [invalidCause(POLICY, ipFamilyPolicy, 'this cluster is not configured for dual-stack services')]
      : []),
    ...ipFamilies.flatMap((family, index) =>
      family === OWN_FAMILY
        ? []
        : [invalidCause(`spec.ipFamilies[${index}]`, family, 'not configured on this cluster')],
    ),
  ];
}

function filled(known: Addresses, allocator: ServiceAllocator): Addresses {
  const clusterIPs = known.ipFamilies.map((_, index) => {
    const address = known.clusterIPs[index] ?? '';
    return address === '' ? allocator.nextAddress() : address;
  });
  return { ...known, clusterIP: clusterIPs[0] ?? '', clusterIPs };
}
