import { OwnWrites } from '../../../../lib/framework/intake/own-writes.ts';
import type { KubernetesObject } from '../../../../lib/object/kubernetes-object.ts';
import { equal, is, rejects } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

function at(resourceVersion: string): KubernetesObject {
  return { metadata: { name: 'a', resourceVersion } };
}

function recording(): { news: string[]; writes: OwnWrites<KubernetesObject> } {
  const news: string[] = [];
  return {
    news,
    writes: new OwnWrites(({ object }) => void news.push(object.metadata?.resourceVersion ?? '')),
  };
}

suite('OwnWrites', (test) => {
  test('knows the event of a write that was answered, once', async () => {
    const { news, writes } = recording();
    await writes.during('a', async () => at('5'));
    is(writes.take(at('4')), false);
    is(writes.take(at('5')), true);
    is(writes.take(at('5')), false);
    equal(news, []);
  });

  test('knows the events of two writes, of which the second came before the event of the first', async () => {
    const { writes } = recording();
    await writes.during('a', async () => at('5'));
    await writes.during('a', async () => at('7'));
    equal(
      ['5', '5', '6', '7', '7'].map((version) => writes.take(at(version))),
      [true, false, false, true, false],
    );
  });

  test('takes a newer event for news', async () => {
    const { writes } = recording();
    await writes.during('a', async () => at('5'));
    is(writes.take(at('6')), false);
    is(writes.take(at('5')), false);
  });

  interface Meanwhile {
    readonly seen: readonly string[];
    readonly written: string | undefined;
    readonly news: readonly string[];
    readonly ownLater: boolean;
  }
  const meanwhile: Readonly<Record<string, Meanwhile>> = {
    'its own event': { seen: ['5'], written: '5', news: [], ownLater: false },
    'an older event, which its answer covers': { seen: ['4'], written: '5', news: [], ownLater: true },
    'a newer event': { seen: ['6'], written: '5', news: ['6'], ownLater: false },
    'an event although the object is gone': { seen: ['4'], written: undefined, news: ['4'], ownLater: false },
    'an event that cannot be compared': { seen: ['x'], written: '5', news: ['x'], ownLater: false },
    'older and newer events': { seen: ['4', '5', '6', '7'], written: '5', news: ['6', '7'], ownLater: false },
  };
  for (const [name, { seen, written, news: want, ownLater }] of Object.entries(meanwhile)) {
    test(`judges ${name} when the answer is there`, async () => {
      const { news, writes } = recording();
      is(writes.defers({ object: at(seen[0]!) }), false);
      await writes.during('a', async () => {
        for (const version of seen) is(writes.defers({ object: at(version) }), true);
        return written === undefined ? undefined : at(written);
      });
      equal(news, want);
      is(writes.take(at(written ?? '5')), ownLater);
    });
  }

  test('holds what was written against an older store until its event is there', async () => {
    const { writes } = recording();
    await writes.during('a', async () => at('5'));
    equal(writes.latest('a', at('4')), at('5'));
    equal(writes.latest('a', at('6')), at('6'));
    const another = { metadata: { name: 'a', uid: 'another', resourceVersion: '4' } };
    is(writes.latest('a', another), another);
    is(writes.latest('a', undefined), undefined);
    writes.take(at('5'));
    equal(writes.latest('a', at('4')), at('4'));
  });

  test('keeps nothing of an object that went away before or after the answer', async () => {
    const { writes } = recording();
    await writes.during('a', async () => {
      writes.forget('a');
      return at('5');
    });
    equal(writes.latest('a', at('4')), at('4'));
    await writes.during('a', async () => at('5'));
    writes.forget('a');
    equal(writes.latest('a', at('4')), at('4'));
  });

  test('hands on what came during a write that failed', async () => {
    const { news, writes } = recording();
    const boom = new Error('boom');
    const error = await rejects(
      writes.during('a', async () => {
        writes.defers({ object: at('6') });
        throw boom;
      }),
    );
    is(error, boom);
    equal(news, ['6']);
  });
});
