import { isUnreachable } from '../../../lib/client/errors.ts';
import { splitLines } from '../../../lib/client/lines.ts';
import { equal, is, ok, rejects } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

async function* streamOf(chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

async function linesOf(...chunks: readonly string[]): Promise<readonly (readonly string[])[]> {
  const batches: string[][] = [];
  for await (const lines of splitLines(streamOf(chunks.map((chunk) => Buffer.from(chunk)))))
    batches.push(lines.map(String));
  return batches;
}

/** A small generator of repeatable numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function cutAtRandom(bytes: Buffer, random: () => number): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + Math.floor(random() * 20);
    chunks.push(bytes.subarray(at, end));
    at = end;
  }
  return chunks;
}

suite('splitLines', (test) => {
  test('yields the lines that each chunk completes, as one batch', async () => {
    equal(await linesOf('a\nb\nc', 'd\ne', '\n'), [['a', 'b'], ['cd'], ['e']]);
  });

  test('leaves out empty lines and batches without any', async () => {
    equal(await linesOf('\n\n', 'a\n\nb\n', '\n'), [['a', 'b']]);
  });

  test('joins a line over many chunks', async () => {
    equal(await linesOf(...'abcdef'.split(''), '\n'), [['abcdef']]);
  });

  test('gives views of the chunk, not copies', async () => {
    const chunk = Buffer.from('one\ntwo\n');
    for await (const lines of splitLines(streamOf([chunk])))
      ok(lines.every((line) => line.buffer === chunk.buffer));
  });

  test('reports a last line without a newline, after all lines before it', async () => {
    const seen: string[] = [];
    await rejects(async () => {
      for await (const lines of splitLines(streamOf([Buffer.from('a\nb')]))) seen.push(...lines.map(String));
    }, /ended within a line, after 1 bytes/);
    equal(seen, ['a']);
  });

  test('ends with an error for which isUnreachable holds when a line is too long', async () => {
    const lines = splitLines(streamOf([Buffer.alloc(6), Buffer.alloc(6)]), { maxLineBytes: 10 });
    await rejects(() => lines.next(), isUnreachable);
  });

  test('closes the stream when the loop is left early', async () => {
    let closed = false;
    async function* chunks(): AsyncGenerator<Buffer> {
      try {
        for (;;) yield Buffer.from('a\n');
      } finally {
        closed = true;
      }
    }
    for await (const lines of splitLines(chunks())) if (lines.length > 0) break;
    is(closed, true);
  });

  test('gives the same lines however the bytes are cut', async (t) => {
    const random = randomOf(t.seed);
    const words = ['', 'ä', '{"a":"b"}', 'x'.repeat(50), '🐦'];
    const lines = Array.from({ length: 300 }, () => words[Math.floor(random() * words.length)] ?? '');
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    const seen: string[] = [];
    for await (const batch of splitLines(streamOf(cutAtRandom(bytes, random))))
      seen.push(...batch.map(String));
    equal(
      seen,
      lines.filter((line) => line !== ''),
    );
  });
});
