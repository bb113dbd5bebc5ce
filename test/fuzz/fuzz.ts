import type { JsonValue } from '../../lib/object/json.ts';
import type { Arena } from './arena.ts';
import { Choices } from './choices.ts';
import type { Coverage } from './coverage.ts';
import { allowed } from './differences.ts';
import { duel, type Finding } from './duel.ts';
import { nextStep } from './grammar.ts';
import { shrink } from './shrink.ts';
import type { Step } from './step.ts';

/** Requests to play, in order. */
export interface Sequence {
  /** Says where it comes from: `seed 1`. */
  readonly origin: string;
  readonly steps: readonly Step[];
}

export interface PlayOptions {
  readonly coverage: Coverage;
  readonly signal: AbortSignal;
  /** How many different differences are shrunk at most; shrinking takes a second or so each. Default 5. */
  readonly shrunk?: number;
}

/** What a run has found. */
export interface FuzzResult {
  /** Texts of the differences that no entry allows, one for each sort of them. */
  readonly differences: readonly string[];
  /** Name of an allowed difference → how often it was met. */
  readonly met: ReadonlyMap<string, number>;
}

/** The steps that a seed repeats. */
export function stepsOf(seed: number, length: number, coverage: Coverage): readonly Step[] {
  const choices = new Choices(seed, coverage);
  return Array.from({ length }, () => nextStep(choices));
}

/** The sequences of seeds, made when they are played. */
export function* sequencesOf(
  seeds: readonly number[],
  length: number,
  coverage: Coverage,
): Generator<Sequence> {
  for (const seed of seeds) yield { origin: `seed ${seed}`, steps: stepsOf(seed, length, coverage) };
}

/** Sequences at once: neither server is idle while the other answers. */
const AT_ONCE = 4;

interface Found {
  readonly origin: string;
  readonly finding: Finding;
  readonly steps: readonly Step[];
  times: number;
}

/** Plays sequences on both servers. */
export async function play(
  arena: Arena,
  sequences: Iterable<Sequence> | AsyncIterable<Sequence>,
  options: PlayOptions,
): Promise<FuzzResult> {
  const { coverage, signal } = options;
  const met = new Map<string, number>();
  const found = new Map<string, Found>();
  const todo = oneByOne(sequences);
  const worker = async (): Promise<void> => {
    for (let next = await todo.next(); next.done !== true; next = await todo.next()) {
      const { origin, steps } = next.value;
      for (const finding of await duel(arena, steps, signal, coverage))
        sort(finding, { origin, steps, met, found });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const differences: string[] = [];
  for (const one of [...found.values()].toSorted((a, b) => b.times - a.times)) {
    const isShrunk = differences.length < (options.shrunk ?? 5);
    const fewest = isShrunk ? await shrunk(arena, one, signal) : [one.finding.step];
    differences.push(described(one, fewest));
  }
  return { differences, met };
}

/** For several that take: a sequence is made when one of them asks for it. */
async function* oneByOne(
  sequences: Iterable<Sequence> | AsyncIterable<Sequence>,
): AsyncGenerator<Sequence, void> {
  yield* sequences;
}

interface Sorting {
  readonly origin: string;
  readonly steps: readonly Step[];
  readonly met: Map<string, number>;
  readonly found: Map<string, Found>;
}

function sort(finding: Finding, { origin, steps, met, found }: Sorting): void {
  for (const apart of finding.apart) {
    const known = allowed(finding.step, apart);
    if (known !== undefined) met.set(known.name, (met.get(known.name) ?? 0) + 1);
  }
  const unknown = unallowed(finding);
  if (unknown === undefined) return;
  const signature = signatureOf(unknown);
  const before = found.get(signature);
  if (before === undefined) found.set(signature, { origin, steps, finding: unknown, times: 1 });
  else before.times += 1;
}

/** What of a finding no entry allows. */
function unallowed(finding: Finding): Finding | undefined {
  const apart = finding.apart.filter((one) => allowed(finding.step, one) === undefined);
  return apart.length === 0 ? undefined : { ...finding, apart };
}

/** What makes two findings the same sort of difference. */
function signatureOf({ step, apart }: Finding): string {
  const [first] = apart;
  const at = first!.at.replaceAll(/\.\d+(?=\.|$)/g, '.*');
  return `${step.verb} ${step.subject.kind}: ${at}: ${shape(first!.ours)} / ${shape(first!.real)}`;
}

/** A value without what is of one case: names, numbers, what is quoted. */
function shape(value: JsonValue | undefined): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.replaceAll(/\\".*?\\"/g, '""').slice(0, 60);
}

async function shrunk(
  arena: Arena,
  { steps, finding }: Found,
  signal: AbortSignal,
): Promise<readonly Step[]> {
  const signature = signatureOf(finding);
  const fails = async (candidate: readonly Step[]): Promise<boolean> =>
    (await duel(arena, candidate, signal))
      .map(unallowed)
      .some((one) => one !== undefined && signatureOf(one) === signature);
  const start = steps.slice(0, finding.index + 1);
  const related = start.filter(({ subject }) => subject.kind === finding.step.subject.kind);
  const same = related.filter(({ subject }) => subject.name === finding.step.subject.name);
  for (const candidate of [same.slice(-12), same, related])
    if (await fails(candidate)) return await shrink(candidate, fails);
  return await shrink(start, fails, 60);
}

function described({ origin, finding, times }: Found, steps: readonly Step[]): string {
  const { index, step, apart } = finding;
  return [
    `${step.verb} of ${step.subject.kind} is answered differently (${origin}, step ${index + 1}; ${times}×):`,
    ...apart
      .slice(0, 4)
      .flatMap(({ at, ours, real }) => [`  ${at}`, `    ours ${short(ours)}`, `    real ${short(real)}`]),
    `  by ${steps.length} requests:`,
    ...steps.map(
      ({ method, path, body, change }) =>
        `    ${method} ${path} ${change === undefined ? short(body, 1500) : `what was seen with ${short(change, 1500)}`}`,
    ),
  ].join('\n');
}

function short(value: JsonValue | undefined, length = 700): string {
  return (JSON.stringify(value) ?? '').slice(0, length);
}
