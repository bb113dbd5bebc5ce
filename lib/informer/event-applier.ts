import { errorOfStatus } from '../client/status-error.ts';
import type { KubernetesObject, ObjectKey } from '../object/kubernetes-object.ts';
import type { Status } from '../object/status.ts';
import { CorruptStreamError } from './corrupt-stream-error.ts';
import type { InformerMeter } from './informer-meter.ts';
import type { ObjectParser, RawEvent } from './object-parser.ts';
import { compareResourceVersions } from './resource-version.ts';
import type { StoreWriter } from './store-writer.ts';

export interface EventApplierOptions<T extends KubernetesObject> {
  readonly parser: ObjectParser<T>;
  readonly writer: StoreWriter<T>;
  readonly meter: InformerMeter;
  /** `plural.group`, for messages. */
  readonly resource: string;
  /** Where the stream starts; undefined when it begins with all objects. */
  readonly resourceVersion: string | undefined;
  /** The objects are the first that anybody hears of. */
  readonly initial: boolean;
}

const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';

/**
 * Applies the lines of one watch.
 *
 * **Guarantees:** {@link resourceVersion} never stands past an event that was not applied whole, and does not
 * move while the initial events come, which have no order.
 *
 * @internal
 */
export class EventApplier<T extends KubernetesObject> {
  /** From where to resume. */
  resourceVersion: string | undefined;
  /** Whether anything came that made sense. */
  progressed = false;
  readonly #options: EventApplierOptions<T>;
  #initialKeys: Set<ObjectKey> | undefined;

  constructor(options: EventApplierOptions<T>) {
    this.#options = options;
    this.resourceVersion = options.resourceVersion;
    this.#initialKeys = options.resourceVersion === undefined ? new Set() : undefined;
  }

  /**
   * @returns the keys of all objects when this line says that the initial events are complete.
   * @throws CorruptStreamError for what is no event, ApiError for an ERROR.
   */
  apply(line: Buffer): ReadonlySet<ObjectKey> | undefined {
    const event = this.#options.parser.event(line);
    const ended = this.#dispatch(event);
    this.progressed = true;
    return ended;
  }

  #dispatch(event: RawEvent): ReadonlySet<ObjectKey> | undefined {
    const { object } = event;
    switch (event.type) {
      case 'ADDED':
      case 'MODIFIED':
      case 'DELETED':
        this.#object(event.type, object);
        return undefined;
      case 'BOOKMARK':
        return this.#bookmark(object);
      case 'ERROR':
        this.#options.meter.event('ERROR');
        throw errorOfStatus({ method: 'watch', path: this.#options.resource }, object as Status);
      default:
        throw new CorruptStreamError('cannot read a line of the watch: its type is unknown');
    }
  }

  #object(type: 'ADDED' | 'MODIFIED' | 'DELETED', value: KubernetesObject): void {
    const { parser, writer, meter, initial } = this.#options;
    const version = this.#next(value);
    const obj = parser.stored(value);
    meter.event(type);
    const keys = this.#initialKeys;
    if (type === 'DELETED') writer.deleted(obj);
    else if (keys === undefined) writer.changed(obj);
    else keys.add(writer.listed(obj, initial));
    if (keys === undefined) this.resourceVersion = version;
  }

  #bookmark(value: KubernetesObject): ReadonlySet<ObjectKey> | undefined {
    const keys = this.#initialKeys;
    const ends = value.metadata?.annotations?.[INITIAL_EVENTS_END] === 'true';
    if (keys !== undefined && !ends) return undefined;
    this.resourceVersion = this.#next(value);
    this.#initialKeys = undefined;
    return keys;
  }

  /** A stream that goes back comes from a server that was restored, or is not the one it says it is. */
  #next({ metadata }: KubernetesObject): string {
    const version = metadata?.resourceVersion;
    if (version === undefined || version === '')
      throw new CorruptStreamError('cannot read a line of the watch: it has no resourceVersion');
    const before = this.resourceVersion;
    if (before !== undefined && (compareResourceVersions(version, before) ?? 0) < 0)
      throw new CorruptStreamError('cannot follow the watch: its resourceVersion went back');
    return version;
  }
}
