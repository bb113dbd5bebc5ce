import { isDeepStrictEqual } from 'node:util';

import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/object/json.ts';
import type { RawAnswer } from '../conformance/exchange.ts';
import { Normaliser } from '../conformance/normalise.ts';
import type { Relations } from './relations.ts';

/** A field in which two answers differ. */
export interface Apart {
  /** The dotted path from the answer. */
  readonly at: string;
  readonly ours: JsonValue | undefined;
  readonly real: JsonValue | undefined;
}

/** Where the answers of the two servers to one request differ. */
export function answersApart(
  ours: RawAnswer,
  real: RawAnswer,
  namespace: string,
  relations: Relations,
): readonly Apart[] {
  const fields = telling(
    valuesApart(normalised(ours, namespace), normalised(real, namespace), ''),
    ours,
    real,
  );
  const related = relations.apart(visible(ours.body), visible(real.body));
  // Where more differs, this follows from it.
  if (fields.length > 0) return fields;
  return related.map(({ at, ours: mine, real: theirs }) => ({
    at: `relation${at}`,
    ours: mine,
    real: theirs,
  }));
}

/** An answer and its refusal have nothing in common: what the refusal says is enough. */
function telling(fields: readonly Apart[], ours: RawAnswer, real: RawAnswer): readonly Apart[] {
  if (ours.status === real.status) return fields;
  return [{ at: 'status', ours: summary(ours), real: summary(real) }];
}

/** In place of a status, where the connection was broken off. */
export const NO_ANSWER = 0;

function summary({ status, body }: RawAnswer): JsonValue {
  if (status === NO_ANSWER) return 'no answer';
  if (!isJsonObject(body) || status < 400) return status;
  const { message } = body;
  return withoutChance(`${status} ${typeof message === 'string' ? message : ''}`);
}

function normalised(answer: RawAnswer, namespace: string): JsonValue {
  const normaliser = new Normaliser(namespace);
  const plain = JSON.parse(withoutChance(JSON.stringify(visible(answer.body)))) as JsonValue;
  const normal = normaliser.answer({ ...answer, body: inOrder(plain) }, {}) as unknown as JsonObject;
  return { ...normal, body: withSortedCauses(normal['body'] ?? null) };
}

/** By their fields, so that those stand side by side whose messages alone differ. */
function withSortedCauses(body: JsonValue): JsonValue {
  if (!isJsonObject(body)) return body;
  const { details } = body;
  if (details === undefined || !isJsonObject(details) || !Array.isArray(details['causes'])) return body;
  const causes = (details['causes'] as readonly JsonObject[]).toSorted((one, other) => {
    const [left, right] = [one, other].map(({ field, message }) => JSON.stringify([field, message]));
    return left! < right! ? -1 : 1;
  });
  return { ...body, details: { ...details, causes } };
}

/** A real server names managers in conflict, and causes, in the order of a Go map, which is none. */
function inOrder(body: JsonValue): JsonValue {
  if (!isJsonObject(body) || typeof body['message'] !== 'string') return body;
  const sorted = withSortedConflicts(body['message']);
  return withoutCauses({ ...body, message: sorted }, sorted);
}

/** What is a cause several times is said once. */
function withoutCauses(body: JsonObject, message: string): JsonObject {
  const { details } = body;
  if (details === undefined || !isJsonObject(details) || !Array.isArray(details['causes'])) return body;
  const causes = details['causes'] as readonly Readonly<Record<string, string>>[];
  const texts = [...new Set(causes.map(({ field, message: text }) => `${field}: ${text}`))];
  const whole = texts.length === 1 ? texts[0]! : `[${texts.join(', ')}]`;
  return { ...body, message: message.replace(whole, () => '<causes>') };
}

function withSortedConflicts(message: string): string {
  const [, head, rest] = /^(Apply failed with \d+ conflicts: )(.*)$/s.exec(message) ?? [];
  if (head === undefined || rest === undefined) return message;
  const managers = rest.split(/\n(?=conflicts with )/).toSorted();
  return head + managers.join('\n');
}

/** Texts that mention what each server numbers or makes up by itself. */
function withoutChance(text: string): string {
  return text
    .replaceAll(/\b(made|kube-api-access)-[a-z0-9]{5}\b/g, '$1-<random>')
    .replaceAll(/(the precondition \()\d+/g, '$1<version>');
}

/** Without the object that each namespace has, and whose content is each server's own. */
function visible(body: JsonValue): JsonValue {
  if (!isJsonObject(body) || !Array.isArray(body['items'])) return body;
  const items = (body['items'] as readonly JsonObject[]).filter(({ metadata }) => !isRoot(metadata));
  return { ...body, items };
}

function isRoot(metadata: JsonValue | undefined): boolean {
  return metadata !== undefined && isJsonObject(metadata) && metadata['name'] === 'kube-root-ca.crt';
}

function valuesApart(ours: JsonValue | undefined, real: JsonValue | undefined, at: string): readonly Apart[] {
  if (isDeepStrictEqual(ours, real)) return [];
  if (isJsonObject(ours) && isJsonObject(real))
    return [...new Set([...Object.keys(real), ...Object.keys(ours)])].flatMap((key) =>
      valuesApart(ours[key], real[key], at === '' ? key : `${at}.${key}`),
    );
  if (Array.isArray(ours) && Array.isArray(real) && ours.length === real.length)
    return (ours as readonly JsonValue[]).flatMap((item, index) =>
      valuesApart(item, (real as readonly JsonValue[])[index], `${at}.${index}`),
    );
  return [{ at, ours, real }];
}
