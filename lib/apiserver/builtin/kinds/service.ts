import { isIP } from 'node:net';
import { isDeepStrictEqual } from 'node:util';

import { isJsonObject, type JsonObject, type JsonValue } from '../../../object/json.ts';
import type { StatusCause } from '../../../object/status.ts';
import type { ApiObject } from '../../api-object.ts';
import {
  duplicateCause,
  forbiddenCause,
  invalidCause,
  notSupportedCause,
  requiredCause,
} from '../../field-causes.ts';
import { at, listAt, objectAt, textAt, withAt } from '../../fields.ts';
import { labelName } from '../../objects/names.ts';
import type { KindRules } from '../kind-rules.ts';
import { portCauses, portNameProblems } from './pod-causes.ts';

/** 10.96.0.0/12; the first address is that of the API server itself. */
const FIRST_ADDRESS = 10 * 2 ** 24 + 96 * 2 ** 16 + 10;
const FIRST_NODE_PORT = 30_000;
const NODE_PORTS = 2768;
const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];

/**
 * Gives addresses and ports to Services, one after the other: the same order of creations gets the same ones.
 * Nothing is given twice until the range is used up.
 */
export class ServiceAllocator {
  #addresses = 0;
  #ports = 0;

  nextAddress(): string {
    const address = FIRST_ADDRESS + this.#addresses++;
    return [24, 16, 8, 0].map((shift) => Math.trunc(address / 2 ** shift) % 256).join('.');
  }

  nextNodePort(): number {
    return FIRST_NODE_PORT + (this.#ports++ % NODE_PORTS);
  }
}

function typeOf(service: ApiObject): string {
  return textAt(service, 'spec', 'type');
}

function hasNodePorts(service: ApiObject): boolean {
  return (
    typeOf(service) === 'NodePort' ||
    (typeOf(service) === 'LoadBalancer' && at(service, 'spec', 'allocateLoadBalancerNodePorts') !== false)
  );
}

function completePort(port: JsonValue): JsonValue {
  return isJsonObject(port) ? { ...port, targetPort: port['targetPort'] ?? port['port'] } : port;
}

/** Which fields a Service of this type has beside those of all. */
function trafficFields(service: ApiObject): JsonObject {
  const type = typeOf(service);
  const external = type === 'NodePort' || type === 'LoadBalancer';
  return {
    ...(external ? { externalTrafficPolicy: 'Cluster' } : {}),
    ...(type === 'LoadBalancer' ? { allocateLoadBalancerNodePorts: true } : {}),
    ...(type === 'ExternalName' ? {} : { internalTrafficPolicy: 'Cluster' }),
    ...(textAt(service, 'spec', 'sessionAffinity') === 'ClientIP'
      ? { sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } } }
      : {}),
  };
}

function completeService(service: ApiObject): ApiObject {
  const spec = objectAt(service, 'spec');
  const ports = listAt(spec, 'ports').map(completePort);
  return {
    ...service,
    spec: { ...trafficFields(service), ...spec, ...(ports.length === 0 ? {} : { ports }) },
    status: { loadBalancer: {}, ...objectAt(service, 'status') },
  };
}

/** Headless Services without selector are for every family: nobody knows what stands behind them. */
function families(spec: JsonObject, address: string): JsonObject {
  if (address === 'None' && at(spec, 'selector') === undefined)
    return { ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack' };
  return { ipFamilies: [isIP(address) === 6 ? 'IPv6' : 'IPv4'], ipFamilyPolicy: 'SingleStack' };
}

function withAddress(service: ApiObject, allocator: ServiceAllocator): ApiObject {
  if (typeOf(service) === 'ExternalName') return service;
  const spec = objectAt(service, 'spec');
  const address = textAt(spec, 'clusterIP') || allocator.nextAddress();
  return {
    ...service,
    spec: { ...families(spec, address), ...spec, clusterIP: address, clusterIPs: [address] },
  };
}

function withNodePorts(service: ApiObject, allocator: ServiceAllocator): ApiObject {
  if (!hasNodePorts(service)) return service;
  const withPort = (port: JsonValue): JsonValue =>
    isJsonObject(port) ? { ...port, nodePort: port['nodePort'] ?? allocator.nextNodePort() } : port;
  return withAt(service, ['spec', 'ports'], listAt(service, 'spec', 'ports').map(withPort));
}

function withoutAll(service: ApiObject, names: readonly string[]): ApiObject {
  return names.reduce((result, name) => withAt(result, ['spec', name], undefined), service);
}

function defined(members: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** What the client left out and has not given up stays as it was. */
function keepAllocated(service: ApiObject, old: ApiObject): ApiObject {
  if (typeOf(service) === 'ExternalName')
    return withoutAll(service, [
      'clusterIP',
      'clusterIPs',
      'ipFamilies',
      'ipFamilyPolicy',
      'internalTrafficPolicy',
      'externalTrafficPolicy',
      'allocateLoadBalancerNodePorts',
    ]);
  const { clusterIP, clusterIPs, ipFamilies, ipFamilyPolicy } = objectAt(old, 'spec');
  const ports = listAt(service, 'spec', 'ports').map((port) => keepNodePort(service, old, port));
  const spec: JsonObject = {
    ...defined({ clusterIP, clusterIPs, ipFamilies, ipFamilyPolicy }),
    ...objectAt(service, 'spec'),
    ...(ports.length === 0 ? {} : { ports }),
  };
  return { ...service, spec };
}

function keepNodePort(service: ApiObject, old: ApiObject, port: JsonValue): JsonValue {
  const known = objectAt({ port }, 'port');
  if (!hasNodePorts(service))
    return withAt(known, ['nodePort'], typeOf(old) === typeOf(service) ? known['nodePort'] : undefined);
  const before = listAt(old, 'spec', 'ports').find(
    (one) => at(one, 'port') === known['port'] && at(one, 'protocol') === known['protocol'],
  );
  return withAt(known, ['nodePort'], known['nodePort'] ?? at(before, 'nodePort'));
}

function portListCauses(service: ApiObject): readonly StatusCause[] {
  const ports = listAt(service, 'spec', 'ports');
  const headless = textAt(service, 'spec', 'clusterIP') === 'None';
  if (ports.length === 0)
    return headless || typeOf(service) === 'ExternalName' ? [] : [requiredCause('spec.ports')];
  const names = ports.map((port) => textAt(port, 'name'));
  return ports.flatMap((port, index) => servicePortCauses(port, index, names));
}

function servicePortCauses(port: JsonValue, index: number, names: readonly string[]): readonly StatusCause[] {
  const path = `spec.ports[${index}]`;
  const name = textAt(port, 'name');
  const repeated = name !== '' && names.indexOf(name) < index;
  return [
    ...(name === '' && names.length > 1 ? [requiredCause(`${path}.name`)] : []),
    ...(name === '' ? [] : labelName(name)).map((problem) => invalidCause(`${path}.name`, name, problem)),
    ...(repeated ? [duplicateCause(`${path}.name`, name)] : []),
    ...portCauses(`${path}.port`, at(port, 'port')),
    ...targetPortCauses(at(port, 'targetPort'), `${path}.targetPort`),
  ];
}

function targetPortCauses(target: JsonValue | undefined, field: string): readonly StatusCause[] {
  if (typeof target !== 'string') return portCauses(field, target);
  return portNameProblems(target).map((problem) => invalidCause(field, target, problem));
}

/** Only what a load balancer stands in front of has its addresses. */
function balancerCauses(service: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  const ingress = at(service, 'status', 'loadBalancer', 'ingress');
  const before = at(old, 'status', 'loadBalancer', 'ingress');
  if (ingress === undefined || typeOf(service) === 'LoadBalancer' || isDeepStrictEqual(ingress, before))
    return [];
  const why = "may only be used when `spec.type` is 'LoadBalancer'";
  return [forbiddenCause('status.loadBalancer.ingress', why)];
}

function serviceCauses(service: ApiObject, old: ApiObject | undefined): readonly StatusCause[] {
  const type = typeOf(service);
  const address = textAt(service, 'spec', 'clusterIP');
  const keepsAddress = old !== undefined && type !== 'ExternalName' && typeOf(old) !== 'ExternalName';
  return [
    ...portListCauses(service),
    ...balancerCauses(service, old),
    ...(TYPES.includes(type) ? [] : [notSupportedCause('spec.type', type, TYPES)]),
    ...(type === 'ExternalName' && textAt(service, 'spec', 'externalName') === ''
      ? [requiredCause('spec.externalName')]
      : []),
    ...(address === '' || address === 'None' || isIP(address) !== 0
      ? []
      : [
          invalidCause(
            'spec.clusterIPs[0]',
            address,
            'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
          ),
        ]),
    ...(keepsAddress && !['', address].includes(textAt(old, 'spec', 'clusterIP'))
      ? [invalidCause('spec.clusterIPs[0]', [address], 'may not change once set')]
      : []),
  ];
}

/** @param allocator remembers what it gave to the Services of one server. */
export function serviceRules(allocator: ServiceAllocator): KindRules {
  return {
    complete: completeService,
    create: (service) => withNodePorts(withAddress(service, allocator), allocator),
    update: (service, old) => {
      const kept = keepAllocated(service, old);
      return withNodePorts(withAddress(kept, allocator), allocator);
    },
    validate: serviceCauses,
  };
}
