import { withAt, listAt } from '../fields.ts';
import type { ApiResponse } from '../request.ts';
import { decodeBody } from '../requests/body.ts';
import { methodNotAllowed, unknownResource } from '../requests/route.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { collectionOf } from '../resource-registry.ts';
import { notFound } from '../status-error.ts';
import { objectAnswer } from './answers.ts';
import type { ApiParts } from './api-parts.ts';
import { patchObject } from './patch.ts';
import { bindPod, evictPod } from './pod-subresources.ts';
import { readObject } from './read.ts';
import { placeOf } from './resource-request.ts';
import type { ResourceHandler, ResourceRequest } from './resource-request.ts';
import { patchScale, readScale, replaceScale } from './scale.ts';
import { replaceObject } from './write.ts';

/** Something below an object. */
export interface Subresource {
  readonly name: string;
  /** Its kind, where that is not the object's own. */
  readonly kind?: { readonly group: string; readonly version: string; readonly kind: string };
  /** By HTTP method. */
  readonly methods: Readonly<Record<string, ResourceHandler>>;
}

const status: Subresource = {
  name: 'status',
  methods: {
    GET: readObject,
    PUT: (parts, request) => replaceObject(parts, request, 'status'),
    PATCH: (parts, request) => patchObject(parts, request, 'status'),
  },
};

function scale(definition: ResourceDefinition): readonly Subresource[] {
  const paths = definition.scale;
  if (paths === undefined) return [];
  return [
    {
      name: 'scale',
      kind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
      methods: {
        GET: (parts, request) => readScale(parts, request, paths),
        PUT: (parts, request) => replaceScale(parts, request, paths),
        PATCH: (parts, request) => patchScale(parts, request, paths),
      },
    },
  ];
}

const ofCollections: Readonly<Record<string, readonly Subresource[]>> = {
  namespaces: [{ name: 'finalize', methods: { PUT: finalizeNamespace } }],
  pods: [
    { name: 'binding', kind: { group: '', version: 'v1', kind: 'Binding' }, methods: { POST: bindPod } },
    {
      name: 'eviction',
      kind: { group: 'policy', version: 'v1', kind: 'Eviction' },
      methods: { POST: evictPod },
    },
  ],
};

/** What there is below the objects of a resource, by name. */
export function subresourcesOf(definition: ResourceDefinition): readonly Subresource[] {
  const all = [
    ...(ofCollections[collectionOf(definition)] ?? []),
    ...scale(definition),
    ...(definition.status ? [status] : []),
  ];
  return all.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Answers a request to a subresource. @throws 404, 405. */
export function handleSubresource(parts: ApiParts, request: ResourceRequest): ApiResponse {
  const { definition, subresource, name = '' } = request.route;
  const found = subresourcesOf(definition).find((one) => one.name === subresource);
  if (found === undefined) {
    // A custom resource may get these; until then it looks as if the object were missing.
    const known = definition.custom && (subresource === 'status' || subresource === 'scale');
    throw known
      ? notFound({ group: definition.group, resource: definition.plural }, name)
      : unknownResource();
  }
  const handler = found.methods[request.request.method];
  if (handler === undefined) throw methodNotAllowed();
  return handler(parts, request);
}

/** PUT of a namespace's finalizers in its spec, which nothing else may change. */
function finalizeNamespace(parts: ApiParts, request: ResourceRequest): ApiResponse {
  const { object } = decodeBody(request.request, 'Namespace');
  const finalizers = listAt(object, 'spec', 'finalizers');
  const updated = parts.objects.update(
    placeOf(request),
    (old) => withAt(old, ['spec', 'finalizers'], finalizers.length === 0 ? undefined : finalizers),
    { scope: 'all' },
  );
  return objectAnswer(parts, request, updated);
}
