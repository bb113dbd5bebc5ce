// Everything that must hold before a change lands: `npm run check`, which CI calls too. Runs each step even if
// one before it failed, prints how long each took, and ends with the counts over all of them.
import { spawn } from 'node:child_process';

interface Step {
  readonly name: string;
  /** The npm script that does it. */
  readonly script: string;
}

interface StepResult extends Step {
  /** The tests that failed: with the table, they are what a reader of the last lines sees. */
  readonly failures: readonly string[];
  readonly seconds: number;
  readonly passed: number;
  readonly failed: number;
}

const steps: readonly Step[] = [
  { name: 'formatting', script: 'format:check' },
  { name: 'lint', script: 'lint' },
  { name: 'types', script: 'typecheck' },
  { name: 'build', script: 'build' },
  { name: 'tests', script: 'test' },
  { name: 'tests with the direct client', script: 'test:direct' },
  { name: 'programs and documents', script: 'test:programs' },
  { name: 'tests on the real control plane', script: 'test:cluster' },
  { name: 'the package, installed', script: 'test:package' },
  { name: 'benchmarks, briefly', script: 'bench:smoke' },
];

/** A test runner's closing line. Steps without one count as a single check. */
const counts = /(\d+) passed, (\d+) failed(?:, \d+ skipped)?\s*$/;

/** The head of a failure in a test runner's report: `FAIL  file: suite: test`. */
const failureHeads = /^FAIL {2}(.+: .+)$/gm;

async function run(step: Step): Promise<StepResult> {
  const started = performance.now();
  console.log(`\n=== ${step.name}: npm run ${step.script}`);
  const child = spawn('npm', ['run', '--silent', step.script], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    process.stdout.write(chunk);
    output += chunk;
  });
  const code = await new Promise<number>((resolve) => {
    child.on('close', (exit) => resolve(exit ?? 1));
    child.on('error', () => resolve(1));
  });
  const seconds = (performance.now() - started) / 1000;
  const failures = [...output.matchAll(failureHeads)].map(([, head = '']) => head);
  return { ...step, seconds, ...outcome(code, output.slice(-500)), failures };
}

/** A step that failed counts as a failure even if its closing line knows of none. */
function outcome(code: number, tail: string): { passed: number; failed: number } {
  const found = counts.exec(tail);
  const passed = found === null ? (code === 0 ? 1 : 0) : Number(found[1]);
  const failed = found === null ? 0 : Number(found[2]);
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

const results: StepResult[] = [];
for (const step of steps) results.push(await run(step));

console.log('\nstep                                  seconds   passed   failed');
for (const { name, seconds, passed, failed } of results) {
  const row = [seconds.toFixed(1), String(passed), String(failed)].map((cell) => cell.padStart(9)).join('');
  console.log(name.padEnd(36) + row);
}
for (const { name, failures } of results)
  for (const failure of failures) console.log(`FAIL  ${name}: ${failure}`);
const sum = (field: 'passed' | 'failed'): number =>
  results.reduce((total, result) => total + result[field], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
