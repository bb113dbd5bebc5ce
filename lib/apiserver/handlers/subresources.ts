import type { ApiObject } from '../api-object.ts';
import { requestToken } from '../access/token-request.ts';
import { invalidCause } from '../field-causes.ts';
import { listAt, objectAt, textAt, withAt } from '../fields.ts';
import type { ApiResponse } from '../request.ts';
import { decodeDraft } from '../objects/draft.ts';
import type { Draft } from '../objects/draft.ts';
import { plainFinalizerCauses } from '../objects/metadata-causes.ts';
import { qualifiedName } from '../objects/names.ts';
import { decodeBody } from '../requests/body.ts';
import { methodNotAllowed, unknownResource } from '../requests/route.ts';
import { writeOptions } from '../requests/write-options.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { collectionOf } from '../resource-registry.ts';
import { invalid, notFound, StatusError } from '../status-error.ts';
import { objectAnswer } from './answers.ts';
import type { ApiParts } from './api-parts.ts';
import { patchObject } from './patch.ts';
import { evictPod } from './eviction.ts';
import { bindPod, connectPod, readLog } from './pod-subresources.ts';
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

/** Streams to containers; clients ask for them by GET (WebSocket) and by POST (SPDY). */
function streams(name: string, kind: string): Subresource {
  const methods = { GET: connectPod, POST: connectPod };
  return { name, kind: { group: '', version: 'v1', kind }, methods };
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
    { name: 'log', methods: { GET: readLog } },
    streams('attach', 'PodAttachOptions'),
    streams('exec', 'PodExecOptions'),
    streams('portforward', 'PodPortForwardOptions'),
  ],
  serviceaccounts: [
    {
      name: 'token',
      kind: { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' },
      methods: { POST: requestToken },
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
    throw definition.custom
      ? notFound({ group: definition.group, resource: definition.plural }, name)
      : unknownResource();
  }
  const handler = found.methods[request.request.method];
  if (handler === undefined) throw refusedMethod(request);
  return handler(parts, request);
}

/** Custom resources say what they do not support; the others know no such route at all. */
function refusedMethod({ request, route: { definition } }: ResourceRequest): StatusError {
  const verb = { POST: 'create', DELETE: 'delete' }[request.method];
  if (!definition.custom || verb === undefined) return methodNotAllowed();
  const { group, plural } = definition;
  const message = `${verb} is not supported on resources of kind "${plural}.${group}"`;
  return new StatusError(405, 'MethodNotAllowed', message, { group, kind: plural });
}

/** PUT of a namespace's finalizers in its spec, which nothing else may change. */
function finalizeNamespace(parts: ApiParts, request: ResourceRequest): ApiResponse {
  const place = placeOf(request);
  const { object, duplicates } = decodeBody(request.request, place.definition);
  const { draft } = decodeDraft(place.definition, object, { duplicates, validation: 'Ignore' });
  const { dryRun } = writeOptions(request.query, 'UpdateOptions');
  const finalizers = listAt(draft, 'spec', 'finalizers');
  const causes = finalizers.flatMap((one, index) => {
    const name = textAt({ one }, 'one');
    const field = `spec.finalizers[${index}]`;
    const problems = qualifiedName(name).map((problem) => invalidCause(field, name, problem));
    return [...problems, ...plainFinalizerCauses(name, field)];
  });
  const change = (old: ApiObject): Draft => {
    // Metadata counts, as in any update; the label of its name is given to every namespace.
    const labels = { ...objectAt(draft, 'metadata', 'labels'), 'kubernetes.io/metadata.name': place.name };
    return withAt(
      { ...old, metadata: { ...draft.metadata, labels } },
      ['spec', 'finalizers'],
      finalizers.length === 0 ? undefined : finalizers,
    );
  };
  parts.objects.get(place);
  if (causes.length > 0) throw invalid('', 'Namespace', place.name, causes);
  const updated = parts.objects.update(place, change, { scope: 'all', dryRun });
  return objectAnswer(parts, request, updated);
}
