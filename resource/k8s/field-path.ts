import { InvalidConfigError } from '../../lib/errors.ts';
import type { Fields } from '../../lib/informer/interned-fields.ts';
import { type JsonObject, type JsonValue, isJsonObject } from '../../lib/object/json.ts';

/** One step: into a member, or to the items of a list whose member has this value. */
type Step = { readonly member: string } | { readonly key: string; readonly value: string };

/** A field of an object, in steps. */
export type FieldPath = readonly Step[];

const STEP = /\.?(?<member>[^.[\]'"=]+)|\['(?<quoted>[^']+)'\]|\[(?<key>[^.[\]'"=]+)=(?<value>[^[\]]*)\]/y;
/** What an object is known by, and what marks it as ours. */
const OURS =
  /^(?:apiVersion|kind|metadata|metadata\.(?:name|namespace|uid|ownerReferences|labels|annotations))$/;

/**
 * Reads `spec.replicas`, `metadata.annotations['example.com/size']` or
 * `spec.template.spec.containers[name=app].resources`.
 *
 * @throws InvalidConfigError that names the option, for what is no path or may not be left to others.
 */
export function parseFieldPath(option: string, text: string): FieldPath {
  if (typeof text !== 'string' || text === '') throw wrongPath(option, text);
  const steps: Step[] = [];
  const step = new RegExp(STEP);
  for (let at = 0; at < text.length; at = step.lastIndex) {
    step.lastIndex = at;
    const groups = (at === 0 && /^[.[]/.test(text) ? null : step.exec(text))?.groups;
    if (groups === undefined) throw wrongPath(option, text);
    const { member = groups['quoted'], key, value } = groups;
    steps.push(member === undefined ? { key: key!, value: value! } : { member });
  }
  if (OURS.test(text))
    throw new InvalidConfigError(
      `${option} must not be ${text}: owned objects need it for as long as they live`,
    );
  return steps;
}

function wrongPath(option: string, text: unknown): InvalidConfigError {
  const shown = typeof text === 'string' ? JSON.stringify(text) : typeof text;
  return new InvalidConfigError(
    `${option} must be a path such as spec.replicas, metadata.annotations['example.com/size'] or spec.containers[name=app].resources; got ${shown}`,
  );
}

/** The value without the field, and without the members that this leaves empty. */
export function withoutField(value: JsonObject, path: FieldPath): JsonObject {
  const left = without(value, path);
  return isJsonObject(left) ? left : {};
}

function without(value: JsonValue | undefined, [step, ...rest]: FieldPath): JsonValue | undefined {
  if (step === undefined) return undefined;
  if ('key' in step) {
    if (!Array.isArray(value)) return value;
    const items = value as readonly JsonValue[];
    return items
      .map((item) => (hasKey(item, step.key, step.value) ? without(item, rest) : item))
      .filter((item) => item !== undefined);
  }
  if (!isJsonObject(value) || value[step.member] === undefined) return value;
  const { [step.member]: inner, ...others } = value;
  const left = without(inner, rest);
  if (left !== undefined) return { ...others, [step.member]: left };
  return Object.keys(others).length === 0 ? undefined : others;
}

function hasKey(item: JsonValue, key: string, value: string): boolean {
  const found = isJsonObject(item) ? item[key] : undefined;
  return found === value || (typeof found === 'number' && String(found) === value);
}

/** The same of a `fieldsV1`. The same object where nothing is to be taken away. */
export function withoutOwned(fields: Fields, path: FieldPath): Fields {
  return withoutElement(fields, path) ?? {};
}

function withoutElement(fields: Fields, [step, ...rest]: FieldPath): Fields | undefined {
  if (step === undefined) return undefined;
  let left = fields;
  for (const element of Object.keys(fields)) {
    if (!isElement(element, step)) continue;
    const { [element]: inner, ...others } = left;
    const kept = withoutElement(inner!, rest);
    if (kept !== inner) left = kept === undefined ? others : { ...others, [element]: kept };
  }
  return left !== fields && Object.keys(left).length === 0 ? undefined : left;
}

function isElement(element: string, step: Step): boolean {
  if ('member' in step) return element === `f:${step.member}`;
  if (!element.startsWith('k:')) return false;
  return hasKey(JSON.parse(element.slice(2)) as JsonValue, step.key, step.value);
}
