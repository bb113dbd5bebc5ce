import { isDeepStrictEqual } from 'node:util';

import { isJsonObject, type JsonObject, type JsonValue } from '../../../../object/json.ts';
import type { ApiObject } from '../../../api-object.ts';
import { at, listAt, numberAt, objectAt, textAt, withAt, withObjectAt } from '../../../fields.ts';
import type { KindRules } from '../../kind-rules.ts';
import { addressesOf, needsAddress, withAddresses } from './service-addresses.ts';
import { allocated, normalised } from './service-allocation.ts';
import type { ServiceAllocator } from './service-allocator.ts';
import { isExternal, serviceCauses, serviceStatusCauses } from './service-causes.ts';
import { serviceWarnings } from './service-warnings.ts';
import { loadBalancerWarnings } from '../causes/ip-warnings.ts';

function typeOf(service: ApiObject): string {
  return textAt(service, 'spec', 'type');
}

function hasNodePorts(service: ApiObject): boolean {
  return (
    typeOf(service) === 'NodePort' ||
    (typeOf(service) === 'LoadBalancer' && at(service, 'spec', 'allocateLoadBalancerNodePorts') !== false)
  );
}

/** Where nothing else is said, what comes in at a port goes to the same. */
function completePort(port: JsonValue): JsonValue {
  if (!isJsonObject(port)) return port;
  const { targetPort } = port;
  const isSaid = targetPort !== undefined && targetPort !== '' && targetPort !== 0;
  return { ...port, targetPort: isSaid ? targetPort : numberAt(port, 'port') };
}

/** Which fields a Service of this type has beside those of all. */
function trafficFields(service: ApiObject): JsonObject {
  const type = typeOf(service);
  return {
    ...(isExternal(service) ? { externalTrafficPolicy: 'Cluster' } : {}),
    ...(type === 'LoadBalancer' ? { allocateLoadBalancerNodePorts: true } : {}),
    ...(['NodePort', 'LoadBalancer', 'ClusterIP'].includes(type) ? { internalTrafficPolicy: 'Cluster' } : {}),
  };
}

/** Sessions stick to a client for three hours, unless it is said otherwise, or not at all. */
function withAffinity(spec: JsonObject): JsonObject {
  const { sessionAffinityConfig: config, ...rest } = spec;
  if (textAt(spec, 'sessionAffinity') === 'None') return rest;
  const isSaid = at(config, 'clientIP', 'timeoutSeconds') !== undefined;
  if (isSaid || textAt(spec, 'sessionAffinity') !== 'ClientIP') return spec;
  return { ...rest, sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } } };
}

/** @see kubernetes/kubernetes:pkg/apis/core/v1/defaults.go (SetDefaults_Service) */
function completeService(service: ApiObject): ApiObject {
  const spec = withAffinity(objectAt(service, 'spec'));
  const ports = listAt(spec, 'ports').map(completePort);
  return {
    ...service,
    spec: { ...trafficFields(service), ...spec, ...(ports.length === 0 ? {} : { ports }) },
    status: { loadBalancer: {}, ...objectAt(service, 'status') },
  };
}

function withNodePorts(service: ApiObject, allocator: ServiceAllocator): ApiObject {
  if (!hasNodePorts(service)) return service;
  return withPorts(service, (port) => ({ ...port, nodePort: port['nodePort'] ?? allocator.nextNodePort() }));
}

function withPorts(service: ApiObject, change: (port: JsonObject) => JsonObject): ApiObject {
  const ports = listAt(service, 'spec', 'ports');
  if (ports.length === 0) return service;
  return withAt(
    service,
    ['spec', 'ports'],
    ports.map((port) => (isJsonObject(port) ? change(port) : port)),
  );
}

/** Ports of the nodes stay with the name of their port, unless another port takes them. */
function keepNodePorts(service: ApiObject, old: ApiObject): ApiObject {
  if (!hasNodePorts(service) || !hasNodePorts(old)) return service;
  const before = listAt(old, 'spec', 'ports');
  const taken = new Set(listAt(service, 'spec', 'ports').map((port) => numberAt(port, 'nodePort')));
  return withPorts(service, (port) => {
    const known = before.find((one) => textAt(one, 'name') === textAt(port, 'name'));
    const free = numberAt(known, 'nodePort');
    return 'nodePort' in port || free === 0 || taken.has(free) ? port : { ...port, nodePort: free };
  });
}

/**
 * Without what a Service of its new type does not have, as far as the client left it as it was.
 *
 * @see kubernetes/kubernetes:pkg/registry/core/service/strategy.go (dropTypeDependentFields)
 */
function withoutUseless(service: ApiObject, old: ApiObject): ApiObject {
  const left = withoutNodePorts(withoutAddresses(service, old), old);
  const given = [
    ...(typeOf(service) === 'LoadBalancer' ? [] : ['allocateLoadBalancerNodePorts', 'loadBalancerClass']),
    ...(isExternal(old) && !isExternal(service) ? ['externalTrafficPolicy'] : []),
  ].filter((name) => isDeepStrictEqual(at(service, 'spec', name), at(old, 'spec', name)));
  const bare = given.reduce((rest, name) => withAt(rest, ['spec', name], undefined), left);
  return typeOf(service) === 'LoadBalancer' ? bare : withAt(bare, ['status', 'loadBalancer'], {});
}

function withoutAddresses(service: ApiObject, old: ApiObject): ApiObject {
  if (!needsAddress(old) || needsAddress(service)) return service;
  const [now, before] = [addressesOf(service), addressesOf(old)];
  const isSame = now.clusterIP === before.clusterIP && isDeepStrictEqual(now.clusterIPs, before.clusterIPs);
  return withAddresses(service, {
    clusterIP: isSame ? '' : now.clusterIP,
    clusterIPs: isSame ? [] : now.clusterIPs,
    ipFamilies: isDeepStrictEqual(now.ipFamilies, before.ipFamilies) ? [] : now.ipFamilies,
    ipFamilyPolicy: now.ipFamilyPolicy === before.ipFamilyPolicy ? undefined : now.ipFamilyPolicy,
  });
}

const HAVE_NODE_PORTS = new Set(['NodePort', 'LoadBalancer']);

function withoutNodePorts(service: ApiObject, old: ApiObject): ApiObject {
  if (!HAVE_NODE_PORTS.has(typeOf(old)) || HAVE_NODE_PORTS.has(typeOf(service))) return service;
  const known = new Set(listAt(old, 'spec', 'ports').map((port) => numberAt(port, 'nodePort')));
  const isNew = ({ nodePort = 0 }: JsonObject): boolean => nodePort !== 0 && !known.has(Number(nodePort));
  if (listAt(service, 'spec', 'ports').some((port) => isJsonObject(port) && isNew(port))) return service;
  return withPorts(service, ({ nodePort: _nodePort, ...port }) => port);
}

/**
 * A Service without addresses does not show how they would be used, though it may say so. One that has an address all
 * the same shows a list of it.
 *
 * @see kubernetes/kubernetes:pkg/registry/core/service/storage/storage.go (defaultOnRead)
 */
export function shownService(service: ApiObject): ApiObject {
  if (needsAddress(service)) return service;
  const isValid = ['Cluster', 'Local'].includes(textAt(service, 'spec', 'internalTrafficPolicy'));
  const shown = isValid ? withAt(service, ['spec', 'internalTrafficPolicy'], undefined) : service;
  const { clusterIP, clusterIPs } = normalised(addressesOf(service));
  return clusterIP === '' ? shown : withAt(shown, ['spec', 'clusterIPs'], clusterIPs);
}

/** @param allocator remembers what it gave to the Services of one server. */
export function serviceRules(allocator: ServiceAllocator): KindRules {
  return {
    infer: (service) => withObjectAt(service, 'spec'),
    complete: completeService,
    create: (service) => withNodePorts(allocated(service, undefined, allocator), allocator),
    update: (service, old) => {
      const addressed = allocated(keepNodePorts(service, old), old, allocator);
      return withoutUseless(withNodePorts(addressed, allocator), old);
    },
    warnings: serviceWarnings,
    validate: serviceCauses,
    status: { validate: serviceStatusCauses, warnings: loadBalancerWarnings },
  };
}
