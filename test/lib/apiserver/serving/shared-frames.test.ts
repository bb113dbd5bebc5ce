import { SharedFrames } from '../../../../lib/apiserver/serving/shared-frames.ts';
import { is, ok } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

suite('SharedFrames', (test) => {
  test('makes a chunk of a piece', () => {
    const frames = new SharedFrames();
    is(String(frames.of(Buffer.from('{"type":"ADDED"}\n'))), '11\r\n{"type":"ADDED"}\n\r\n');
  });

  test('makes it once for all that send the piece', () => {
    const frames = new SharedFrames();
    const piece = Buffer.from('a\n');
    const first = frames.of(piece);
    ok(frames.of(piece) === first);
    is(String(frames.of(Buffer.from('b\n'))), '2\r\nb\n\r\n');
    ok(frames.of(piece) !== first);
  });

  test('leaves alone what is empty, and what is long', () => {
    const frames = new SharedFrames();
    is(frames.of(Buffer.alloc(0)), undefined);
    is(frames.of(Buffer.alloc(64 * 1024 + 1)), undefined);
    is(frames.of(Buffer.alloc(64 * 1024))?.length, 64 * 1024 + 9);
  });
});
