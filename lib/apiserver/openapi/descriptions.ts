import { isJsonObject, type JsonObject } from '../../object/json.ts';

/** What `kubectl explain` says of the fields that all kinds have. Of each the first word is its name in Go. */
const OF_KINDS: Readonly<Record<string, string>> = {
  apiVersion: 'APIVersion defines the schema that this object is written in: its group and version.',
  kind: 'Kind names what this object is, in CamelCase.',
  metadata: "Standard object's metadata: its name, its labels, its owners and what the server knows of it.",
};

const OF_METADATA: Readonly<Record<string, string>> = {
  annotations: 'Annotations are texts by name that tools keep with the object. Nobody selects by them.',
  creationTimestamp: 'CreationTimestamp is a timestamp: when the server stored the object. Read-only.',
  deletionGracePeriodSeconds:
    'DeletionGracePeriodSeconds tells how long the object may take to end. Read-only.',
  deletionTimestamp: 'DeletionTimestamp tells when the object is to be gone. Read-only.',
  finalizers: 'Finalizers keep a deleted object until whoever put them there removes them.',
  generateName: 'GenerateName begins the name that the server makes up where none is given.',
  generation: 'Generation counts the changes of what is wanted. Read-only.',
  labels: 'Labels are texts by name that objects are selected by.',
  managedFields: 'ManagedFields tells who set which fields. The server keeps it.',
  name: 'Name is unique among the objects of a kind in a namespace, and never changes.',
  namespace: 'Namespace is where the object lives; empty for kinds of the whole cluster.',
  ownerReferences: 'OwnerReferences name the objects without which this one is collected.',
  resourceVersion: 'ResourceVersion changes with every write. Compare it for equality only.',
  selfLink: 'SelfLink is no longer set.',
  uid: 'UID tells this object from all others, also from those that have its name later. Read-only.',
};

const METADATA = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

/** The definition with prose where it has none: that of metadata, or, if `kind` is true, that of a kind. */
export function described(name: string, definition: JsonObject, kind: boolean): JsonObject {
  if (name === METADATA) return withDescriptions(definition, OF_METADATA);
  return kind ? withDescriptions(definition, OF_KINDS) : definition;
}

function withDescriptions(definition: JsonObject, texts: Readonly<Record<string, string>>): JsonObject {
  const { properties } = definition;
  if (!isJsonObject(properties)) return definition;
  const members = Object.entries(properties).map(([name, member]) => {
    const description = texts[name];
    const plain = description !== undefined && isJsonObject(member);
    return [name, plain ? { description, ...besideText(member) } : member] as const;
  });
  return { ...definition, properties: Object.fromEntries(members) };
}

/** Beside a reference nothing else counts. */
function besideText(member: JsonObject): JsonObject {
  const { $ref } = member;
  return $ref === undefined ? member : { allOf: [{ $ref }] };
}
