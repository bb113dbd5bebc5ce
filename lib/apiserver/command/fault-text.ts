import { randomInt } from 'node:crypto';

import { InvalidConfigError } from '../../errors.ts';
import type { Faults, RequestFacts, RequestMatch } from '../faults.ts';

/** A fault of the command line. */
export interface TimedFault {
  /** Makes it happen, or armed. */
  readonly inject: (faults: Faults) => void;
  /** Again and again, so many milliseconds apart. Undefined: once, at the start. */
  readonly everyMs: number | undefined;
}

/** How finely shares are told apart. */
const PRECISION = 1_000_000;
const MATCHED = ['verb', 'resource', 'namespace', 'name', 'times', 'share'] as const;

/** The parameters of each kind of fault. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  fail: ['status', 'retryAfter', ...MATCHED],
  delay: ['ms', ...MATCHED],
  cut: ['every'],
  refuse: ['every', 'ms'],
  compact: ['every'],
};

/** Reads `kind:name=value,name=value`. @throws InvalidConfigError that quotes it. */
export function parseFault(text: string): TimedFault {
  const [kind, rest] = splitAt(text, ':');
  const known = PARAMETERS[kind];
  if (known === undefined)
    throw wrong(
      text,
      `there is no fault ${JSON.stringify(kind)}; there are ${Object.keys(PARAMETERS).join(', ')}`,
    );
  const pairs = rest === '' ? [] : rest.split(',').map((pair) => splitAt(pair, '='));
  for (const [name] of pairs)
    if (!known.includes(name))
      throw wrong(text, `${kind} has no parameter ${JSON.stringify(name)}; it has ${known.join(', ')}`);
  return newFault(kind, new Parameters(text, new Map(pairs)));
}

function newFault(kind: string, parameters: Parameters): TimedFault {
  switch (kind) {
    case 'fail':
      return once(failure(parameters));
    case 'delay': {
      const ms = parameters.required('ms');
      const options = { match: matchOf(parameters), times: parameters.number('times') ?? Infinity };
      return once((faults) => faults.delay(ms, options));
    }
    case 'cut':
      return repeated(parameters, (faults) => void faults.cutStreams());
    case 'refuse': {
      const ms = parameters.required('ms');
      return repeated(parameters, (faults) => faults.refuse(ms));
    }
    default:
      return repeated(parameters, (faults) => faults.compact());
  }
}

function failure(parameters: Parameters): TimedFault['inject'] {
  const retryAfterSeconds = parameters.number('retryAfter');
  const fault = {
    status: parameters.required('status', 400, 599),
    match: matchOf(parameters),
    times: parameters.number('times') ?? Infinity,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
  return (faults) => faults.failNext(fault);
}

function once(inject: TimedFault['inject']): TimedFault {
  return { inject, everyMs: undefined };
}

function repeated(parameters: Parameters, inject: TimedFault['inject']): TimedFault {
  return { inject, everyMs: parameters.required('every', 0.001) * 1000 };
}

function matchOf(parameters: Parameters): RequestMatch {
  const share = parameters.number('share', 0, 1) ?? 1;
  const wanted = {
    verb: parameters.text('verb'),
    plural: parameters.text('resource'),
    namespace: parameters.text('namespace'),
    name: parameters.text('name'),
  } satisfies Partial<Record<keyof RequestFacts, string | undefined>>;
  const isSame = (facts: RequestFacts, field: keyof typeof wanted): boolean =>
    wanted[field] === undefined || wanted[field] === facts[field];
  return (facts) =>
    isSame(facts, 'verb') &&
    isSame(facts, 'plural') &&
    isSame(facts, 'namespace') &&
    isSame(facts, 'name') &&
    randomInt(PRECISION) < share * PRECISION;
}

class Parameters {
  readonly #fault: string;
  readonly #values: ReadonlyMap<string, string>;

  constructor(fault: string, values: ReadonlyMap<string, string>) {
    this.#fault = fault;
    this.#values = values;
  }

  text(name: string): string | undefined {
    return this.#values.get(name);
  }

  number(name: string, min: number = 0, max: number = Infinity): number | undefined {
    const text = this.#values.get(name);
    if (text === undefined) return undefined;
    const value = text.trim() === '' ? NaN : Number(text);
    if (value >= min && value <= max) return value;
    const range = max === Infinity ? `${min} or more` : `from ${min} to ${max}`;
    throw wrong(this.#fault, `${name} must be a number, ${range}`);
  }

  required(name: string, min?: number, max?: number): number {
    const value = this.number(name, min, max);
    if (value === undefined) throw wrong(this.#fault, `${name} is missing`);
    return value;
  }
}

function splitAt(text: string, separator: string): readonly [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}

function wrong(fault: string, why: string): InvalidConfigError {
  return new InvalidConfigError(`--fault ${JSON.stringify(fault)} cannot be read: ${why}`);
}
