import type { Apart } from './comparison.ts';
import { OPEN } from './open.ts';
import type { Step } from './step.ts';

/** A sort of difference from the real server that is no failure. What is absent here does not matter. */
export interface Difference {
  readonly name: string;
  /** Why ours may differ; of an open one, what is wrong. */
  readonly why: string;
  /** The plurals of the kinds. */
  readonly kinds?: readonly string[];
  readonly verb?: RegExp;
  /** The dotted path of the field that differs. */
  readonly at?: RegExp;
  /** Our value, as JSON; `absent` where there is none. */
  readonly ours?: RegExp;
  readonly real?: RegExp;
}

const DECODING =
  /cannot unmarshal|illegal base64|unable to decode|cannot be handled as|quantities must match/;

/** Differences that stay, each with its argument. */
export const DIFFERENCES: readonly Difference[] = [
  {
    name: 'words of a Go decoder',
    why: 'messages that name types of Go; ours say the same in words of their own, with code and reason equal',
    at: /^body\.(?:message|details\.causes(?:\.\d+\.message)?)$/,
    ours: DECODING,
    real: DECODING,
  },
  {
    name: 'order of a Go map in a text',
    why: 'the real server prints a patch as Go prints maps, with versions that are its own',
    at: /^body\.message$/,
    ours: /unknown patch type: .* in map: map\[/,
    real: /unknown patch type: .* in map: map\[/,
  },
  {
    name: 'stored bytes that are written anew',
    why: 'a write that changes nothing is one for the real server if it would store other bytes: empty maps of metadata, or defaults, that only reading has dropped or added; ours stores what it answers',
    verb: /^(?:update|apply|delete|.* patch)/,
    at: /^relation\.(?:items\.\d+\.)?metadata\.resourceVersion$/,
    ours: /one seen before/,
    real: /a new one/,
  },
];

/** The entry that allows a difference of one field, if one does. */
export function allowed(step: Step, apart: Apart): Difference | undefined {
  return [...DIFFERENCES, ...OPEN].find((entry) => covers(entry, step, apart));
}

function covers({ kinds, verb, at, ours, real }: Difference, step: Step, apart: Apart): boolean {
  return (
    (kinds?.includes(step.subject.kind) ?? true) &&
    matches(verb, step.verb) &&
    matches(at, apart.at) &&
    matches(ours, textOf(apart.ours)) &&
    matches(real, textOf(apart.real))
  );
}

function matches(pattern: RegExp | undefined, text: string): boolean {
  return pattern?.test(text) ?? true;
}

function textOf(value: Apart['ours']): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}
