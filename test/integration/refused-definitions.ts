import type { CustomResourceDefinition } from '../../lib/object/kinds.ts';

/** A definition that every server refuses, and its causes as `field: message`. */
export interface RefusedDefinition {
  readonly change: (crd: CustomResourceDefinition) => unknown;
  readonly causes: readonly string[];
}

type Schema = Readonly<Record<string, unknown>>;

const ROOT = 'spec.validation.openAPIV3Schema';

function schema(root: Schema | undefined, ...causes: readonly string[]): RefusedDefinition {
  const change = (crd: CustomResourceDefinition): unknown => {
    const version = { name: 'v1', served: true, storage: true, subresources: { status: {} } };
    const versions = [root === undefined ? version : { ...version, schema: { openAPIV3Schema: root } }];
    return { ...crd, spec: { ...crd.spec, versions } };
  };
  return { change, causes };
}

/** The schema of a property `size` of the root. */
function size(property: Schema, ...causes: readonly string[]): RefusedDefinition {
  const root = { type: 'object', properties: { size: property } };
  return schema(root, ...causes.map((cause) => `${ROOT}.properties[size]${cause}`));
}

function spec(parts: Schema, ...causes: readonly string[]): RefusedDefinition {
  return { change: (crd) => ({ ...crd, spec: { ...crd.spec, ...parts } }), causes };
}

const DNS_LABEL =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const NAME_RULE = 'must be spec.names.plural+"."+spec.group';

/** As a kube-apiserver 1.36 answers, for definitions of widgets in the group refused.example.com. */
export const REFUSED_DEFINITIONS: Readonly<Record<string, RefusedDefinition>> = {
  'no schema': schema(undefined, 'spec.versions[0].schema.openAPIV3Schema: Required value'),
  'a root without a type': schema(
    { properties: {} },
    `${ROOT}.type: Required value: must not be empty at the root`,
  ),
  'a root that is no object': schema(
    { type: 'string' },
    `${ROOT}.type: Invalid value: "string": only "object" is allowed as the type at the root of the schema if the status subresource is enabled`,
    `${ROOT}.type: Invalid value: "string": must be object at the root`,
  ),
  'a property without a type': size(
    { minimum: 1 },
    '.type: Required value: must not be empty for specified object fields',
  ),
  'a list without items': size({ type: 'array' }, '.items: Required value: must be specified'),
  'a type within anyOf': size(
    { type: 'integer', anyOf: [{ type: 'integer' }] },
    '.anyOf[0].type: Forbidden: must be empty to be structural',
  ),
  'a reference': size({ $ref: '#/definitions/size' }, '.$ref: Forbidden: $ref is not supported'),
  'a default of another type': size(
    { type: 'integer', default: 'five' },
    '.default: Invalid value: "string":  in body must be of type integer: "string"',
  ),
  'unique items': size(
    { type: 'array', uniqueItems: true, items: { type: 'string' } },
    '.uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
  ),
  'a name that is not plural and group': {
    change: (crd) => ({ ...crd, metadata: { name: 'wrong' } }),
    causes: [`metadata.name: Invalid value: "wrong": ${NAME_RULE}`],
  },
  'a scope that there is not': spec(
    { scope: 'Global' },
    'spec.scope: Unsupported value: "Global": supported values: "Cluster", "Namespaced"',
  ),
  'no versions': spec(
    { versions: [] },
    'spec.versions: Invalid value: []: must have exactly one version marked as storage version',
    'status.storedVersions: Invalid value: null: must have at least one stored version',
  ),
  'a plural in capitals': {
    change: (crd) => ({ ...crd, spec: { ...crd.spec, names: { ...crd.spec.names, plural: 'Widgets' } } }),
    causes: [
      `metadata.name: Invalid value: "widgets.refused.example.com": ${NAME_RULE}`,
      `spec.names.plural: Invalid value: "Widgets": ${DNS_LABEL}`,
    ],
  },
};
