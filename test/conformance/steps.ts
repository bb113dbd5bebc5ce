import type { JsonObject, JsonValue } from '../../lib/object/json.ts';
import type { Handling, RequestStep, Seen, WatchStep } from './step.ts';

/** Shorthands that keep the cases readable; see {@link Request} for the placeholders in texts. */

export interface Extra extends Handling {
  readonly headers?: Readonly<Record<string, string>>;
  readonly until?: (answer: Seen) => boolean;
}

export function get(path: string, extra: Extra = {}): RequestStep {
  return { kind: 'request', method: 'GET', path, ...extra };
}

export function post(path: string, body: JsonValue, extra: Extra = {}): RequestStep {
  return withBody('POST', path, body, extra);
}

export function put(path: string, body: JsonValue, extra: Extra = {}): RequestStep {
  return withBody('PUT', path, body, extra);
}

export function del(path: string, body?: JsonValue, extra: Extra = {}): RequestStep {
  return body === undefined
    ? { kind: 'request', method: 'DELETE', path, ...extra }
    : withBody('DELETE', path, body, extra);
}

export const PATCH_TYPES = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

export type PatchType = keyof typeof PATCH_TYPES;

export function patch(type: PatchType, path: string, body: JsonValue, extra: Extra = {}): RequestStep {
  const headers = { 'content-type': PATCH_TYPES[type], ...extra.headers };
  return withBody('PATCH', path, body, { ...extra, headers });
}

export function watch(
  path: string,
  count?: number,
  extra: Handling & Pick<Extra, 'headers'> = {},
): WatchStep {
  return { kind: 'watch', path, ...(count === undefined ? {} : { count }), ...extra };
}

function withBody(method: RequestStep['method'], path: string, body: JsonValue, extra: Extra): RequestStep {
  const headers = { 'content-type': 'application/json', ...extra.headers };
  return { kind: 'request', method, path, body, ...extra, headers };
}

/** Repeats until there is no 404. */
export function isThere({ status }: Seen): boolean {
  return status === 200;
}

export function isGone({ status }: Seen): boolean {
  return status === 404;
}

/** Asks until the answer is 200: what a controller makes in its own time. */
export function awaited(path: string, extra: Extra = {}): RequestStep {
  return get(path, { until: isThere, ...extra });
}

/** `GET` until the answer is 404. */
export function awaitedGone(path: string, extra: Extra = {}): RequestStep {
  return get(path, { until: isGone, ...extra });
}

/** The path of an object of the core group in the case's namespace. */
export function core(plural: string, rest = ''): string {
  return `/api/v1/namespaces/<ns>/${plural}${rest}`;
}

/** The path of an object of another group in the case's namespace. */
export function grouped(groupVersion: string, plural: string, rest = ''): string {
  return `/apis/${groupVersion}/namespaces/<ns>/${plural}${rest}`;
}

export function configMap(name: string, rest: JsonObject = {}): JsonObject {
  const { metadata, ...others } = rest;
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...(metadata as JsonObject) }, ...others };
}
