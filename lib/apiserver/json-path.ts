import { isJsonObject, type JsonValue } from '../object/json.ts';

/** One step of a path: a member, an index, all items, or the items that a filter accepts. */
type Step =
  | { readonly type: 'member'; readonly name: string }
  | { readonly type: 'index'; readonly index: number }
  | { readonly type: 'all' }
  | { readonly type: 'filter'; readonly path: string; readonly operator: string; readonly value: JsonValue };

const STEP =
  /\.?(?:\[\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(-?\d+)|(\*)|\?\(\s*(.*?)\s*\))\s*\]|(\*)|((?:[^.[\\]|\\.)+))/uy;
const FILTER = /^@([^=!<>]*?)\s*(==|!=|<=|>=|<|>)\s*(.+)$/u;

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/gu, '$1');
}

function literal(text: string): JsonValue {
  const quoted = /^(['"])(.*)\1$/u.exec(text);
  if (quoted !== null) return unescaped(quoted[2] ?? '');
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text; // A bare word is a text.
  }
}

function filterStep(expression: string): Step | undefined {
  const found = FILTER.exec(expression);
  if (found === null) return undefined;
  const [, path = '', operator = '', value = ''] = found;
  return { type: 'filter', path, operator, value: literal(value) };
}

function stepOf(found: RegExpExecArray): Step | undefined {
  const [, single, double, index, all, filter, star, name] = found;
  if (index !== undefined) return { type: 'index', index: Number(index) };
  if (all !== undefined || star !== undefined) return { type: 'all' };
  if (filter !== undefined) return filterStep(filter);
  return { type: 'member', name: unescaped(single ?? double ?? name ?? '') };
}

/** The steps of a path; undefined when it is none that we understand. */
function parse(path: string): readonly Step[] | undefined {
  const text = path.startsWith('$') ? path.slice(1) : path;
  const steps: Step[] = [];
  const pattern = new RegExp(STEP);
  while (pattern.lastIndex < text.length) {
    if (text.slice(pattern.lastIndex) === '.') break; // A lone dot is the whole value.
    const found = pattern.exec(text);
    const step = found === null ? undefined : stepOf(found);
    if (step === undefined) return undefined;
    steps.push(step);
  }
  return steps;
}

function compare(left: JsonValue | undefined, operator: string, right: JsonValue): boolean {
  if (operator === '==') return left === right;
  if (operator === '!=') return left !== right;
  if (typeof left !== typeof right || (typeof left !== 'number' && typeof left !== 'string')) return false;
  const order = left < (right as typeof left) ? -1 : left > (right as typeof left) ? 1 : 0;
  return operator.startsWith('<')
    ? order < 0 || (order === 0 && operator === '<=')
    : order > 0 || (order === 0 && operator === '>=');
}

function children(value: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) return value as readonly JsonValue[];
  return isJsonObject(value) ? Object.values(value).filter((one) => one !== undefined) : [];
}

function follow(value: JsonValue, step: Step): readonly (JsonValue | undefined)[] {
  if (step.type === 'member')
    return isJsonObject(value) && Object.hasOwn(value, step.name) ? [value[step.name]] : [];
  if (step.type === 'index')
    return Array.isArray(value) ? [(value as readonly JsonValue[]).at(step.index)] : [];
  if (step.type === 'all') return children(value);
  return children(value).filter((one) =>
    compare(evaluateJsonPath(step.path, one)[0], step.operator, step.value),
  );
}

/**
 * What a JSON path finds, in order; nothing where a member is missing or the path is not understood. The subset
 * that printer columns and scale paths use: members (`.a`, `['a.b']`, `.a\.b`), indices, `[*]`, and filters
 * (`[?(@.type=="Ready")]`), with or without a leading `$`.
 *
 * @see https://kubernetes.io/docs/reference/kubectl/jsonpath/
 */
export function evaluateJsonPath(path: string, value: JsonValue): readonly JsonValue[] {
  const steps = parse(path) ?? [{ type: 'index', index: Number.MAX_SAFE_INTEGER }];
  return steps.reduce<readonly JsonValue[]>(
    (values, step) => values.flatMap((one) => follow(one, step)).filter((one) => one !== undefined),
    [value],
  );
}

/** Whether we understand the path. */
export function isJsonPath(path: string): boolean {
  return parse(path) !== undefined;
}
