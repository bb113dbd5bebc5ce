import type { KubernetesObject } from '../object/kubernetes-object.ts';
import type { InformerMeter } from './informer-meter.ts';
import type { ObjectParser } from './object-parser.ts';
import type { ReflectorState } from './reflector-state.ts';
import type { ResourceRequests } from './resource-requests.ts';
import type { StoreWriter } from './store-writer.ts';

/**
 * What one stream works with: whose objects, and what becomes of them.
 *
 * @internal
 */
export interface Scope<T extends KubernetesObject> {
  /** `plural.group`, for messages. */
  readonly resource: string;
  /** Undefined: all. */
  readonly namespace: string | undefined;
  readonly requests: ResourceRequests<T>;
  readonly parser: ObjectParser<T>;
  readonly writer: StoreWriter<T>;
  readonly meter: InformerMeter;
  readonly state: ReflectorState;
  /** Called when a list is complete and everybody has heard of its objects. */
  readonly onListed: () => void;
}
