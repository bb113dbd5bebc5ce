import { InvalidConfigError } from '../errors.ts';
import type { KubernetesObject } from './kubernetes-object.ts';
import { MicroTime } from './micro-time.ts';
import type { Wire } from './wire.ts';

// Values between client-node's models and the wire, without loading client-node: what must be known of its
// models are a few names, which stand here as tables. A test holds them against its declarations.

/** Fields that are a `Date` in some model. No model has one of these names for anything else than a time. */
export const TIME_FIELDS: ReadonlySet<string> = new Set([
  'allocationTimestamp',
  'beginRefreshAt',
  'completionTime',
  'creationTimestamp',
  'deletionTimestamp',
  'deprecatedFirstTimestamp',
  'deprecatedLastTimestamp',
  'expirationTimestamp',
  'finishedAt',
  'firstTimestamp',
  'lastHeartbeatTime',
  'lastPhaseTransitionTime',
  'lastProbeTime',
  'lastScaleTime',
  'lastScheduleTime',
  'lastSuccessfulTime',
  'lastTimestamp',
  'lastTransitionTime',
  'lastUpdateTime',
  'notAfter',
  'notBefore',
  'startTime',
  'startedAt',
  'time',
  'timeAdded',
]);

/** Fields that are a `V1MicroTime` in some model: microseconds, six decimals on the wire. */
export const MICRO_TIME_FIELDS: ReadonlySet<string> = new Set([
  'acquireTime',
  'eventTime',
  'lastObservedTime',
  'pingTime',
  'renewTime',
]);

/** Names that the generator escapes with an underscore wherever they are a model's field. */
export const ESCAPED_FIELDS: ReadonlySet<string> = new Set(['continue', 'default', 'enum', 'from', 'int']);

/** What users name or say freely: copied as it is, though a key of a ConfigMap may be `time` or `_default`. */
const OPAQUE_FIELDS: ReadonlySet<string> = new Set([
  'annotations',
  'binaryData',
  'data',
  'fieldsV1',
  'labels',
  'matchLabels',
  'nodeSelector',
  'options',
  'parameters',
  'stringData',
  'volumeAttributes',
]);

/** Fields of a JSON schema that hold any JSON: a default may have members called `time`. */
const ANY_JSON_FIELDS: ReadonlySet<string> = new Set(['default', 'enum', 'example']);

/** Maps from names that users choose to models: the keys stay, the values are converted. */
const MAP_FIELDS: ReadonlySet<string> = new Set([
  'attributes',
  'definitions',
  'dependencies',
  'patternProperties',
  'properties',
]);

type Fields = Readonly<Record<string, unknown>>;

/** What one direction does with times and names. */
interface Direction {
  readonly rename: (field: string) => string;
  /** `field` is the wire's name. */
  readonly convert: (field: string, value: unknown) => unknown;
}

/**
 * The wire form of a value that client-node made: times become strings, escaped names real ones. Copies what it
 * converts; works on whole objects, lists and parts of them. Wire values stay as they are.
 *
 * @throws InvalidConfigError for an invalid Date.
 */
export function fromClientNode<T extends object>(value: T): Wire<T> {
  return convert(value, TO_WIRE, DATES_TO_WIRE) as Wire<T>;
}

/**
 * A plain object that is shaped like client-node's model: `toClientNode<V1Pod>(pod)`. It is no instance of the
 * model's class; client-node never asks.
 *
 * Fields become times by their name, and only where they hold one: without client-node's attribute tables
 * (86 MB when loaded) a name is all there is, and the test shows that the names mean nothing else. In objects
 * of kinds that are not Kubernetes' own only `metadata` is converted, as client-node itself does.
 */
export function toClientNode<T extends object>(value: Wire<T>): T {
  return convert(value as object, TO_MODEL, AS_IT_IS) as T;
}

const TO_WIRE: Direction = {
  rename: (field) => {
    if (field.startsWith('x_kubernetes_')) return field.replaceAll('_', '-');
    return field.startsWith('_') && ESCAPED_FIELDS.has(field.slice(1)) ? field.slice(1) : field;
  },
  convert: (field, value) => (value instanceof Date ? timeText(field, value) : value),
};

const TO_MODEL: Direction = {
  rename: (field) => {
    if (field.startsWith('x-kubernetes-')) return field.replaceAll('-', '_');
    return ESCAPED_FIELDS.has(field) ? `_${field}` : field;
  },
  convert: (field, value) => {
    if (typeof value !== 'string' || !TIME.test(value)) return value;
    if (MICRO_TIME_FIELDS.has(field)) return new MicroTime(value);
    return TIME_FIELDS.has(field) ? new Date(value) : value;
  },
};

/** A custom resource's own fields have their real names already; only a Date may have got in. */
const DATES_TO_WIRE: Direction = { rename: (name) => name, convert: TO_WIRE.convert };

const AS_IT_IS: Direction = { rename: (name) => name, convert: (_, value) => value };

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Converts Kubernetes' own objects as models; of custom ones only `metadata`, and the rest the other way. */
function convert(value: object, to: Direction, custom: Direction): unknown {
  const object: KubernetesObject = value;
  if (!isCustom(object)) return model(value, to);
  const rest = model({ ...object, metadata: undefined }, custom) as object;
  return object.metadata === undefined ? rest : { ...rest, metadata: model(object.metadata, to) };
}

function model(value: unknown, to: Direction): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => model(item, to));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([name, inner]) => [to.rename(name), member(TO_WIRE.rename(name), inner, to)]),
  );
}

function member(name: string, value: unknown, to: Direction): unknown {
  if (value instanceof Date || typeof value === 'string') return to.convert(name, value);
  if (isOpaque(name, value)) return value;
  if (MAP_FIELDS.has(name) && isFields(value)) return mapOfModels(value, to);
  return model(value, to);
}

/** `data` is also a ControllerRevision's object and `default` a LimitRange's quantities: nothing to convert there. */
function isOpaque(name: string, value: unknown): boolean {
  return typeof value === 'object' && (OPAQUE_FIELDS.has(name) || ANY_JSON_FIELDS.has(name));
}

function mapOfModels(map: Fields, to: Direction): Fields {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, model(value, to)]));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !(value instanceof Date);
}

/** Groups of Kubernetes itself are bare words or end with `.k8s.io`. */
function isCustom({ apiVersion }: KubernetesObject): boolean {
  const group = apiVersion?.includes('/') === true ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return group.includes('.') && !group.endsWith('.k8s.io');
}

/** metav1.Time has whole seconds, metav1.MicroTime six decimals; a plain Date's milliseconds are kept. */
function timeText(field: string, date: Date): string {
  if (Number.isNaN(date.getTime())) throw new InvalidConfigError(`${field} must be a valid Date`);
  const text = date.toISOString();
  if (/\.\d{6}Z$/.test(text)) return text;
  return MICRO_TIME_FIELDS.has(field) ? text.replace('Z', '000Z') : text.replace('.000Z', 'Z');
}
