import type { ClientCall } from '../../client/client-call.ts';
import type { JsonPatchOperation } from '../../client/client.ts';
import { type DiffOptions, diffObjects } from '../../object/diff.ts';
import type { KubernetesObject } from '../../object/kubernetes-object.ts';
import { type Hidden, hiddenMember, type Redact, showValue } from '../../object/shown-value.ts';
import { isObject } from './seen-objects.ts';

/** What is known of a write when it has ended. */
export interface Written {
  readonly call: ClientCall;
  /** Undefined: not known, or not there. */
  readonly before: KubernetesObject | undefined;
  /** What the server answered; undefined: the write failed. */
  readonly answer: unknown;
}

/**
 * What a write changed: the object before against the answer. Where either is missing, what was sent. Empty for
 * deletions.
 */
export function diffOfWrite({ call, before, answer }: Written, options: DiffOptions): string {
  const { verb, subresource, body } = call;
  if (verb === 'delete' || verb === 'deletecollection') return '';
  if (verb === 'create') return diffObjects(undefined, sent(call), options);
  const status = subresource === 'status';
  if (before !== undefined && isObject(answer) && answer.kind === before.kind)
    return diffObjects(before, answer, { ...options, status });
  if (verb === 'patch') return `sent as a patch:\n${patchText(call, options)}`;
  if (before !== undefined && subresource === undefined && verb === 'update')
    return diffObjects(before, sent(call), { ...options, status });
  return body === undefined ? '' : `sent:\n${diffObjects(undefined, sent(call), options)}`;
}

/** The client fills in what names the kind; it says what is secret. */
function sent({ kind, body, subresource }: ClientCall): object {
  const names = subresource === undefined ? { apiVersion: kind.apiVersion, kind: kind.kind } : {};
  return { ...names, ...(body as object | undefined) };
}

function patchText(call: ClientCall, options: DiffOptions): string {
  return Array.isArray(call.body)
    ? operationsText(call.kind.kind, call.body, options)
    : diffObjects(undefined, sent(call), options);
}

/** A line for each operation of a JSON patch. */
function operationsText(kind: string, operations: readonly unknown[], options: DiffOptions): string {
  const { redact = (text: string) => text, maxCharacters = 8000 } = options;
  const lines = operations.map((operation) =>
    redact(operationText(kind, operation as JsonPatchOperation, redact)),
  );
  const text = lines.join('\n');
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}…`;
}

function operationText(kind: string, operation: JsonPatchOperation, redact: Redact): string {
  const { op, path } = operation;
  if ('from' in operation) return `${op} ${operation.from} → ${path}`;
  if (!('value' in operation)) return `${op} ${path}`;
  const [first = '', ...rest] = path.split('/').slice(1);
  const hidden = rest.reduce<Hidden>(
    (above, name) => hiddenMember({}, name, above),
    hiddenMember({ kind }, first, 'no'),
  );
  return `${op} ${path}: ${showValue(operation.value, hidden, redact)}`;
}
