import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { failureText } from './failure-text.ts';
import { OpenThings } from './open-things.ts';
import { type Send, sendTo, sendToStderr } from './protocol.ts';
import { turns } from './real-time.ts';
import { StrayErrors } from './stray-errors.ts';
import { runSuites } from './suite.ts';

/**
 * The process of one test file: `worker.ts [--report-fd N] file`. Without a descriptor to report on, as in a
 * debugger, uvu's own output is the report.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'report-fd': { type: 'string' } },
});
const [file] = positionals;
if (file === undefined) throw new Error('cannot run tests: name a file');
const send: Send = values['report-fd'] === undefined ? sendToStderr : sendTo(Number(values['report-fd']));
const exitNow = process.exit.bind(process);

let phase: 'import' | 'tests' | 'done' = 'import';

let faulty = false;

function fault(text: string): void {
  faulty = true;
  send({ type: 'fault', text });
}

/** Makes the streams that tests print on now, so that no test is blamed for opening them. */
function openOutput(): number {
  return process.stdout.writableHighWaterMark + process.stderr.writableHighWaterMark;
}

/** Nobody but the runner ends this process: an exit with 0 in the middle would pass for success. */
function forbidExit(): void {
  process.exit = (code) => {
    fault(failureText(new Error(`process.exit(${String(code ?? '')}) was called`)));
    return exitNow(1);
  };
}

openOutput();
const strays = new StrayErrors((error) => fault(`outside of any test: ${failureText(error)}`));
const openThings = new OpenThings();
forbidExit();

process.on('beforeExit', () => {
  if (phase === 'done') return;
  strays.report(
    new Error('the event loop ran dry: the awaited promise never settles, or only unref’ed timers are left'),
  );
  if (phase === 'import') exitNow(1);
});

async function run(path: string): Promise<void> {
  try {
    await import(pathToFileURL(resolve(path)).href);
  } catch (error) {
    fault(`cannot load the file: ${failureText(error)}`);
    return;
  }
  phase = 'tests';
  if (!(await runSuites(send, { strays, openThings }))) faulty = true;
}

await run(file);
await turns(3); // Late rejections.
for (const leak of await openThings.takeLeaks()) fault(`the file leaves something open. ${leak}`);
phase = 'done';
send({ type: 'done' });
// After a failure something may be open that keeps the process for ever, and has been reported. Otherwise the
// process ends by itself, and what goes wrong on the way is still seen.
if (faulty) exitNow(1);
