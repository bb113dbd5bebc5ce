import type { Clock, Logger } from '../../../context/index.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { ResourceRegistry } from '../resource-registry.ts';
import type { ObjectEncoder } from '../serving/object-encoder.ts';
import type { WatchHub } from '../serving/watch-hub.ts';
import type { Storage } from '../storage.ts';

/** What all handlers of one API server share. */
export interface ApiParts {
  readonly storage: Storage;
  readonly registry: ResourceRegistry;
  readonly objects: ObjectStore;
  readonly encoder: ObjectEncoder;
  readonly watches: WatchHub;
  readonly clock: Clock;
  readonly logger: Logger;
}
