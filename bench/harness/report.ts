import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { dirname } from 'node:path';

import { type Round, type Spread, type Summary, summarise } from './statistics.ts';

export interface Metric {
  /** With its unit: `peak RSS MiB`. */
  readonly name: string;
  /** Decimals in the table. */
  readonly digits: number;
  /** Which way is better; left out where neither is. */
  readonly better?: 'lower' | 'higher';
}

/** One question that was measured. */
export interface Result {
  readonly title: string;
  readonly metrics: readonly Metric[];
  /** The contestant that ratios are made to. */
  readonly baseline: string;
  readonly rounds: readonly Round[];
}

/** What the figures were measured on; without it they mean nothing. */
export interface Machine {
  readonly node: string;
  readonly system: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGib: number;
  /** Of the last minute when the benchmark began: above 0, something else was running. */
  readonly loadBefore: number;
}

export function describeMachine(): Machine {
  const all = cpus();
  return {
    node: process.version,
    system: `${type()} ${release()}`,
    cpu: all[0]?.model ?? 'unknown',
    cores: all.length,
    memoryGib: Math.round(totalmem() / 1024 ** 3),
    loadBefore: Number(loadavg()[0]?.toFixed(2)),
  };
}

/** A Markdown table with aligned columns: one row per metric and contestant, `min / median / max`. */
export function tableOf({ title, metrics, baseline, rounds }: Result): string {
  const summaries = summarise(
    rounds,
    metrics.map(({ name }) => name),
    baseline,
  );
  const rows = summaries.map((summary) => rowOf(summary, metrics));
  const head = ['metric', 'contestant', 'min / median / max', `ratio to ${baseline}`];
  return [`### ${title} (${rounds.length} rounds)`, '', ...aligned([head, ...rows])].join('\n');
}

const ARROWS = { lower: '↓', higher: '↑' } as const;

function rowOf({ metric, contestant, values, ratio }: Summary, metrics: readonly Metric[]): string[] {
  const { digits, better } = metrics.find(({ name }) => name === metric)!;
  const name = better === undefined ? metric : `${metric} ${ARROWS[better]}`;
  return [name, contestant, spreadText(values, digits), ratio === undefined ? '–' : spreadText(ratio, 2)];
}

function spreadText({ min, median, max }: Spread, digits: number): string {
  return [min, median, max].map((value) => numberText(value, digits)).join(' / ');
}

function numberText(value: number, digits: number): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(rows[0]!), rule, ...rows.slice(1).map(line)];
}

/** Prints the tables and, where a file is given, writes machine, all rounds and their summaries as JSON. */
export function publish(machine: Machine, results: readonly Result[], file: string | undefined): void {
  for (const result of results) console.log(`\n${tableOf(result)}`);
  const { cores, cpu, memoryGib, node, system, loadBefore } = machine;
  console.log(
    `\nNode ${node}, ${system}, ${cores} × ${cpu}, ${memoryGib} GiB; load before the start ${loadBefore}`,
  );
  if (file === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ machine, results: results.map(jsonOf) }, undefined, 2)}\n`);
}

function jsonOf({ title, metrics, baseline, rounds }: Result): object {
  const names = metrics.map(({ name }) => name);
  const plain = rounds.map((round) => Object.fromEntries(round));
  return { title, metrics, baseline, rounds: plain, summary: summarise(rounds, names, baseline) };
}
