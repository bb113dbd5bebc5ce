import { isJsonObject, type JsonObject, type JsonValue } from '../../object/json.ts';
import { at, objectAt, withAt } from '../fields.ts';
import { parseYaml } from '../requests/yaml.ts';
import { compareFields } from './comparison.ts';
import { difference, type FieldSet } from './field-set.ts';
import type { FieldType } from './field-type.ts';
import { fieldsOf } from './fields-of.ts';
import { canonical } from './path-element.ts';
import { typeProblems } from './type-problems.ts';

/** Who may take over from client-side apply: the name that `kubectl apply --server-side` has by default. */
export const KUBECTL = 'kubectl';

const ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';
const PATH = ['metadata', 'annotations', ANNOTATION] as const;
const LARGEST_ANNOTATIONS_BYTES = 256 * 1024;

/**
 * The fields that client-side apply set and that are still as it set them. Undefined where the annotation is
 * missing, unreadable or of another version.
 *
 * @see kubernetes/apimachinery:pkg/util/managedfields/internal/lastappliedmanager.go
 */
export function lastAppliedFields(type: FieldType, live: JsonObject): FieldSet | undefined {
  const config = parsed(at(live, ...PATH));
  if (config === undefined || config['apiVersion'] !== live['apiVersion']) return undefined;
  if (typeProblems(type, config).length > 0) return undefined;
  const { changed, removed } = compareFields(type, config, live);
  return [changed, removed].reduce(difference, fieldsOf(type, config));
}

function parsed(text: JsonValue | undefined): JsonObject | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const value = parseYaml(text) as JsonValue;
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined; // The annotation is the client's; what it cannot read back does not count.
  }
}

/** Keeps the annotation up to date, where there is one, so that client-side apply can take over again. */
export function withLastApplied(obj: JsonObject, config: JsonObject): JsonObject {
  const annotations = objectAt(obj, 'metadata', 'annotations');
  if (annotations[ANNOTATION] === undefined) return obj;
  const text = `${canonical(withoutAnnotation(config))}\n`;
  const bytes = Object.entries({ ...annotations, [ANNOTATION]: text }).reduce(
    (sum, entry) => sum + Buffer.byteLength(entry.join('')),
    0,
  );
  return withAt(obj, PATH, bytes > LARGEST_ANNOTATIONS_BYTES ? undefined : text);
}

function withoutAnnotation(config: JsonObject): JsonObject {
  return at(config, ...PATH) === undefined ? config : withAt(config, PATH, undefined);
}
