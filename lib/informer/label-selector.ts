import { InvalidConfigError } from '../errors.ts';

type Labels = Readonly<Record<string, string | undefined>>;

/** Whether labels are selected. */
export type LabelMatcher = (labels: Labels) => boolean;

const SET = /^(?<key>[^\s()!,<=>]+)\s+(?<operator>in|notin)\s*\((?<values>[^()]*)\)$/;
const EXACT = /^(?<key>[^\s()!,<=>]+)\s*(?<operator>==|!=|=)\s*(?<value>[^\s()!,<=>]*)$/;
const NUMERIC = /^(?<key>[^\s()!,<=>]+)\s*(?<operator>[<>])\s*(?<value>[-+]?\d+)$/;
const PRESENCE = /^(?<absent>!?)\s*(?<key>[^\s()!,<=>]+)$/;
/** Commas that are not within parentheses. */
const BETWEEN_REQUIREMENTS = /,(?![^(]*\))/;

/**
 * Reads a selector such as `app=web,tier in (front,back),!legacy`, with the meaning it has for the API server.
 * An absent label satisfies `!=` and `notin`.
 *
 * @throws InvalidConfigError for what is no selector.
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors
 */
export function parseLabelSelector(text: string): LabelMatcher {
  if (text.trim() === '') return () => true;
  const requirements = text.split(BETWEEN_REQUIREMENTS).map((part) => requirement(part.trim(), text));
  return (labels) => requirements.every((matches) => matches(labels));
}

function requirement(part: string, whole: string): LabelMatcher {
  const matcher =
    read(SET, part, inSet) ??
    read(EXACT, part, exactly) ??
    read(NUMERIC, part, compared) ??
    read(PRESENCE, part, present);
  if (matcher !== undefined) return matcher;
  throw new InvalidConfigError(`ListOptions.labelSelector must be a label selector, got "${whole}"`);
}

type Groups = Readonly<Record<string, string | undefined>>;

function read(
  pattern: RegExp,
  part: string,
  make: (key: string, groups: Groups) => LabelMatcher,
): LabelMatcher | undefined {
  const groups = pattern.exec(part)?.groups;
  return groups === undefined ? undefined : make(groups['key'] ?? '', groups);
}

function inSet(key: string, { operator, values = '' }: Groups): LabelMatcher {
  const wanted = new Set<string | undefined>(values.split(',').map((value) => value.trim()));
  return (labels) => wanted.has(labels[key]) === (operator === 'in');
}

function exactly(key: string, { operator, value }: Groups): LabelMatcher {
  return (labels) => (labels[key] === value) === (operator !== '!=');
}

function compared(key: string, { operator, value }: Groups): LabelMatcher {
  const limit = Number(value);
  return (labels) => {
    const label = Number(labels[key] ?? Number.NaN);
    return operator === '>' ? label > limit : label < limit;
  };
}

function present(key: string, { absent }: Groups): LabelMatcher {
  return (labels) => (labels[key] !== undefined) === (absent === '');
}
