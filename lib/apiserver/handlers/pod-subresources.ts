import { isJsonObject } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import { listAt, textAt, withAt } from '../fields.ts';
import { timestamp } from '../objects/metadata.ts';
import type { ApiResponse } from '../request.ts';
import { decodeBody } from '../requests/body.ts';
import type { BodyKind } from '../requests/body.ts';
import { deleteOptions } from '../requests/write-options.ts';
import { badRequest, conflict, StatusError } from '../status-error.ts';
import { jsonAnswer, successStatus, textAnswer } from './answers.ts';
import type { ApiParts } from './api-parts.ts';
import { placeOf } from './resource-request.ts';
import type { ResourceRequest } from './resource-request.ts';

const BINDING: BodyKind = { group: '', version: 'v1', kind: 'Binding' };
const EVICTION: BodyKind = { group: 'policy', version: 'v1', kind: 'Eviction' };

function created(): ApiResponse {
  return jsonAnswer(201, { ...successStatus(), code: 201 });
}

/** POST of a Pod's binding: a scheduler puts it on a node. */
export function bindPod(parts: ApiParts, request: ResourceRequest): ApiResponse {
  const place = placeOf(request);
  const { object } = decodeBody(request.request, BINDING);
  const node = textAt(object, 'target', 'name');
  if (node === '') throw badRequest('cannot bind the Pod: target.name must name a node');
  parts.objects.update(place, (pod) => bound(pod, node, timestamp(parts.clock.now())), { scope: 'all' });
  return created();
}

/** @throws 409 when the Pod is on a node already. */
function bound(pod: ApiObject, node: string, now: string): ApiObject {
  const { name } = pod.metadata;
  const present = textAt(pod, 'spec', 'nodeName');
  if (present !== '') {
    const why = `pod ${name} is already assigned to node ${JSON.stringify(present)}`;
    throw conflict({ group: '', resource: 'pods/binding' }, name, why);
  }
  const others = listAt(pod, 'status', 'conditions').filter((one) => textAt(one, 'type') !== 'PodScheduled');
  const scheduled = { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: now };
  return withAt(withAt(pod, ['spec', 'nodeName'], node), ['status', 'conditions'], [...others, scheduled]);
}

/**
 * POST of a Pod's eviction: a delete that asks first. Nobody is asked here: disruption budgets are kept by a
 * controller that this server does not have.
 */
export function evictPod(parts: ApiParts, request: ResourceRequest): ApiResponse {
  const { object } = decodeBody(request.request, EVICTION);
  const options = isJsonObject(object['deleteOptions']) ? object['deleteOptions'] : undefined;
  parts.objects.delete(placeOf(request), deleteOptions(request.query, options));
  return created();
}

/** GET of a Pod's log: empty before it is on a node. Nobody runs containers here, so later there is none. */
export function readLog(parts: ApiParts, request: ResourceRequest): ApiResponse {
  const pod = parts.objects.get(placeOf(request));
  if (textAt(pod, 'spec', 'nodeName') === '') return textAnswer(200, '');
  throw noContainers();
}

/** A stream to or from a Pod's container, which nobody runs here. */
export function connectPod(parts: ApiParts, request: ResourceRequest): ApiResponse {
  const pod = parts.objects.get(placeOf(request));
  if (textAt(pod, 'spec', 'nodeName') === '')
    throw badRequest(`pod ${pod.metadata.name} does not have a host assigned`);
  throw noContainers();
}

function noContainers(): StatusError {
  const why = 'no containers run behind this API server';
  return new StatusError(500, 'InternalError', `Internal error occurred: ${why}`, {
    causes: [{ message: why }],
  });
}
