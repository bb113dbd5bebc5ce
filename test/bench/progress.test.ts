import { Progress, checkState, expectedState, stateOf } from '../../bench/replay/progress.ts';
import { lastVersion, listedVersion, nameOf, namespaceOf } from '../../bench/replay/objects.ts';
import { throws } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';

const scenario = { objects: 4, events: 10 };

function store(): Map<string, string> {
  const indices = Array.from({ length: scenario.objects }, (_, index) => index);
  return new Map(
    indices.map((index) => [`${namespaceOf(index)}/${nameOf(index)}`, String(lastVersion(scenario, index))]),
  );
}

suite('checkState', (test) => {
  test('takes a store that has all objects in their last version, in any order', () => {
    checkState('A', stateOf([...store()].toReversed()), scenario);
  });

  test('refuses a store that lacks an object', () => {
    throws(() => checkState('A', stateOf([...store()].slice(1)), scenario), /A: .* 3 objects instead of 4/);
  });

  test('refuses a store that kept an old version', () => {
    const stale = store().set(`${namespaceOf(2)}/${nameOf(2)}`, String(listedVersion(2)));
    throws(() => checkState('A', stateOf(stale), scenario), /not all of them in their last version/);
  });

  test('expects the listed versions where there are no events', () => {
    const listed = [...store().keys()].map((key, index) => [key, String(listedVersion(index))] as const);
    checkState('A', stateOf(listed), { objects: 4, events: 0 });
    throws(() => checkState('A', expectedState(scenario), { objects: 4, events: 0 }));
  });
});

suite('Progress', (test) => {
  test('is done when each key was seen above the version, not before', async () => {
    let done = false;
    const progress = new Progress(2, 10);
    void progress.done.then(() => (done = true));
    for (const [key, version] of [
      ['a', '11'],
      ['a', '12'],
      ['b', '10'],
      ['b', undefined],
    ] as const)
      progress.reconciled(key, version);
    await Promise.resolve();
    throws(() => {
      if (!done) throw new Error('still waits');
    }, /still waits/);
    progress.reconciled('b', '11');
    await progress.done;
  });
});
