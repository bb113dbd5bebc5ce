import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import { goTypeOf } from '../requests/go-type.ts';
import type { Schema } from '../schema.ts';
import { definitionName } from '../schema/named-schema.ts';
import { badRequest } from '../status-error.ts';
import { checkItems, mergeList, orderList } from './strategic-list.ts';
import { checkOrder, checkUnkeyedOrder } from './strategic-order.ts';
import {
  badArgument,
  deletionTarget,
  DIRECTIVE,
  orderTarget,
  patchError,
  RETAIN_KEYS,
  unknownDirective,
  withoutDirectives,
  withoutNulls,
} from './strategic-directives.ts';

/** How a field merges, from its schema. */
interface Merging {
  readonly schema: Schema | undefined;
  readonly merges: boolean;
  readonly replaces: boolean;
  readonly mergeKey: string | undefined;
}

function memberSchema(schema: Schema | undefined, name: string): Schema | undefined {
  if (schema?.properties !== undefined && Object.hasOwn(schema.properties, name))
    return schema.properties[name];
  return typeof schema?.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

function mergingOf(schema: Schema | undefined, name: string): Merging {
  const member = memberSchema(schema, name);
  const strategies = (member?.['x-kubernetes-patch-strategy'] ?? '').split(',');
  return {
    schema: member,
    merges: strategies.includes('merge'),
    replaces: strategies.includes('replace'),
    mergeKey: member?.['x-kubernetes-patch-merge-key'],
  };
}

/** Members that are in the patch must be retained; others go. */
function retainKeys(original: JsonObject, patch: JsonObject): JsonObject {
  const keys = patch[RETAIN_KEYS];
  if (keys === undefined) return original;
  if (!Array.isArray(keys)) throw badRequest('invalid patch format of retainKeys');
  const stray = Object.entries(patch).some(
    ([name, value]) => !name.startsWith('$') && value !== null && !keys.includes(name),
  );
  if (stray) throw badRequest('invalid patch format of retainKeys');
  return Object.fromEntries(Object.entries(original).filter(([name]) => keys.includes(name)));
}

function asList(value: JsonValue | undefined): readonly JsonValue[] | undefined {
  if (value === undefined || Array.isArray(value)) return value;
  throw badArgument('[]interface {}', value);
}

function sameKind(a: JsonValue, b: JsonValue): boolean {
  return Array.isArray(a) === Array.isArray(b) && typeof a === typeof b;
}

/** @throws 500 for a field that a struct does not have. */
function checkField(schema: Schema | undefined, name: string): void {
  if (schema?.properties === undefined || memberSchema(schema, name) !== undefined) return;
  const struct = definitionName(schema)?.split('.').at(-1) ?? '';
  throw patchError(`unable to find api field in struct ${struct} for the json field ${JSON.stringify(name)}`);
}

class StrategicMerge {
  mergeObject(original: JsonObject, patch: JsonObject, schema: Schema | undefined): JsonObject {
    const directive = patch[DIRECTIVE];
    if (directive === 'delete') return {};
    if (directive === 'replace')
      return Object.fromEntries(Object.entries(patch).filter(([name]) => name !== DIRECTIVE));
    if (directive !== undefined) throw unknownDirective(patch);
    const result = new Map(Object.entries(retainKeys(original, patch)));
    const ordered = this.#mergeOrderedLists(result, patch, schema);
    for (const [name, value] of Object.entries(patch))
      if (value !== undefined && !ordered.has(name)) this.#mergeMember(result, name, value, schema);
    return Object.fromEntries(result);
  }

  /** Lists whose order the patch gives. Returns the members of the patch that are thereby done. */
  #mergeOrderedLists(
    result: Map<string, JsonValue | undefined>,
    patch: JsonObject,
    schema: Schema | undefined,
  ): ReadonlySet<string> {
    const done = new Set([RETAIN_KEYS]);
    for (const [directive, value] of Object.entries(patch)) {
      const name = orderTarget(directive);
      if (name === undefined) continue;
      done.add(directive);
      checkField(schema, name);
      const order = asList(value) ?? [];
      const changes = asList(patch[name] ?? undefined);
      const live = asList(result.get(name) ?? undefined);
      checkOrder(changes ?? [], order, mergingOf(schema, name).mergeKey);
      if (changes === undefined && live === undefined) continue;
      if ((changes ?? []).length + (live ?? []).length === 0)
        throw patchError('no elements in any of the given slices');
      if (patch[name] !== null) done.add(name);
      result.set(name, this.#orderedList(live, changes, order, mergingOf(schema, name)));
    }
    return done;
  }

  #orderedList(
    live: readonly JsonValue[] | undefined,
    changes: readonly JsonValue[] | undefined,
    order: readonly JsonValue[],
    merging: Merging,
  ): readonly JsonValue[] {
    const merged =
      live === undefined
        ? (withoutDirectives(changes ?? []) as readonly JsonValue[])
        : changes === undefined
          ? live
          : this.#mergeLists(live, changes, merging);
    if (merging.mergeKey === undefined && merged.length === 0) checkUnkeyedOrder(live ?? [], order);
    return orderList(merged, order, live ?? [], merging.mergeKey);
  }

  #mergeMember(
    result: Map<string, JsonValue | undefined>,
    name: string,
    value: JsonValue,
    schema: Schema | undefined,
  ): void {
    const target = deletionTarget(name);
    if (target !== undefined) return this.#deleteFrom(result, target, value, schema);
    const original = result.get(name);
    if (value === null) result.delete(name);
    else if (original === undefined || !sameKind(original, value))
      setOrDelete(result, name, withoutNulls(value));
    else result.set(name, this.#mergeValue(original, value, mergingOf(schema, name)));
  }

  /**
   * Removes items from a list of scalars. The directive on anything else is as if it were the member's own name, but
   * never makes a member.
   */
  #deleteFrom(
    result: Map<string, JsonValue | undefined>,
    name: string,
    gone: JsonValue,
    schema: Schema | undefined,
  ): void {
    const original = result.get(name);
    if (gone === null) result.delete(name);
    if (gone === null || original === undefined || !sameKind(original, gone)) return;
    const merging = mergingOf(schema, name);
    const lists = Array.isArray(original) && Array.isArray(gone);
    result.set(
      name,
      lists ? this.#withoutItems(original, gone, merging) : this.#mergeValue(original, gone, merging),
    );
  }

  #withoutItems(
    original: readonly JsonValue[],
    gone: readonly JsonValue[],
    merging: Merging,
  ): readonly JsonValue[] {
    checkItems(original, gone);
    if (isJsonObject(original[0] ?? gone[0]))
      return this.#mergeLists(original, gone, { ...merging, merges: true });
    return original.filter((item) => !gone.includes(item));
  }

  #mergeValue(original: JsonValue, patch: JsonValue, merging: Merging): JsonValue {
    if (isJsonObject(original) && isJsonObject(patch))
      return merging.replaces ? patch : this.mergeObject(original, patch, merging.schema);
    if (Array.isArray(original) && Array.isArray(patch)) return this.#mergeLists(original, patch, merging);
    return patch;
  }

  #mergeLists(
    original: readonly JsonValue[],
    patch: readonly JsonValue[],
    { merges, mergeKey, schema }: Merging,
  ): readonly JsonValue[] {
    if (!merges) return patch;
    return mergeList(original, patch, mergeKey, (item, change) =>
      this.mergeObject(item, change, schema?.items),
    );
  }
}

function setOrDelete(
  result: Map<string, JsonValue | undefined>,
  name: string,
  value: JsonValue | undefined,
): void {
  const kept = value === undefined ? undefined : withoutDirectives(value);
  if (kept === undefined) result.delete(name);
  else result.set(name, kept);
}

/**
 * Applies a strategic merge patch: objects merge; lists merge where the schema has patch strategy `merge`, by
 * its merge key, and are replaced elsewhere; directives (`$patch`, `$retainKeys`, `$setElementOrder/…`,
 * `$deleteFromPrimitiveList/…`) as in Kubernetes. Changes no argument.
 *
 * @throws StatusError 400 when the patch is no object; 500, as the API server has it, when a directive or a
 * list item without merge key makes no sense.
 * @see kubernetes/apimachinery:pkg/util/strategicpatch/patch.go
 */
export function applyStrategicMergePatch(doc: JsonObject, patch: JsonValue, schema: Schema): JsonObject {
  if (!isJsonObject(patch))
    throw badRequest(
      `json: cannot unmarshal ${goTypeOf(patch)} into Go value of type map[string]interface {}`,
    );
  return new StrategicMerge().mergeObject(doc, patch, schema);
}
