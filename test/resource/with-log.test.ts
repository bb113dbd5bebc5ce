import { background } from '../../context/index.ts';
import { VirtualClock } from '../../lib/testing/virtual-clock.ts';
import { withLog } from '../../resource/log/with-log.ts';
import { RecordingLogger } from '../kit/recording-logger.ts';
import { equal, rejects } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { plain } from './samples.ts';

suite('withLog', (test) => {
  test('logs the start and the end of an operation with its duration', async () => {
    const [clock, logger] = [new VirtualClock(), new RecordingLogger()];
    const ctx = background().withClock(clock).withLogger(logger);
    await withLog(
      plain(() => clock.advance(30)),
      { level: 'info' },
    ).ensureCreated(ctx, {});
    const at = { resource: 'plain', operation: 'EnsureCreated' };
    equal(
      logger.lines.map(({ level, message, fields }) => ({ level, message, fields })),
      [
        { level: 'info', message: 'operation started', fields: at },
        { level: 'info', message: 'operation ended', fields: { ...at, durationMs: 30 } },
      ],
    );
  });

  test('warns of a failure, but not of an abort', async () => {
    const [clock, logger, stop] = [new VirtualClock(), new RecordingLogger(), new AbortController()];
    const ctx = background().withClock(clock).withLogger(logger).withSignal(stop.signal);
    let failure = new Error('boom');
    const failing = withLog(
      plain(() => {
        throw failure;
      }),
    );
    await rejects(failing.ensureDeleted(ctx, {}));
    failure = new Error('stop');
    stop.abort(failure);
    await rejects(failing.ensureDeleted(ctx, {}));
    equal(
      logger.lines.map(({ level, message }) => `${level} ${message}`),
      ['debug operation started', 'warn operation failed', 'debug operation started'],
    );
  });
});
