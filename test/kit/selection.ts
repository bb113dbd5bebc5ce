import { globSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Tier } from './tier.ts';

/**
 * Which tests are wanted: the everyday ones; those of several tiers once more with the direct client, or on a real
 * cluster; those that start programs as a user does; or those of the installed package.
 */
export type Wanted = (typeof WANTED)[number];
export const WANTED = ['unit', 'direct', 'programs', 'cluster', 'package'] as const;

/** Which files run when what is wanted, by how their names end, and in which tier. All others are everyday ones. */
const FILES: Readonly<Record<string, Readonly<Partial<Record<Wanted, Tier | 'none'>>>>> = {
  '.tiers.test.ts': { unit: 'http', direct: 'direct', cluster: 'real' },
  '.cluster.test.ts': { cluster: 'real' },
  '.program.test.ts': { programs: 'none' },
  '.package.test.ts': { package: 'none' },
};

/** One run of one file in a process of its own. */
export interface Job {
  /** Path from the root of the checkout, with slashes. */
  readonly file: string;
  /** The file, and its tier where it has several. */
  readonly label: string;
  /** Undefined for files that know no tiers. */
  readonly tier: Tier | undefined;
  /** Milliseconds after which the process is killed. */
  readonly limitMs: number;
  /** What it prints is shown even when it passes. Default false. */
  readonly showsOutput?: boolean;
}

const UNIT_LIMIT_MS = 60_000;
/** Clusters start and packages install in minutes. */
const SLOW_LIMIT_MS = 600_000;

/**
 * The jobs that the arguments of the command line select, by path.
 *
 * @param patterns files, or parts of paths of test files; none selects all.
 * @throws when a pattern selects nothing: a misspelled path must not pass for a success.
 */
export function selectJobs(wanted: Wanted, patterns: readonly string[], root: string = process.cwd()): Job[] {
  const all = globSync('test/**/*.test.ts', { cwd: root });
  const files =
    patterns.length === 0 ? all : patterns.flatMap((pattern) => matching(all, pattern, wanted, root));
  const jobs = [...new Set(files)].toSorted().flatMap((file) => jobsOf(file, wanted, root));
  if (jobs.length === 0)
    throw new Error(
      `cannot run tests: there are none for tier ${wanted}; give one of ${WANTED.join(', ')} by --tier, in the root of the checkout`,
    );
  return jobs;
}

function matching(all: readonly string[], pattern: string, wanted: Wanted, root: string): string[] {
  const path = relative(root, resolve(root, pattern));
  const exact = statSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true;
  const files = exact ? [path] : all.filter((file) => file.includes(pattern.replace(/^\.\//, '')));
  if (files.length === 0)
    throw new Error(
      `cannot run tests: no test file matches "${pattern}"; give a file, or a part of the path of one under test/`,
    );
  if (files.every((file) => tierOf(file, wanted) === undefined))
    throw new Error(
      `cannot run tests: "${pattern}" matches only files of another tier than ${wanted}; give one of ${WANTED.join(', ')} by --tier`,
    );
  return files;
}

function jobsOf(file: string, wanted: Wanted, root: string): Job[] {
  const found = tierOf(file, wanted);
  if (found === undefined) return [];
  const tier = found === 'none' ? undefined : found;
  const { limitMs, showsOutput } = declarations(join(root, file));
  return [
    {
      file,
      tier,
      label: tier === undefined ? file : `${file} [${tier}]`,
      limitMs: Math.max(limitMs, wanted === 'cluster' || wanted === 'package' ? SLOW_LIMIT_MS : 0),
      showsOutput,
    },
  ];
}

/** `none` for files that know no tiers; undefined where the file is not wanted. */
function tierOf(file: string, wanted: Wanted): Tier | 'none' | undefined {
  const ending = Object.keys(FILES).find((end) => file.endsWith(end));
  if (ending === undefined) return wanted === 'unit' ? 'none' : undefined;
  return FILES[ending]?.[wanted];
}

/**
 * A file may need more than others, and says so in a line such as `// kit: file limit 120 s`, and one whose output is
 * a report by a line `// kit: shows output`.
 */
function declarations(file: string): Required<Pick<Job, 'limitMs' | 'showsOutput'>> {
  const text = readFileSync(file, 'utf8');
  const limit = /^\/\/ kit: file limit (\d+) s$/m.exec(text)?.[1];
  return {
    limitMs: limit === undefined ? UNIT_LIMIT_MS : Number(limit) * 1000,
    showsOutput: /^\/\/ kit: shows output$/m.test(text),
  };
}
