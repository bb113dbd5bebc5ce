import type { CustomResourceDefinition } from '../../lib/object/kinds.ts';
import { defineKind, type Kind, type KubernetesObject } from '../../lib/object/kubernetes-object.ts';
import { newGroup, widgetCrd } from './widget.ts';

/** A custom resource with a strict schema. */
export interface Gizmo extends KubernetesObject {
  readonly spec?: unknown;
}

const GROUP = newGroup();

export const Gizmo: Kind<Gizmo> = defineKind<Gizmo>({
  apiVersion: `${GROUP}/v1`,
  kind: 'Gizmo',
  plural: 'gizmos',
  namespaced: true,
});

const SPEC = {
  type: 'object',
  required: ['size'],
  properties: {
    size: { type: 'integer', minimum: 1, maximum: 9 },
    colour: { type: 'string', enum: ['red', 'green'] },
    code: { type: 'string', pattern: '^[a-z]+$', maxLength: 3 },
    parts: {
      type: 'array',
      maxItems: 2,
      items: { type: 'object', properties: { name: { type: 'string' } } },
    },
    flags: { type: 'object', additionalProperties: { type: 'boolean' } },
  },
};

export function gizmoCrd(): CustomResourceDefinition {
  const crd = widgetCrd(GROUP);
  const [version] = crd.spec.versions;
  const openAPIV3Schema = { type: 'object', required: ['spec'], properties: { spec: SPEC } };
  return {
    ...crd,
    metadata: { name: `gizmos.${GROUP}` },
    spec: {
      ...crd.spec,
      names: { plural: 'gizmos', singular: 'gizmo', kind: 'Gizmo', listKind: 'GizmoList' },
      versions: [{ ...version!, schema: { openAPIV3Schema } }],
    },
  };
}

/** A gizmo that every server refuses with 422, and its causes as `field: message`. */
export interface RefusedGizmo {
  readonly gizmo: Gizmo;
  readonly causes: readonly string[];
}

function spec(value: unknown, ...causes: readonly string[]): RefusedGizmo {
  return { gizmo: { metadata: { name: 'a' }, spec: value }, causes };
}

function metadata(value: Gizmo['metadata'], ...causes: readonly string[]): RefusedGizmo {
  return { gizmo: { metadata: { name: 'a', ...value }, spec: { size: 1 } }, causes };
}

const QUALIFIED =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

/** As a kube-apiserver 1.36 answers. */
export const REFUSED_GIZMOS: Readonly<Record<string, RefusedGizmo>> = {
  'a required field is missing': spec(undefined, 'spec: Required value'),
  'a required field within another is missing': spec({}, 'spec.size: Required value'),
  'a required field is null': spec({ size: null }, 'spec.size: Required value'),
  'a text is given for a number': spec(
    { size: 'five' },
    'spec.size: Invalid value: "string": spec.size in body must be of type integer: "string"',
  ),
  'a number is too small': spec(
    { size: 0 },
    'spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1',
  ),
  'a number is too large': spec(
    { size: 10 },
    'spec.size: Invalid value: 10: spec.size in body should be less than or equal to 9',
  ),
  'a value is none of the list': spec(
    { size: 1, colour: 'blue' },
    'spec.colour: Unsupported value: "blue": supported values: "red", "green"',
  ),
  'a text does not match': spec(
    { size: 1, code: 'A' },
    `spec.code: Invalid value: "A": spec.code in body should match '^[a-z]+$'`,
  ),
  'a text is too long': spec({ size: 1, code: 'abcd' }, 'spec.code: Too long: may not be more than 3 bytes'),
  'a list is too long': spec(
    { size: 1, parts: [{}, {}, {}] },
    'spec.parts: Too many: 3: must have at most 2 items',
  ),
  'an item is of another type': spec(
    { size: 1, parts: [{}, 'x'] },
    'spec.parts[1]: Invalid value: "string": spec.parts[1] in body must be of type object: "string"',
  ),
  'a field of an item is of another type': spec(
    { size: 1, parts: [{}, { name: 5 }] },
    'spec.parts[1].name: Invalid value: "integer": spec.parts[1].name in body must be of type string: "integer"',
  ),
  'a value of a map is of another type': spec(
    { size: 1, flags: { on: 'yes' } },
    'spec.flags.on: Invalid value: "string": spec.flags.on in body must be of type boolean: "string"',
  ),
  'a list is given for an object': spec(
    [],
    'spec: Invalid value: "array": spec in body must be of type object: "array"',
  ),
  'several things are wrong': spec(
    { size: 0, colour: 'blue', parts: [{ name: 1 }] },
    'spec.colour: Unsupported value: "blue": supported values: "red", "green"',
    'spec.parts[0].name: Invalid value: "integer": spec.parts[0].name in body must be of type string: "integer"',
    'spec.size: Invalid value: 0: spec.size in body should be greater than or equal to 1',
  ),
  'the name has capitals': metadata({ name: 'A_b' }, `metadata.name: Invalid value: "A_b": ${SUBDOMAIN}`),
  'a label has a space': metadata(
    { labels: { 'a b': 'c' } },
    `metadata.labels: Invalid value: "a b": ${QUALIFIED}`,
  ),
  'an annotation has a space': metadata(
    { annotations: { 'a b': 'c' } },
    `metadata.annotations: Invalid value: "a b": ${QUALIFIED}`,
  ),
  'a finalizer has a space': metadata(
    { finalizers: ['not ok'] },
    `metadata.finalizers: Invalid value: "not ok": ${QUALIFIED}`,
  ),
  'an owner has no name': metadata(
    { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: '', uid: 'u' }] },
    'metadata.ownerReferences.name: Invalid value: "": must not be empty',
  ),
};
