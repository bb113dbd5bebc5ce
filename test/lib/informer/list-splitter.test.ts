import { CorruptStreamError } from '../../../lib/informer/corrupt-stream-error.ts';
import { ListSplitter } from '../../../lib/informer/list-splitter.ts';
import { equal, instanceOf, is, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { JsonSamples } from './json-samples.ts';

function split(chunks: readonly Buffer[]): { items: unknown[]; metadata: unknown } {
  const splitter = new ListSplitter((item): unknown => JSON.parse(item.toString()));
  const items = chunks.flatMap((chunk) => splitter.push(chunk));
  return { items, metadata: splitter.end() };
}

/** Cut at random places. */
function chunksOf(bytes: Buffer, samples: JsonSamples): Buffer[] {
  const longest = samples.pick([1, 2, 7, 50, 100_000]);
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + samples.below(longest);
    chunks.push(bytes.subarray(at, end));
    at = end;
  }
  return chunks;
}

function splitText(text: string): { items: unknown[]; metadata: unknown } {
  return split([Buffer.from(text)]);
}

function object(samples: JsonSamples, more: object): object {
  return { kind: 'A', metadata: { name: samples.pick(['a', 'b"}],', '},{"kind":"A"']) }, more };
}

const REFUSED: Readonly<Record<string, string>> = {
  nothing: '',
  'a page of HTML': '<html>',
  'an array': '[]',
  'a list without items': '{"metadata":{}}',
  'a list without metadata': '{"items":[]}',
  'half a list': '{"metadata":{},"items":[{"a":1}',
  'half an item': '{"metadata":{},"items":[{"a":',
  'half a name': '{"metadata":{},"ite',
  'something after the list': '{"metadata":{},"items":[]}{',
  'a name without quotes': '{metadata:{}}',
  'a name without a value': '{"metadata"}',
  'broken metadata': '{"metadata":{"a"},"items":[]}',
};

suite('ListSplitter', (test) => {
  test('gives what parsing the whole gives, wherever the chunks are cut', (t) => {
    const samples = new JsonSamples(t.seed);
    for (let i = 0; i < 1000; i += 1) {
      const metadata = {
        resourceVersion: '7',
        continue: samples.pick(['', 'to"ken\\']),
        ...samples.object(1),
      };
      const items = Array.from({ length: samples.below(5) }, () => samples.value());
      const list = samples.shuffled({ kind: 'List', more: samples.value(), metadata, items });
      const bytes = Buffer.from(samples.text(list));
      equal(split(chunksOf(bytes, samples)), { items, metadata });
    }
  });

  test('tells apart objects that begin alike, whatever is in them', (t) => {
    const samples = new JsonSamples(t.seed);
    const metadata = { resourceVersion: '7' };
    for (let i = 0; i < 500; i += 1) {
      const inner = Array.from({ length: samples.below(3) }, () => object(samples, {}));
      const text = JSON.stringify([object(samples, {}), object(samples, {})]);
      const items = Array.from({ length: 1 + samples.below(6) }, () =>
        object(samples, samples.pick([{}, { inner }, { text }, { [text]: inner }])),
      );
      const bytes = Buffer.from(JSON.stringify({ metadata, items }));
      equal(split(chunksOf(bytes, samples)), { items, metadata });
    }
  });

  test('counts brackets from the first item on whose end it guessed wrong', () => {
    const [item, inner] = [{ metadata: { name: 'a' } }, { metadata: { name: 'b' }, more: {} }];
    const items = [item, item, { metadata: { name: 'c' }, list: [inner, inner] }, item, item];
    let refused = 0;
    const splitter = new ListSplitter((bytes) => {
      try {
        return JSON.parse(bytes.toString()) as unknown;
      } catch (error) {
        refused += 1;
        throw error;
      }
    });
    equal(splitter.push(Buffer.from(JSON.stringify({ metadata: {}, items }))), items);
    is(refused, 1);
  });

  test('gives each item with the chunk that completes it', () => {
    const splitter = new ListSplitter(String);
    const push = (text: string): string[] => [...splitter.push(Buffer.from(text))];
    equal(push('{"metadata":{"continue":"x"},"items":[{"a":1},{"b"'), ['{"a":1}']);
    equal(splitter.metadata, { continue: 'x' });
    equal(push(':2}'), ['{"b":2}']);
    equal(push(',3,"four"]'), ['3', '"four"']);
  });

  test('gives views of the chunk, not copies', () => {
    const chunk = Buffer.from('{"items":[{"a":1}]');
    is(new ListSplitter((item) => item.buffer).push(chunk)[0], chunk.buffer);
  });

  test('takes null for no items, as older servers say it', () => {
    equal(splitText('{"metadata":{"resourceVersion":"1"},"items":null}'), {
      items: [],
      metadata: { resourceVersion: '1' },
    });
  });

  for (const [name, text] of Object.entries(REFUSED)) {
    test(`refuses ${name}`, () =>
      instanceOf(
        throws(() => splitText(text)),
        CorruptStreamError,
      ));
  }
});
