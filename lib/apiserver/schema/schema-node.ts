import type { Schema } from '../schema.ts';
import { childPath } from '../field-causes.ts';
import type { Findings } from './findings.ts';

/** Stands for "there was no such value before": nothing to compare with. */
export const NO_OLD_VALUE: unique symbol = Symbol('no old value');

/** One value on its way through the schema. */
export interface SchemaNode {
  readonly schema: Schema;
  readonly value: unknown;
  /** As messages name it: from the value that validation began with. Empty at its root. */
  readonly path: string;
  /** Where that value stands in its object: in front of the paths of causes. */
  readonly prefix: string;
  /** The value that stood here before an update, or {@link NO_OLD_VALUE}. */
  readonly old: unknown;
}

export type CheckNode = (node: SchemaNode) => Findings;

/** The field that a cause names. */
export function fieldOf(node: SchemaNode, path: string = node.path): string {
  if (path === '') return rootFieldOf(node);
  return childPath(node.prefix, path);
}

/** The field of causes that the API server reports for no field in particular. It writes Go's nil. */
export function rootFieldOf(node: SchemaNode): string {
  return node.prefix === '' ? '<nil>' : node.prefix;
}
