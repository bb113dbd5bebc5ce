import { Deletions } from '../../../../lib/framework/deletion/deletions.ts';
import type { KubernetesObject } from '../../../../lib/object/kubernetes-object.ts';
import { equal, is } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

type Meta = NonNullable<KubernetesObject['metadata']>;

function obj(uid: string, metadata: Meta = {}): KubernetesObject {
  return { metadata: { name: 'a', uid, ...metadata } };
}

const ours: Meta = { finalizers: ['ours'] };
const deleting: Meta = { deletionTimestamp: 'now' };

function deletions(guarded: boolean): Deletions<KubernetesObject> {
  return new Deletions((at) => at.metadata?.finalizers?.includes('ours') ?? false, guarded);
}

suite('Deletions', (test) => {
  interface Case {
    readonly guarded: boolean;
    readonly last: Meta;
    readonly want: boolean;
  }
  const cases: Readonly<Record<string, Case>> = {
    'live, guarded': { guarded: true, last: {}, want: true },
    'live with ours, guarded': { guarded: true, last: ours, want: true },
    'deleting with ours, guarded': { guarded: true, last: { ...ours, ...deleting }, want: true },
    'deleting without ours, guarded': { guarded: true, last: deleting, want: false },
    'deleting, not guarded': { guarded: false, last: deleting, want: true },
  };
  for (const [name, { guarded, last, want }] of Object.entries(cases)) {
    test(`${want ? 'keep' : 'leave out'} an object whose last state was ${name}`, () => {
      const all = deletions(guarded);
      is(all.add(obj('1', last)), want);
      equal(all.pending('a').length, want ? 1 : 0);
    });
  }

  test('keep one state of each object, the newest, in order of arrival', () => {
    const all = deletions(false);
    all.add(obj('1', { resourceVersion: '5' }));
    all.add(obj('2', { resourceVersion: '9' }));
    all.add(obj('1', { resourceVersion: '6' }));
    all.add(obj('2', { resourceVersion: '8' }));
    equal(
      all.pending('a').map(({ metadata }) => metadata?.resourceVersion),
      ['6', '9'],
    );
    all.finish(obj('1'));
    equal(all.pending('a').length, 1);
    all.finish(obj('2'));
    equal([...all.keys()], []);
  });

  test('do not run again what was finished while the object was there', () => {
    const all = deletions(true);
    all.start(obj('1'));
    all.finish(obj('1'));
    is(all.isFinished(obj('1')), true);
    is(all.add(obj('1', { ...ours, ...deleting })), false);
    is(all.isStarted(obj('1')), false);
  });

  test('keep what was begun and not finished, whatever its last state was', () => {
    const all = deletions(true);
    all.start(obj('1'));
    is(all.add(obj('1', deleting)), true);
  });

  test('do not take a new object for the old one', () => {
    const all = deletions(false);
    all.start(obj('1'));
    all.finish(obj('1'));
    is(all.isFinished(obj('2')), false);
    is(all.add(obj('2')), true);
  });

  test('remember a bounded number of finished ones', () => {
    const all = deletions(false);
    const named = (index: number): KubernetesObject => ({ metadata: { name: `o${index}`, uid: `${index}` } });
    for (let i = 0; i < 10_001; i += 1) all.finish(named(i));
    is(all.isFinished(named(0)), false);
    is(all.isFinished(named(1)), true);
    is(all.isFinished(named(10_000)), true);
  });
});
