import type { JsonObject, JsonValue } from '../../../../object/json.ts';
import { listAt } from '../../../fields.ts';

/** A container, and where it is. */
export interface PlacedContainer {
  readonly container: JsonValue;
  readonly path: string;
}

/** All containers of a pod's spec. */
export function placedContainers(spec: JsonObject, path: string): readonly PlacedContainer[] {
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) =>
    listAt(spec, list).map((container, index) => ({ container, path: `${path}.${list}[${index}]` })),
  );
}
