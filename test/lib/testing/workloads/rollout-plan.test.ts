import {
  type RollingLimits,
  type SetSize,
  nextNewSize,
  nextOldSizes,
  rollingLimits,
} from '../../../../lib/testing/workloads/rollout-plan.ts';
import { equal, ok } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

interface Sizes {
  readonly current: SetSize;
  readonly old: readonly SetSize[];
}

function size(replicas: number, available: number = replicas): SetSize {
  return { replicas, available };
}

function total(sizes: readonly SetSize[], member: keyof SetSize): number {
  return sizes.reduce((sum, each) => sum + each[member], 0);
}

/** Deterministic numbers below `below`. */
function dice(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** One pass of the controller: the new ReplicaSet first, then the old ones. */
function step(replicas: number, sizes: Sizes, limits: RollingLimits): Sizes {
  const grown = nextNewSize(replicas, sizes, limits);
  const current = { replicas: grown, available: Math.min(sizes.current.available, grown) };
  const next = nextOldSizes(replicas, { ...sizes, current }, limits);
  const old = sizes.old.map(({ available }, i) => size(next[i] ?? 0, Math.min(available, next[i] ?? 0)));
  return { current, old };
}

suite('rollingLimits', (test) => {
  test('rounds the surge up and what may be missing down, and lets something move', () => {
    const table = [
      { given: {}, replicas: 3, want: { maxSurge: 1, maxUnavailable: 0 } },
      { given: {}, replicas: 10, want: { maxSurge: 3, maxUnavailable: 2 } },
      { given: { maxSurge: 0, maxUnavailable: 0 }, replicas: 3, want: { maxSurge: 0, maxUnavailable: 1 } },
      {
        given: { maxSurge: 0, maxUnavailable: '10%' },
        replicas: 3,
        want: { maxSurge: 0, maxUnavailable: 1 },
      },
      {
        given: { maxSurge: '100%', maxUnavailable: 5 },
        replicas: 2,
        want: { maxSurge: 2, maxUnavailable: 2 },
      },
    ];
    for (const { given, replicas, want } of table) equal(rollingLimits(given, replicas), want);
  });
});

suite('nextOldSizes', (test) => {
  const limits = { maxSurge: 1, maxUnavailable: 0 };

  test('takes a Pod away for each new one that is available, from the oldest set', () => {
    const old = [size(1), size(2)];
    equal(nextOldSizes(3, { current: size(1, 0), old }, limits), [1, 2]);
    equal(nextOldSizes(3, { current: size(1, 1), old }, limits), [0, 2]);
  });

  test('lets those go first that are of no use', () => {
    const old = [size(2), size(2, 0)];
    equal(nextOldSizes(3, { current: size(1, 1), old }, limits), [2, 0]);
  });

  test('is not misled by a status that lags behind', () => {
    equal(nextOldSizes(3, { current: size(2, 1), old: [{ replicas: 2, available: 3 }] }, limits), [2]);
  });
});

suite('a rolling update', (test) => {
  test('keeps its limits and ends, in whatever order Pods get ready', (t) => {
    const random = dice(t.seed);
    for (let round = 0; round < 200; round += 1) {
      const replicas = 1 + random(8);
      const limits = rollingLimits({ maxSurge: random(4), maxUnavailable: random(4) }, replicas);
      let sizes: Sizes = { current: size(0), old: [size(replicas)] };
      let steps = 0;
      while (sizes.current.available < replicas || total(sizes.old, 'replicas') > 0) {
        sizes = step(replicas, sizes, limits);
        const all = [sizes.current, ...sizes.old];
        const what = JSON.stringify({ replicas, limits, sizes });
        ok(total(all, 'replicas') <= replicas + limits.maxSurge, `too many: ${what}`);
        ok(total(all, 'available') >= replicas - limits.maxUnavailable, `too few: ${what}`);
        const waiting = sizes.current.replicas - sizes.current.available;
        const ready = Math.min(waiting, random(3));
        sizes = { ...sizes, current: size(sizes.current.replicas, sizes.current.available + ready) };
        steps += 1;
        ok(steps < 1000, `no end: ${what}`);
      }
    }
  });
});
