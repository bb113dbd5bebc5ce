/** Lines that two texts have in common: where they begin in each, and how many they are. */
interface Match {
  readonly left: number;
  readonly right: number;
  readonly length: number;
}

/** A part of both texts, without what its ends name. */
interface Range {
  readonly left: readonly [from: number, to: number];
  readonly right: readonly [from: number, to: number];
}

/** Texts with more pairs of lines than this are not searched for what they have in common inside of a change. */
const MOST_PAIRS = 250_000;

/** Lines that stay around a change are shown with it. */
const CONTEXT = 3;

/**
 * What changed between two texts, as a unified diff without names of files: empty when nothing did.
 *
 * @see pmezard/go-difflib:difflib/difflib.go
 */
export function lineDiff(left: string, right: string): string {
  const [before, after] = [left.split('\n'), right.split('\n')];
  const whole: Range = { left: [0, before.length], right: [0, after.length] };
  const isLarge = before.length * after.length > MOST_PAIRS;
  const found = isLarge ? endMatches(before, after) : matches(before, after, whole);
  return hunks(changes(found, whole))
    .map((hunk) => hunkText(before, after, hunk))
    .join('');
}

/** The longest run of common lines, and on both sides of it the same again. */
function matches(before: readonly string[], after: readonly string[], range: Range): readonly Match[] {
  const longest = longestMatch(before, after, range);
  if (longest.length === 0) return [];
  const { left, right, length } = longest;
  return [
    ...matches(before, after, { left: [range.left[0], left], right: [range.right[0], right] }),
    longest,
    ...matches(before, after, {
      left: [left + length, range.left[1]],
      right: [right + length, range.right[1]],
    }),
  ];
}

/** The lines that both begin with, and those that both end with. */
function endMatches(before: readonly string[], after: readonly string[]): readonly Match[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  const last: Match = { left: before.length - tail, right: after.length - tail, length: tail };
  return [{ left: 0, right: 0, length: head }, last].filter(({ length }) => length > 0);
}

/** The first one of several that are as long. */
function longestMatch(before: readonly string[], after: readonly string[], { left, right }: Range): Match {
  let longest: Match = { left: left[0], right: right[0], length: 0 };
  for (let from = left[0]; from < left[1]; from += 1)
    for (let to = right[0]; to < right[1]; to += 1) {
      const most = Math.min(left[1] - from, right[1] - to);
      let length = 0;
      while (length < most && before[from + length] === after[to + length]) length += 1;
      if (length > longest.length) longest = { left: from, right: to, length };
    }
  return longest;
}

/** What lies between matches. */
function changes(found: readonly Match[], whole: Range): readonly Range[] {
  const end: Match = { left: whole.left[1], right: whole.right[1], length: 0 };
  let [left, right] = [0, 0];
  return [...found, end].flatMap((match): readonly Range[] => {
    const gap: Range = { left: [left, match.left], right: [right, match.right] };
    [left, right] = [match.left + match.length, match.right + match.length];
    return gap.left[0] === gap.left[1] && gap.right[0] === gap.right[1] ? [] : [gap];
  });
}

/** Changes whose surroundings touch are shown together. */
function hunks(all: readonly Range[]): readonly (readonly Range[])[] {
  const starts = all.flatMap(({ left }, index) => {
    const last = all[index - 1];
    return last === undefined || left[0] - last.left[1] > 2 * CONTEXT ? [index] : [];
  });
  return starts.map((start, index) => all.slice(start, starts[index + 1]));
}

function hunkText(before: readonly string[], after: readonly string[], hunk: readonly Range[]): string {
  const [first, last] = [hunk[0]!, hunk.at(-1)!];
  const above = Math.min(CONTEXT, first.left[0]);
  const below = Math.min(CONTEXT, before.length - last.left[1]);
  const places = [
    placeText(first.left[0] - above, last.left[1] + below),
    placeText(first.right[0] - above, last.right[1] + below),
  ];
  let shownUpTo = first.left[0] - above;
  const lines = hunk.flatMap(({ left, right }) => {
    const kept = before.slice(shownUpTo, left[0]);
    shownUpTo = left[1];
    return [
      ...kept.map((line) => ` ${line}`),
      ...before.slice(...left).map((line) => `-${line}`),
      ...after.slice(...right).map((line) => `+${line}`),
    ];
  });
  const rest = before.slice(shownUpTo, shownUpTo + below).map((line) => ` ${line}`);
  return [`@@ -${places.join(' +')} @@`, ...lines, ...rest, ''].join('\n');
}

/** Lines are counted from 1; of none, the line before is named. */
function placeText(from: number, to: number): string {
  const length = to - from;
  if (length === 1) return String(from + 1);
  return `${length === 0 ? from : from + 1},${length}`;
}
