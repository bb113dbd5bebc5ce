/** Lines around a change that are shown. */
const CONTEXT = 3;
/** More lines than this are not compared one by one: it would take too long. */
const MAX_LINES = 5000;

interface Line {
  readonly sign: ' ' | '+' | '-';
  readonly text: string;
}

/**
 * How one text becomes another, line by line, as `diff -u` shows it: changes with three lines around them, and `…`
 * for what is left out. Empty when they are the same.
 */
export function textDiff(before: string, after: string): string {
  if (before === after) return '';
  const lines = compared(before.split('\n'), after.split('\n'));
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ sign }) => sign !== ' '),
  );
  return lines
    .flatMap(({ sign, text }, at) => {
      if (near[at] === true) return [`${sign} ${text}`.trimEnd()];
      return near[at - 1] === true || at === 0 ? ['…'] : [];
    })
    .join('\n');
}

/** By the longest common subsequence of what differs between the common start and end. */
function compared(before: readonly string[], after: readonly string[]): readonly Line[] {
  const start = commonStart(before, after);
  const end = commonStart(before.slice(start).toReversed(), after.slice(start).toReversed());
  const same = (text: string): Line => ({ sign: ' ', text });
  return [
    ...before.slice(0, start).map(same),
    ...changed(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

function commonStart(before: readonly string[], after: readonly string[]): number {
  const at = before.findIndex((line, index) => line !== after[index]);
  return at < 0 ? before.length : at;
}

function changed(before: readonly string[], after: readonly string[]): readonly Line[] {
  const removed = before.map((text): Line => ({ sign: '-', text }));
  const added = after.map((text): Line => ({ sign: '+', text }));
  if (before.length > MAX_LINES || after.length > MAX_LINES) return [...removed, ...added];
  const lengths = commonLengths(before, after);
  const lines: Line[] = [];
  let [left, right] = [0, 0];
  while (left < before.length && right < after.length) {
    if (before[left] === after[right]) {
      lines.push({ sign: ' ', text: before[left]! });
      left += 1;
      right += 1;
    } else if (lengths[left + 1]![right]! >= lengths[left]![right + 1]!) lines.push(removed[left++]!);
    else lines.push(added[right++]!);
  }
  return [...lines, ...removed.slice(left), ...added.slice(right)];
}

/** How many lines both have in common from each pair of lines on. */
function commonLengths(before: readonly string[], after: readonly string[]): readonly Uint16Array[] {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let left = before.length - 1; left >= 0; left--)
    for (let right = after.length - 1; right >= 0; right--)
      rows[left]![right] =
        before[left] === after[right]
          ? rows[left + 1]![right + 1]! + 1
          : Math.max(rows[left + 1]![right]!, rows[left]![right + 1]!);
  return rows;
}
