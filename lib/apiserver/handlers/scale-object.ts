import { isJsonObject } from '../../object/json.ts';
import type { JsonValue } from '../../object/json.ts';
import type { ApiObject } from '../api-object.ts';
import { storedManagers, writeManagers } from '../apply/managers.ts';
import { managersOfScale, SCALE_VERSION } from '../apply/scale-managers.ts';
import { at, numberAt } from '../fields.ts';
import { selectorText } from '../label-selector-text.ts';
import { OBJECT_META } from '../object-meta-schema.ts';
import type { ResourceDefinition, ScalePaths } from '../resource-definition.ts';
import { DEFINITION, type NamedSchema } from '../schema/named-schema.ts';

/** What stands for the number of an object that has none, while its scale is changed: the smallest there is. */
export const NO_NUMBER: number = -(2 ** 31);

const TEXT = { type: 'string' };
const NUMBER = { type: 'integer', format: 'int32' };

/** Messages of the decoder name it. */
const SPEC: NamedSchema = {
  type: 'object',
  properties: { replicas: NUMBER },
  [DEFINITION]: { name: 'autoscaling.v1.ScaleSpec', extras: {} },
};

/** Scales as such: nothing is stored as one. */
export const SCALE: ResourceDefinition = {
  group: 'autoscaling',
  version: 'v1',
  kind: 'Scale',
  listKind: 'ScaleList',
  plural: 'scales',
  singular: 'scale',
  shortNames: [],
  categories: [],
  namespaced: true,
  verbs: [],
  custom: false,
  status: false,
  scale: undefined,
  schema: {
    type: 'object',
    properties: {
      apiVersion: TEXT,
      kind: TEXT,
      metadata: OBJECT_META,
      spec: SPEC,
      status: { type: 'object', properties: { replicas: NUMBER, selector: TEXT } },
    },
  },
  columns: [],
  generation: false,
  strategy: undefined,
};

/** `.spec.replicas` as names. */
export function pathOf(jsonPath: string): readonly string[] {
  return jsonPath.split('.').filter((name) => name !== '');
}

/** How many replicas an object wants and has, in the same form for all kinds that have any. */
export function scaleOf(obj: ApiObject, paths: ScalePaths): ApiObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = obj.metadata;
  const selector =
    paths.labelSelectorPath === undefined ? '' : selectorAt(at(obj, ...pathOf(paths.labelSelectorPath)));
  const replicas = numberAt(obj, ...pathOf(paths.statusReplicasPath));
  const wanted = numberAt(obj, ...pathOf(paths.specReplicasPath));
  return {
    kind: 'Scale',
    apiVersion: SCALE_VERSION,
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      uid,
      resourceVersion,
      creationTimestamp,
    },
    spec: wanted === 0 ? {} : { replicas: wanted },
    status: { replicas, ...(selector === '' ? {} : { selector }) },
  };
}

/** The same for who changes it: it shows who owns the number, and whether there is one. */
export function scaleToChange(obj: ApiObject, paths: ScalePaths): ApiObject {
  const path = pathOf(paths.specReplicasPath);
  const scale = scaleOf(obj, paths);
  const managers = managersOfScale(storedManagers(obj.metadata.managedFields ?? []), path);
  const managed = managers.size === 0 ? {} : { managedFields: writeManagers(managers) };
  return {
    ...scale,
    metadata: { ...scale.metadata, ...managed },
    ...(at(obj, ...path) === undefined ? { spec: { replicas: NO_NUMBER } } : {}),
  };
}

/** Built-in kinds have a selector there, custom ones its text. */
function selectorAt(value: JsonValue | undefined): string {
  if (isJsonObject(value)) return selectorText(value);
  return typeof value === 'string' ? value : '';
}
