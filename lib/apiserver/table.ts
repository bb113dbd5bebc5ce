import { isJsonObject, type JsonObject, type JsonValue } from '../object/json.ts';
import { since } from './age.ts';
import type { ApiObject } from './api-object.ts';
import { evaluateJsonPath } from './json-path.ts';
import type { Column, ResourceDefinition } from './resource-definition.ts';

/** Options of {@link tableOf}. */
export interface TableOptions {
  /** What rows carry of their objects: all, the metadata, or nothing. */
  readonly includeObject: 'Object' | 'Metadata' | 'None';
  /** The time that ages are counted to, in milliseconds since 1970. */
  readonly nowMs: number;
  /** Of the table and of the metadata in its rows. Default `meta.k8s.io/v1`. */
  readonly apiVersion?: string;
  /** False: the reader knows the columns from an earlier table. Default true. */
  readonly headed?: boolean;
}

function columnDefinition({ name, type, format = '', description, priority, cell }: Column): JsonObject {
  const prose =
    typeof cell === 'string' ? `Custom resource definition column (in JSONPath format): ${cell}` : '';
  return { name, type, format, description: description ?? prose, priority };
}

function nameColumn(definition: ResourceDefinition): readonly JsonObject[] {
  if (definition.columns.some(({ name }) => name === 'Name')) return [];
  return [{ name: 'Name', type: 'string', format: 'name', description: '', priority: 0 }];
}

/** A found value as a cell of the type; null when it is of another one. */
function typedCell(type: string, value: JsonValue, nowMs: number): JsonValue {
  switch (type) {
    case 'string':
      return typeof value === 'string' ? value : JSON.stringify(value);
    case 'date':
      return since(value, nowMs);
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null;
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    default:
      return null;
  }
}

function cellOf({ cell, type }: Column, obj: ApiObject, nowMs: number): JsonValue {
  if (typeof cell === 'string') {
    const [found] = evaluateJsonPath(cell, obj);
    return found === undefined || found === null ? null : typedCell(type, found, nowMs);
  }
  const shown = cell(obj);
  const value: unknown = typeof shown === 'function' ? (shown as (nowMs: number) => unknown)(nowMs) : shown;
  return (value ?? null) as JsonValue;
}

function rowObject(obj: ApiObject, include: TableOptions['includeObject'], apiVersion: string): JsonValue {
  if (include === 'None') return null;
  if (include === 'Object') return obj;
  return { kind: 'PartialObjectMetadata', apiVersion, metadata: obj.metadata };
}

/** Clients that draw tables grey out what has ended. */
function rowConditions(obj: ApiObject): JsonObject {
  const { status } = obj;
  const phase = obj.kind === 'Pod' && isJsonObject(status) ? status['phase'] : undefined;
  if (phase !== 'Succeeded' && phase !== 'Failed') return {};
  const message = phase === 'Succeeded' ? 'The pod has completed successfully.' : 'The pod failed.';
  return { conditions: [{ type: 'Completed', status: 'True', reason: phase, message }] };
}

/**
 * The objects as a `meta.k8s.io/v1` Table, the form in which kubectl asks for what it shows. Its `metadata` is
 * empty: resourceVersion and continue are those of the list it came from.
 *
 * @see kubernetes/apiextensions-apiserver:pkg/registry/customresource/tableconvertor/tableconvertor.go
 */
export function tableOf(
  definition: ResourceDefinition,
  objects: readonly ApiObject[],
  { includeObject, nowMs, apiVersion = 'meta.k8s.io/v1', headed = true }: TableOptions,
): JsonObject {
  const { columns } = definition;
  const named = nameColumn(definition).length > 0;
  return {
    kind: 'Table',
    apiVersion,
    metadata: {},
    columnDefinitions: headed ? [...nameColumn(definition), ...columns.map(columnDefinition)] : null,
    rows: objects.map((obj) => ({
      cells: [...(named ? [obj.metadata.name] : []), ...columns.map((column) => cellOf(column, obj, nowMs))],
      ...rowConditions(obj),
      object: rowObject(obj, includeObject, apiVersion),
    })),
  };
}
