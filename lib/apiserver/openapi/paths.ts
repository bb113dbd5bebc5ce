import type { JsonObject } from '../../object/json.ts';
import type { ResourceDefinition } from '../resource-definition.ts';
import type { OpenApiSchemas } from './schemas.ts';

/** How an operation of a verb looks. */
interface Operation {
  readonly verb: string;
  readonly method: string;
  readonly action: string;
}

const COLLECTION: readonly Operation[] = [
  { verb: 'list', method: 'get', action: 'list' },
  { verb: 'create', method: 'post', action: 'post' },
  { verb: 'deletecollection', method: 'delete', action: 'deletecollection' },
];
const ITEM: readonly Operation[] = [
  { verb: 'get', method: 'get', action: 'get' },
  { verb: 'update', method: 'put', action: 'put' },
  { verb: 'patch', method: 'patch', action: 'patch' },
  { verb: 'delete', method: 'delete', action: 'delete' },
];
const PATCH_TYPES = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
];

function parameter(name: string, where: 'path' | 'query', type: string = 'string'): JsonObject {
  return {
    name,
    in: where,
    ...(where === 'path' ? { required: true } : {}),
    schema: { type, uniqueItems: true },
  };
}

const WRITE_PARAMETERS = ['dryRun', 'fieldManager', 'fieldValidation'].map((name) =>
  parameter(name, 'query'),
);
const LIST_PARAMETERS = [
  ...['continue', 'fieldSelector', 'labelSelector', 'resourceVersion', 'resourceVersionMatch'].map((name) =>
    parameter(name, 'query'),
  ),
  ...['limit', 'timeoutSeconds'].map((name) => parameter(name, 'query', 'integer')),
  ...['allowWatchBookmarks', 'sendInitialEvents', 'watch'].map((name) => parameter(name, 'query', 'boolean')),
];

function parametersOf(method: string): readonly JsonObject[] {
  if (method === 'get') return [];
  return method === 'delete' ? [parameter('dryRun', 'query')] : WRITE_PARAMETERS;
}

function bodyOf(method: string, schema: JsonObject, custom: boolean): JsonObject {
  if (method === 'get' || method === 'delete') return {};
  if (method !== 'patch') return { requestBody: { content: { '*/*': { schema } } } };
  const types = PATCH_TYPES.filter((type) => !(custom && type.includes('strategic')));
  return {
    requestBody: { content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'object' } }])) },
  };
}

function operation(
  definition: ResourceDefinition,
  { method, action }: Operation,
  schemas: { readonly kind: JsonObject; readonly list: JsonObject },
): JsonObject {
  const { group, version, kind, custom } = definition;
  const schema = action === 'list' ? schemas.list : schemas.kind;
  const parameters = action === 'list' ? LIST_PARAMETERS : parametersOf(method);
  return {
    ...(parameters.length === 0 ? {} : { parameters }),
    ...bodyOf(method, schema, custom),
    responses: { '200': { description: 'OK', content: { 'application/json': { schema } } } },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': { group, version, kind },
  };
}

/** Paths of a resource with their operations: the collection, one object, and its status and scale. */
export function pathsOf(
  root: string,
  definition: ResourceDefinition,
  schemas: OpenApiSchemas,
): readonly (readonly [string, JsonObject])[] {
  const references = schemas.add(definition);
  const { plural, namespaced, verbs, status } = definition;
  const namespace = namespaced ? '/namespaces/{namespace}' : '';
  const item = `/${root}${namespace}/${plural}/{name}`;
  const shared = namespaced ? [parameter('namespace', 'path')] : [];
  const named = [parameter('name', 'path'), ...shared];
  const operations = (all: readonly Operation[]): JsonObject =>
    Object.fromEntries(
      all
        .filter(({ verb }) => verbs.includes(verb))
        .map((one) => [one.method, operation(definition, one, references)]),
    );
  return [
    ...(namespaced ? [[`/${root}/${plural}`, operations(COLLECTION.slice(0, 1))] as const] : []),
    [
      `/${root}${namespace}/${plural}`,
      { ...operations(COLLECTION), ...(shared.length === 0 ? {} : { parameters: shared }) },
    ] as const,
    [item, { ...operations(ITEM), parameters: named }] as const,
    ...(status ? [[`${item}/status`, { ...operations(ITEM.slice(0, 3)), parameters: named }] as const] : []),
  ];
}
