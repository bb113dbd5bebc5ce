import type { JsonObject } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import { listAt, objectAt, textAt, withAt } from '../fields.ts';
import { checkKind } from '../objects/kind-problem.ts';
import { timestamp } from '../objects/metadata.ts';
import type { ApiResponse } from '../request.ts';
import { decodeBody } from '../requests/body.ts';
import type { BodyKind } from '../requests/body.ts';
import { writeOptions } from '../requests/write-options.ts';
import { badRequest, conflict, internalError, StatusError } from '../status-error.ts';
import { jsonAnswer, successStatus, textAnswer } from './answers.ts';
import type { ApiParts } from './api-parts.ts';
import { placeOf } from './resource-request.ts';
import type { ResourceRequest } from './resource-request.ts';

const BINDING: BodyKind = { group: '', version: 'v1', kind: 'Binding' };

function created(): ApiResponse {
  return jsonAnswer(201, { ...successStatus(), code: 201 });
}

/** POST of a Pod's binding: a scheduler puts it on a node. @throws 400, 404, 409, 500 for what is no target. */
export function bindPod(parts: ApiParts, request: ResourceRequest): ApiResponse {
  const place = placeOf(request);
  const { dryRun } = writeOptions(request.query, 'CreateOptions');
  const { object } = decodeBody(request.request, BINDING);
  checkKind(BINDING, {
    apiVersion: textAt(object, 'apiVersion') || BINDING.version,
    kind: textAt(object, 'kind') || BINDING.kind,
  });
  if (textAt(object, 'metadata', 'name') !== place.name)
    throw badRequest('name in URL does not match name in Binding object');
  checkTarget(objectAt(object, 'target'));
  const node = textAt(object, 'target', 'name');
  const change = (pod: ApiObject): ApiObject => bound(pod, node, timestamp(parts.clock.now()));
  parts.objects.update(place, change, { scope: 'all', dryRun });
  return created();
}

/** @throws 500, as the real API server does. */
function checkTarget(target: JsonObject): void {
  const kind = textAt(target, 'kind');
  const wrong = [
    ...(kind === '' || kind === 'Node'
      ? []
      : [`target.kind: Unsupported value: ${JSON.stringify(kind)}: supported values: "Node", "<empty>"`]),
    ...(textAt(target, 'name') === '' ? ['target.name: Required value'] : []),
  ];
  if (wrong.length > 0)
    throw new StatusError(500, '', wrong.length > 1 ? `[${wrong.join(', ')}]` : wrong[0]!);
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
  return internalError('no containers run behind this API server');
}
