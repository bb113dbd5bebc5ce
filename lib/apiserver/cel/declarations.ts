import { parseType, splitTypes, type CelType } from './types.ts';
import type { Value } from './values.ts';

/** What functions may ask of the evaluation that calls them. */
export interface Evaluation {
  /** Counts work in the unit of the API server's cost. @throws CelError when it is too much. */
  spend(cost: number): void;
}

/** Takes values of the types that its signature names; whoever calls it has held them against that. */
type Implementation = (this: Evaluation, ...args: never[]) => Value;

/** One form of a function, by the types that it takes. */
export interface Overload {
  readonly name: string;
  /** Called as `target.name(...)`; the target is then the first of the arguments. */
  readonly method: boolean;
  readonly args: readonly CelType[];
  readonly result: CelType;
  readonly call: Implementation;
}

function typeIn(text: string, signature: string): CelType {
  const type = parseType(text);
  if (type === undefined) throw new Error(`cannot declare ${signature}: ${text} is no type`);
  return type;
}

/** Where the arguments begin: the bracket that belongs to the last one. */
function openingOf(signature: string, end: number): number {
  let depth = 0;
  for (let at = end; at >= 0; at--) {
    if (signature[at] === ')') depth++;
    else if (signature[at] === '(' && --depth === 0) return at;
  }
  throw new Error(`cannot declare ${signature}: its brackets do not match`);
}

/**
 * Declares an overload: `size(string): int`, `string.startsWith(string): bool`, `sets.contains(list(T), list(T)): bool`.
 * In front of the last dot is the type of the target, or else part of the name.
 */
export function declare(signature: string, call: Implementation): Overload {
  const end = signature.lastIndexOf('): ');
  const start = openingOf(signature, end);
  const head = signature.slice(0, start);
  const dot = head.lastIndexOf('.');
  const target = dot < 0 ? undefined : parseType(head.slice(0, dot));
  const args = splitTypes(signature.slice(start + 1, end)).map((text) => typeIn(text, signature));
  return {
    name: target === undefined ? head : head.slice(dot + 1),
    method: target !== undefined,
    args: target === undefined ? args : [target, ...args],
    result: typeIn(signature.slice(end + 3), signature),
    call,
  };
}
