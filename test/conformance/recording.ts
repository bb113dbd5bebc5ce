import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Answer } from './answer.ts';

/** What the real server answered, by the name of the case. */
export type Recording = ReadonlyMap<string, readonly Answer[]>;

const FOLDER = join(import.meta.dirname, 'recorded');

/** One line per answer, `["case", answer]`, so that a change shows as the lines that it is. */
function fileOf(topic: string): string {
  return join(FOLDER, `${topic}.jsonl`);
}

/** @throws when nothing has been recorded. */
export function readRecording(topic: string): Recording {
  const byName = new Map<string, Answer[]>();
  for (const line of readFileSync(fileOf(topic), 'utf8').split('\n')) {
    if (line === '') continue;
    const [name, answer] = JSON.parse(line) as [string, Answer];
    byName.set(name, [...(byName.get(name) ?? []), answer]);
  }
  return byName;
}

export function writeRecording(topic: string, recording: Recording): void {
  const lines = [...recording].flatMap(([name, answers]) =>
    answers.map((answer) => `${JSON.stringify([name, answer])}\n`),
  );
  writeFileSync(fileOf(topic), lines.join(''));
}
