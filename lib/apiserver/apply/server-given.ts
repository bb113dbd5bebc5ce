import type { JsonObject } from '../../object/json.ts';
import { at, withAt } from '../fields.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import { collectionOf } from '../resource-registry.ts';

/** A field that admission fills in, and the one by which a client asks for a value of its own. */
type Given = readonly [field: string, asked: string];

function given(field: string): Given {
  return [field, field];
}

const GIVEN: Readonly<Record<string, readonly Given[]>> = {
  pods: [
    given('preemptionPolicy'),
    given('priority'),
    ['serviceAccount', 'serviceAccountName'],
    given('serviceAccountName'),
    given('tolerations'),
  ],
  nodes: [given('taints')],
  namespaces: [given('finalizers')],
};

/**
 * A new object without what the server's own admission put into its spec: that is nobody's, unlike defaults, which
 * count as the client's.
 */
export function withoutGiven(
  definition: ResourceDefinition,
  created: JsonObject,
  draft: JsonObject,
): JsonObject {
  const fields = definition.custom ? [] : (GIVEN[collectionOf(definition)] ?? []);
  const unasked = fields.filter(
    ([field, asked]) => at(draft, 'spec', asked) === undefined && at(created, 'spec', field) !== undefined,
  );
  return unasked.reduce((rest, [field]) => withAt(rest, ['spec', field], undefined), created);
}
