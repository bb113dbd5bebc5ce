import { redactText } from '../redaction.ts';
import type { CoreEvent, Event } from '../object/kinds.ts';
import type { KubernetesObject } from '../object/kubernetes-object.ts';

/** What is to be told about an object. */
export interface EventInput {
  /** Default `Normal`. */
  readonly type?: 'Normal' | 'Warning';
  /** Why, for programs: one word in CamelCase, such as `BackupFailed`. At most 128 characters. */
  readonly reason: string;
  /** For people. Cut after 1024 bytes; credentials in it are replaced. */
  readonly note: string;
  /** What was done or tried, for programs, such as `CreateBackup`. Default: the reason. */
  readonly action?: string;
  /** A second object that has a part in it. */
  readonly related?: KubernetesObject;
}

/** One event and its repetitions. Times are in milliseconds since the epoch. */
export interface EventFacts extends EventInput {
  readonly regarding: KubernetesObject;
  readonly name: string;
  readonly controller: string;
  readonly instance: string;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly count: number;
}

/** @see kubernetes/kubernetes:pkg/apis/core/validation/events.go */
const MOST_NOTE_BYTES = 1024;
const MOST_WORD = 128;

/** Of a cluster-scoped object events are in the namespace `default`. */
export function eventNamespace({ metadata }: KubernetesObject): string {
  return metadata?.namespace ?? 'default';
}

/** The event when it is new. */
export function newEvent(facts: EventFacts): Event {
  const { regarding, name, controller, instance, related } = facts;
  return {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name, namespace: eventNamespace(regarding) },
    eventTime: microTime(facts.firstMs),
    type: facts.type ?? 'Normal',
    reason: word(facts.reason),
    action: word(facts.action ?? facts.reason),
    note: noteOf(facts.note),
    regarding: referenceTo(regarding),
    ...(related === undefined ? {} : { related: referenceTo(related) }),
    reportingController: controller,
    reportingInstance: word(instance),
  };
}

/** The same for servers without events.k8s.io. */
export function newCoreEvent(facts: EventFacts): CoreEvent {
  const { regarding, note, reportingController, reportingInstance, eventTime, ...rest } = newEvent(facts);
  return {
    ...rest,
    apiVersion: 'v1',
    kind: 'Event',
    metadata: rest.metadata ?? {},
    involvedObject: regarding ?? {},
    ...(note === undefined ? {} : { message: note }),
    source: { component: facts.controller },
    firstTimestamp: secondTime(facts.firstMs),
    lastTimestamp: secondTime(facts.lastMs),
    count: facts.count,
    ...(eventTime === undefined ? {} : { eventTime }),
    ...(reportingController === undefined ? {} : { reportingComponent: reportingController }),
    ...(reportingInstance === undefined ? {} : { reportingInstance }),
  };
}

/** What a repetition changes. */
export function repetition({ count, lastMs }: EventFacts): object {
  return { series: { count, lastObservedTime: microTime(lastMs) } };
}

/** The same for servers without events.k8s.io. */
export function coreRepetition({ count, lastMs }: EventFacts): object {
  return { count, lastTimestamp: secondTime(lastMs) };
}

function referenceTo({ apiVersion, kind, metadata = {} }: KubernetesObject): NonNullable<Event['regarding']> {
  const { name, namespace, uid, resourceVersion } = metadata;
  const all = { apiVersion, kind, name, namespace, uid, resourceVersion };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function word(text: string): string {
  return text.slice(0, MOST_WORD);
}

/** Never cuts a character in two. */
function noteOf(text: string): string {
  const bytes = Buffer.from(redactText(text));
  if (bytes.length <= MOST_NOTE_BYTES) return bytes.toString();
  const cut = new TextDecoder().decode(bytes.subarray(0, MOST_NOTE_BYTES - 3), { stream: true });
  return `${cut}…`;
}

/** Kubernetes wants exactly six decimals. */
function microTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z');
}

function secondTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
