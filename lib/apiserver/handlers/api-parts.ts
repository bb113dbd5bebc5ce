import type { Clock, Logger } from '../../../context/index.ts';
import type { Access } from '../access/access.ts';
import type { Objects } from '../access/guarded-objects.ts';
import type { FieldManager } from '../apply/field-manager.ts';
import type { ResourceRegistry } from '../resource-registry.ts';
import type { ObjectEncoder } from '../serving/object-encoder.ts';
import type { WatchHub } from '../serving/watch-hub.ts';
import type { Storage } from '../storage.ts';

/** What all handlers of one API server share. */
export interface ApiParts {
  readonly storage: Storage;
  readonly registry: ResourceRegistry;
  readonly objects: Objects;
  /** Keeps `managedFields`. */
  readonly owners: FieldManager;
  readonly encoder: ObjectEncoder;
  readonly access: Access;
  /** What clients verify the server with, in PEM form; empty without TLS. */
  readonly rootCertificate: string;
  readonly watches: WatchHub;
  readonly clock: Clock;
  readonly logger: Logger;
}
