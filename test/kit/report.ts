import { indent } from './failure-text.ts';
import type { FileResult } from './run-file.ts';

const SLOWEST = 5;

/**
 * One line about a file that has ended; below it why its tests failed, which the report repeats, for whoever sees only a
 * part of the output; or what it printed, if that is a report.
 */
export function fileLine({ job, passed, failures, skips, ms, output }: FileResult): string {
  const counts = [`${passed} passed`];
  if (failures.length > 0) counts.push(`${failures.length} failed`);
  if (skips.length > 0) counts.push(`${skips.length} skipped`);
  const line = `${failures.length > 0 ? 'FAIL' : 'ok  '}  ${job.label}  ${counts.join(', ')}  ${ms.toFixed(0)} ms`;
  if (failures.length > 0)
    return [line, ...failures.map(({ where, text }) => indent(`${where}\n${indent(text)}`))].join('\n');
  return job.showsOutput === true && output.trim() !== '' ? `${line}\n${indent(output.trimEnd())}` : line;
}

/** The report at the end: failures in full, skips with their reasons, the slowest files, the totals. */
export function summary(results: readonly FileResult[], options: { readonly skipsFail: boolean }): Summary {
  const skips = results.flatMap(({ job, skips: of }) =>
    of.map((skip) => `${job.label}: ${skip.test}: ${skip.reason}`),
  );
  const passed = sum(results.map((result) => result.passed));
  const failed =
    sum(results.map((result) => result.failures.length)) + (options.skipsFail ? skips.length : 0);
  const lines = results.filter(({ failures }) => failures.length > 0).flatMap(failureLines);
  if (skips.length > 0)
    lines.push('', options.skipsFail ? 'Skipped, which CI takes for failed:' : 'Skipped:');
  lines.push(...skips.map((skip) => `  ${skip}`), ...slowest(results), '');
  if (passed + failed === 0) lines.push('No test ran.');
  const counts = [`${passed} passed`, `${failed} failed`];
  if (skips.length > 0 && !options.skipsFail) counts.push(`${skips.length} skipped`);
  return { text: [...lines, counts.join(', ')].join('\n'), ok: failed === 0 && passed > 0 };
}

export interface Summary {
  /** Its last line is `N passed, N failed` or `N passed, N failed, N skipped`. */
  readonly text: string;
  readonly ok: boolean;
}

function failureLines({ failures, output }: FileResult): string[] {
  const lines = failures.flatMap(({ where, text }) => ['', `FAIL  ${where}`, indent(text)]);
  if (output.trim() !== '') lines.push('', '  What the file printed:', indent(indent(output.trimEnd())));
  return lines;
}

function slowest(results: readonly FileResult[]): string[] {
  if (results.length <= SLOWEST) return [];
  const files = results.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  return [
    '',
    'Slowest:',
    ...files.map(({ job, ms }) => `  ${(ms / 1000).toFixed(1).padStart(5)} s  ${job.label}`),
  ];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
