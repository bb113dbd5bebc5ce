import { writeSync } from 'node:fs';

/** What the process of a test file tells the runner, in order of time, one JSON object to a line. */
export type Message =
  | { readonly type: 'plan'; readonly tests: number }
  | { readonly type: 'start'; readonly test: string }
  | { readonly type: 'pass'; readonly test: string; readonly ms: number }
  | {
      readonly type: 'fail';
      readonly test: string;
      readonly ms: number;
      readonly seed: number;
      readonly failures: readonly string[];
    }
  | { readonly type: 'skip'; readonly test: string; readonly reason: string }
  /** Something is wrong with the file itself, not with one of its tests. */
  | { readonly type: 'fault'; readonly text: string }
  /** All tests have run. A process that ends without it has failed. */
  | { readonly type: 'done' };

export type Send = (message: Message) => void;

/**
 * Writes synchronously, so that what was said before a crash, a `process.exit` or an endless loop arrives.
 * A file descriptor of its own, because what tests print on stdout must not pass for a result.
 */
export function sendTo(fd: number): Send {
  return (message) => {
    let rest = Buffer.from(`${JSON.stringify(message)}\n`);
    while (rest.length > 0) rest = rest.subarray(writeSync(fd, rest));
  };
}

/** For a run without a runner, in a debugger: uvu's own output shows tests, this the rest. */
export const sendToStderr: Send = (message) => {
  if (message.type === 'skip') process.stderr.write(`skipped: ${message.test}: ${message.reason}\n`);
  if (message.type === 'fault') process.stderr.write(`${message.text}\n`);
};

/** @throws when the line is not JSON; what it says is the kit's own and not checked further. */
export function parseMessage(line: string): Message {
  return JSON.parse(line) as Message;
}
