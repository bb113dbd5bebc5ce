import type { JsonObject } from '../../object/json.ts';
import { EVICTION } from '../access/review-definitions.ts';
import type { ApiObject } from '../api-object.ts';
import { listAt, objectAt, textAt, withAt } from '../fields.ts';
import { decodeDraft } from '../objects/draft.ts';
import { timestamp } from '../objects/metadata.ts';
import { checkNamespace } from '../objects/update-preconditions.ts';
import type { ApiResponse } from '../request.ts';
import { decodeBody } from '../requests/body.ts';
import { deleteOptions, plainDelete, writeOptions } from '../requests/write-options.ts';
import { badRequest } from '../status-error.ts';
import { transitionTime } from '../transition-time.ts';
import { jsonAnswer, successStatus, warningHeaders } from './answers.ts';
import type { ApiParts } from './api-parts.ts';
import { spendDisruption } from './disruption-budget.ts';
import { placeOf, type ResourceRequest } from './resource-request.ts';

/**
 * POST of a Pod's eviction: a delete that asks the Pod's disruption budget first. No controller counts Pods here: a
 * budget allows what its status says, which its clients write.
 *
 * @throws 400, 404, 409, 422, 429 for a budget that is spent, 500 for a Pod with several budgets.
 * @see kubernetes/kubernetes:pkg/registry/core/pod/storage/eviction.go
 */
export function evictPod(parts: ApiParts, request: ResourceRequest): ApiResponse {
  const place = placeOf(request);
  const { dryRun, fieldValidation } = writeOptions(request.query, 'CreateOptions');
  const { object, duplicates } = decodeBody(request.request, EVICTION);
  const { draft, warnings } = decodeDraft(EVICTION, inKnownVersion(object), {
    duplicates,
    validation: fieldValidation,
  });
  checkNamespace(draft, place.namespace);
  if (textAt(draft, 'metadata', 'name') !== place.name)
    throw badRequest('name in URL does not match name in Eviction object');
  const asked = objectAt(draft, 'deleteOptions');
  const sent = dryRun && listAt(asked, 'dryRun').length === 0 ? { ...asked, dryRun: ['All'] } : asked;
  const pod = parts.objects.get(place);
  if (!isIgnored(pod)) spendDisruption(parts, pod, listAt(sent, 'dryRun').length > 0);
  remove(parts, request, sent);
  return jsonAnswer(201, { ...successStatus(), code: 201 }, warningHeaders(warnings));
}

/** The version before is the same but for its name, and still taken. */
function inKnownVersion(eviction: JsonObject): JsonObject {
  return textAt(eviction, 'apiVersion') === 'policy/v1beta1' && textAt(eviction, 'kind') === 'Eviction'
    ? { ...eviction, apiVersion: 'policy/v1' }
    : eviction;
}

const IDLE_PHASES: ReadonlySet<string> = new Set(['Failed', 'Pending', 'Succeeded']);

/** No budget counts Pods that do not run, or are on their way out. */
function isIgnored(pod: ApiObject): boolean {
  return pod.metadata.deletionTimestamp !== undefined || IDLE_PHASES.has(textAt(pod, 'status', 'phase'));
}

/** Deletes the Pod, whose conditions say first why; even if the options of the delete are none. */
function remove(parts: ApiParts, request: ResourceRequest, options: JsonObject): void {
  const place = placeOf(request);
  const { query } = request;
  const dryRun = listAt(options, 'dryRun').length > 0;
  const { uid, resourceVersion } = deleteOptions(query, {
    preconditions: objectAt(options, 'preconditions'),
  });
  parts.objects.delete(place, { ...plainDelete, uid, resourceVersion, dryRun: true });
  if (!dryRun)
    parts.objects.update(place, (pod) => disrupted(pod, timestamp(parts.clock.now())), { scope: 'all' });
  // It was at the version that it should be at; now it is at the next one.
  parts.objects.delete(place, { ...deleteOptions(query, options), resourceVersion: undefined });
}

const DISRUPTION = {
  type: 'DisruptionTarget',
  status: 'True',
  lastProbeTime: null,
  reason: 'EvictionByEvictionAPI',
  message: 'Eviction API: evicting',
};

function disrupted(pod: ApiObject, now: string): ApiObject {
  const conditions = listAt(pod, 'status', 'conditions');
  const known = conditions.findIndex((one) => textAt(one, 'type') === DISRUPTION.type);
  const before = conditions[known];
  const condition = {
    ...objectAt({ before: before ?? {} }, 'before'),
    ...DISRUPTION,
    lastTransitionTime: transitionTime(before, 'True', now),
  };
  const next = known < 0 ? [...conditions, condition] : conditions.with(known, condition);
  return withAt(pod, ['status', 'conditions'], next);
}
