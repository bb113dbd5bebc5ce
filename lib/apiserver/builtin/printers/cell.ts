import type { JsonValue } from '../../../object/json.ts';
import { since } from '../../age.ts';
import type { ApiObject } from '../../api-object.ts';
import { listAt, textAt } from '../../fields.ts';

/** What a cell shows; a function where that depends on the time, given in milliseconds since 1970. */
export type Cell = (obj: ApiObject) => unknown;
/** By column name. */
export type Cells = Readonly<Record<string, Cell>>;

/** A timestamp's age at the time of printing. */
export function sinceCell(timestamp: JsonValue | undefined): (nowMs: number) => string {
  return (nowMs) => since(timestamp, nowMs);
}

/** The text, or what stands for its absence. */
export function orElse(text: string, absent: string): string {
  return text === '' ? absent : text;
}

/** Names and images of containers, for wide output. */
export function containerCells(...path: readonly string[]): Cells {
  const column =
    (field: string): Cell =>
    (obj) =>
      listAt(obj, ...path)
        .map((container) => textAt(container, field))
        .join(',');
  return { Containers: column('name'), Images: column('image') };
}
