import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import { at, listAt, objectAt, textAt } from '../../../fields.ts';

const COMPONENT = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const DOMAIN = String.raw`(?:[A-Za-z0-9](?:[-A-Za-z0-9.]*[A-Za-z0-9])?|\[[0-9a-fA-F:]+\])(?::\d+)?`;
const TAG = String.raw`:(?<tag>\w[\w.-]{0,127})`;
const DIGEST = '@(?<digest>[A-Za-z][-A-Za-z0-9_+.]*:[0-9a-fA-F]{32,})';
const IMAGE = new RegExp(`^(?:${DOMAIN}/)?${COMPONENT}(?:/${COMPONENT})*(?:${TAG})?(?:${DIGEST})?$`, 'u');

/**
 * `latest`, or no tag and no digest, is pulled each time; but not what is no image.
 *
 * @see distribution/reference:regexp.go
 */
function pullPolicy(image: string): string {
  const found = IMAGE.exec(image);
  if (found === null) return 'IfNotPresent';
  const { tag, digest } = found.groups ?? {};
  return (tag ?? (digest === undefined ? 'latest' : '')) === 'latest' ? 'Always' : 'IfNotPresent';
}

function withHostPort(port: JsonValue): JsonObject {
  return { hostPort: at(port, 'containerPort'), ...objectAt({ port }, 'port') };
}

function hostPorts(container: JsonObject): JsonObject {
  const ports = listAt(container, 'ports').map(withHostPort);
  return ports.length === 0 ? {} : { ports };
}

function completeContainer(container: JsonValue, hostNetwork: boolean): JsonValue {
  const known = objectAt({ container }, 'container');
  return {
    imagePullPolicy: pullPolicy(textAt(known, 'image')),
    ...known,
    resources: objectAt(known, 'resources'),
    ...(hostNetwork ? hostPorts(known) : {}),
  };
}

/** A volume that names no source is an empty directory. */
function completeVolume(volume: JsonValue): JsonValue {
  const known = objectAt({ volume }, 'volume');
  const hasSource = Object.keys(known).some((field) => field !== 'name');
  if (!hasSource) return { ...known, emptyDir: {} };
  return {
    ...known,
    ...(known['image'] === undefined ? {} : { image: pulled(objectAt(known, 'image')) }),
    ...(known['projected'] === undefined ? {} : { projected: usable(objectAt(known, 'projected')) }),
  };
}

function pulled(image: JsonObject): JsonObject {
  const isSaid = textAt(image, 'pullPolicy') !== '';
  return isSaid ? image : { ...image, pullPolicy: pullPolicy(textAt(image, 'reference')) };
}

/** A projected volume without the sources that servers do not keep by default. */
function usable(projected: JsonObject): JsonObject {
  const sources = listAt(projected, 'sources');
  if (sources.length === 0) return projected;
  return {
    ...projected,
    sources: sources.map((source) => {
      const { clusterTrustBundle: _c, podCertificate: _p, ...kept } = objectAt({ source }, 'source');
      return kept;
    }),
  };
}

/** The old name of the service account's field follows the new one, and the other way round. */
function serviceAccount(spec: JsonObject): JsonObject {
  const name = textAt(spec, 'serviceAccountName') || textAt(spec, 'serviceAccount');
  return name === '' ? {} : { serviceAccountName: name, serviceAccount: name };
}

function lists(spec: JsonObject, hostNetwork: boolean): JsonObject {
  const containers = (name: string): JsonObject => {
    const found = listAt(spec, name);
    return found.length === 0 ? {} : { [name]: found.map((one) => completeContainer(one, hostNetwork)) };
  };
  const volumes = listAt(spec, 'volumes');
  return {
    ...(volumes.length === 0 ? {} : { volumes: volumes.map(completeVolume) }),
    ...containers('initContainers'),
    ...containers('containers'),
    ...containers('ephemeralContainers'),
  };
}

/**
 * Fills in what depends on other fields of a pod's spec.
 *
 * @see kubernetes/kubernetes:pkg/apis/core/v1/defaults.go
 */
export function completePodSpec(spec: JsonObject): JsonObject {
  return complete(spec, at(spec, 'hostNetwork') === true);
}

function complete(spec: JsonObject, hostNetwork: boolean): JsonObject {
  return { ...spec, ...serviceAccount(spec), ...lists(spec, hostNetwork) };
}

const CONTAINER_LISTS = ['initContainers', 'containers'] as const;

/** Limits are requests, too, where these say nothing. Only so in pods: their templates stay as they are. */
export function withRequests(spec: JsonObject): JsonObject {
  const requested = CONTAINER_LISTS.filter((name) => listAt(spec, name).length > 0).map((name) => [
    name,
    listAt(spec, name).map((container) => requesting(objectAt({ container }, 'container'))),
  ]);
  return { ...spec, ...(Object.fromEntries(requested) as JsonObject) };
}

function requesting(container: JsonObject): JsonObject {
  const limits = objectAt(container, 'resources', 'limits');
  if (Object.keys(limits).length === 0) return container;
  const resources = objectAt(container, 'resources');
  return {
    ...container,
    resources: { ...resources, requests: { ...limits, ...objectAt(resources, 'requests') } },
  };
}

/** The same for a template. The ports of its pods become their node's when they are made. */
export function completeTemplate<T extends JsonObject>(template: T): T {
  return { metadata: {}, ...template, spec: complete(objectAt(template, 'spec'), false) };
}
