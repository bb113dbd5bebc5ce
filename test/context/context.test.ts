import { background, contextKey, type Logger, silentLogger, systemClock } from '../../context/index.ts';
import { VirtualClock } from '../../lib/testing/virtual-clock.ts';
import { equal, is, not, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';

suite('background', (test) => {
  test('is never aborted, logs nothing and has real time and no values', () => {
    const ctx = background();
    not(ctx.signal.aborted);
    is(ctx.logger, silentLogger);
    is(ctx.clock, systemClock);
    is(ctx.value(contextKey('none')), undefined);
  });

  test('makes a new root with each call', () => not(background().descendsFrom(background())));
});

suite('Context', (test) => {
  test('returns the value of the nearest ancestor', () => {
    const key = contextKey<number>('n');
    const outer = background().withValue(key, 1);
    const inner = outer.withValue(key, 2).withLogger(silentLogger);
    equal([outer.value(key), inner.value(key)], [1, 2]);
  });

  test('lets a value of undefined hide the one above', () => {
    const key = contextKey<number | undefined>('n');
    is(background().withValue(key, 1).withValue(key, undefined).value(key), undefined);
  });

  test('tells keys of the same name apart', () => {
    const [one, two] = [contextKey<string>('same'), contextKey<string>('same')];
    const ctx = background().withValue(one, 'a').withValue(two, 'b');
    equal([ctx.value(one), ctx.value(two)], ['a', 'b']);
  });

  test('keeps everything else in each descendant', () => {
    const logger: Logger = { ...silentLogger };
    const clock = new VirtualClock();
    const { signal } = new AbortController();
    const ctx = background()
      .withClock(clock)
      .withSignal(signal)
      .withLogger(logger)
      .withValue(contextKey('x'), 1);
    equal([ctx.clock === clock, ctx.logger === logger, ctx.signal.aborted], [true, true, false]);
  });

  test('knows its ancestors, and not its descendants or siblings', () => {
    const root = background();
    const child = root.withLogger(silentLogger);
    const sibling = root.withClock(systemClock);
    ok(child.descendsFrom(root) && root.descendsFrom(root));
    not(root.descendsFrom(child) || sibling.descendsFrom(child));
  });
});

suite('Context.withSignal', (test) => {
  test('is aborted with its own signal, and leaves the parent alone', () => {
    const [outer, inner] = [new AbortController(), new AbortController()];
    const parent = background().withSignal(outer.signal);
    const child = parent.withSignal(inner.signal);
    inner.abort('inner');
    equal([child.signal.aborted, child.signal.reason, parent.signal.aborted], [true, 'inner', false]);
  });

  test('is aborted with the parent, for the parent’s reason', () => {
    const [outer, inner] = [new AbortController(), new AbortController()];
    const reason = new Error('outer');
    const child = background().withSignal(outer.signal).withSignal(inner.signal);
    outer.abort(reason);
    is(child.signal.reason, reason);
    not(inner.signal.aborted);
  });

  test('is aborted at once when either is aborted before', () => {
    const live = new AbortController().signal;
    is(background().withSignal(AbortSignal.abort('a')).withSignal(live).signal.reason, 'a');
    is(background().withSignal(live).withSignal(AbortSignal.abort('b')).signal.reason, 'b');
  });

  test('keeps the reason that was seen first when both are aborted', () => {
    const [outer, inner] = [new AbortController(), new AbortController()];
    const child = background().withSignal(outer.signal).withSignal(inner.signal);
    inner.abort('first');
    is(child.signal.reason, 'first');
    outer.abort('second');
    is(child.signal.reason, 'first');
  });
});
