import { background, requeueAfter } from '../../context/index.ts';
import { equal, instanceOf, is, throws } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';

suite('requeueAfter', (test) => {
  test('holds no wish when it is fresh', () =>
    is(requeueAfter.get(requeueAfter.with(background())), undefined));

  test('keeps the earliest of several wishes', () => {
    const ctx = requeueAfter.with(background());
    for (const ms of [500, 200, 900]) requeueAfter.set(ctx, ms);
    is(requeueAfter.get(ctx), 200);
  });

  test('takes zero for a wish', () => {
    const ctx = requeueAfter.with(background());
    requeueAfter.set(ctx, 0);
    is(requeueAfter.get(ctx), 0);
  });

  test('does nothing where it was not installed', () => {
    const ctx = background();
    equal([requeueAfter.isInstalled(ctx), requeueAfter.set(ctx, 5)], [false, false]);
    is(requeueAfter.get(ctx), undefined);
  });

  test('refuses what is no time, also where it was not installed', () => {
    for (const ms of [-1, Number.NaN, Infinity]) {
      const error = throws(() => requeueAfter.set(background(), ms), /0 or more/);
      instanceOf(error, RangeError);
    }
  });

  test('starts afresh where it is installed again', () => {
    const outer = requeueAfter.with(background());
    requeueAfter.set(outer, 100);
    const inner = requeueAfter.with(outer);
    is(requeueAfter.get(inner), undefined);
    requeueAfter.set(inner, 50);
    is(requeueAfter.get(outer), 100);
  });

  test('lets an ancestor see what a descendant wished', () => {
    const outer = requeueAfter.with(background());
    requeueAfter.set(outer.withLogger(outer.logger), 70);
    is(requeueAfter.get(outer), 70);
  });
});
