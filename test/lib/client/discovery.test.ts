import { background } from '../../../context/index.ts';
import { Discovery } from '../../../lib/client/discovery.ts';
import { ApiError, isNotFound, isUnreachable, UnreachableError } from '../../../lib/client/errors.ts';
import type { JsonObject } from '../../../lib/object/json.ts';
import { Pod } from '../../../lib/object/kinds.ts';
import { VirtualClock } from '../../../lib/testing/virtual-clock.ts';
import { equal, is, rejects } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const WEBSITE = { apiVersion: 'example.com/v1', kind: 'Website' };
const RESOURCES: JsonObject = {
  resources: [
    { name: 'websites', kind: 'Website', namespaced: true },
    { name: 'websites/scale', kind: 'Scale', namespaced: true },
    { name: 'themes', kind: 'Theme', namespaced: false },
    'nonsense',
  ],
};
const NOT_FOUND = new ApiError('cannot GET', {
  apiVersion: 'v1',
  kind: 'Status',
  metadata: {},
  status: 'Failure',
  reason: 'NotFound',
  code: 404,
});

function scripted(...answers: readonly (JsonObject | Error)[]): { discovery: Discovery; paths: string[] } {
  const paths: string[] = [];
  const discovery = new Discovery(async (_, path) => {
    paths.push(path);
    const answer = answers[Math.min(paths.length, answers.length) - 1] ?? {};
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { discovery, paths };
}

suite('Discovery', (test) => {
  test('asks nothing about a kind that is known by value', async () => {
    const { discovery, paths } = scripted();
    is(await discovery.resolve(background(), Pod), Pod);
    equal(paths, []);
  });

  test('asks once for a group version, also for many at once', async () => {
    const { discovery, paths } = scripted(RESOURCES);
    const found = await Promise.all([WEBSITE, WEBSITE].map((kind) => discovery.resolve(background(), kind)));
    equal(found[1], { ...WEBSITE, plural: 'websites', namespaced: true });
    equal(await discovery.resolve(background(), { ...WEBSITE, kind: 'Theme' }), {
      apiVersion: 'example.com/v1',
      kind: 'Theme',
      plural: 'themes',
      namespaced: false,
    });
    equal(paths, ['/apis/example.com/v1']);
  });

  test('does not take a subresource for a kind, and says what there is', async () => {
    const { discovery } = scripted(RESOURCES);
    const error = await rejects(
      discovery.resolve(background(), { ...WEBSITE, kind: 'Scale' }),
      /no kind Scale: it serves of example\.com\/v1 only Theme, Website; is the CustomResourceDefinition there\?/,
    );
    is(isNotFound(error), true);
  });

  test('asks again for a kind that was missing, but not at once', async () => {
    const { discovery, paths } = scripted(NOT_FOUND, RESOURCES);
    const clock = new VirtualClock();
    const ctx = background().withClock(clock);
    await rejects(discovery.resolve(ctx, WEBSITE), /serves nothing of example\.com\/v1/);
    await rejects(discovery.resolve(ctx, WEBSITE), isNotFound);
    is(paths.length, 1);
    await clock.advance(3000);
    is((await discovery.resolve(ctx, WEBSITE)).plural, 'websites');
    is(paths.length, 2);
  });

  test('does not remember that the server was unreachable', async () => {
    const { discovery } = scripted(new UnreachableError('cannot GET'), RESOURCES);
    await rejects(discovery.resolve(background(), WEBSITE), isUnreachable);
    is((await discovery.resolve(background(), WEBSITE)).plural, 'websites');
  });

  test('asks again for those who waited for a question that was aborted', async () => {
    let asked = 0;
    const discovery = new Discovery(async (ctx) => {
      asked += 1;
      if (asked > 1) return RESOURCES;
      return await ctx.clock.sleep(Infinity, ctx.signal).then(() => RESOURCES);
    });
    const controller = new AbortController();
    const first = discovery.resolve(background().withSignal(controller.signal), WEBSITE);
    const second = discovery.resolve(background(), WEBSITE);
    controller.abort(new Error('enough'));
    await rejects(first, /enough/);
    is((await second).plural, 'websites');
  });

  test('lets go of who waits for the question of another', async () => {
    const discovery = new Discovery((ctx) => ctx.clock.sleep(Infinity, ctx.signal).then(() => RESOURCES));
    const [first, second] = [new AbortController(), new AbortController()];
    const asking = discovery.resolve(background().withSignal(first.signal), WEBSITE);
    const waiting = discovery.resolve(background().withSignal(second.signal), WEBSITE);
    second.abort(new Error('not me'));
    await rejects(waiting, /not me/);
    first.abort(new Error('enough'));
    await rejects(asking, /enough/);
  });
});
