import { silentLogger } from '../../../../context/index.ts';
import { isInvalidConfig } from '../../../../lib/errors.ts';
import {
  ResourceSet,
  type ResourceSetConfig,
  defaultResourceSetResourceFunc,
} from '../../../../lib/framework/resources/resource-set.ts';
import type { Resource } from '../../../../lib/framework/resources/resource.ts';
import { equal, is, match, ok, throws } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

const resource: Resource<object> = {
  name: 'r',
  ensureCreated: async () => {},
  ensureDeleted: async () => {},
};
const valid = { handles: () => true, logger: silentLogger, resources: [resource] };

suite('ResourceSet', (test) => {
  test('has a context and resources for each object', async ({ ctx }) => {
    const set = new ResourceSet<object>(valid);
    is(set.handles({}), true);
    is(await set.initCtx(ctx, {}), ctx);
    equal(await set.resources(ctx, {}), [resource]);
  });

  test('asks functions, synchronous or not', async ({ ctx }) => {
    const descendant = ctx.withLogger(silentLogger);
    const set = new ResourceSet<object>({
      ...valid,
      initCtx: async () => descendant,
      resources: () => [resource, resource],
    });
    is(await set.initCtx(ctx, {}), descendant);
    is((await set.resources(ctx, {})).length, 2);
  });

  const invalid: Readonly<Record<string, readonly [unknown, RegExp]>> = {
    'no options': [undefined, /^ResourceSetConfig must not be empty$/],
    'no handles, before all others': [{}, /^ResourceSetConfig.handles must not be empty$/],
    'handles that is no function': [
      { ...valid, handles: true },
      /^ResourceSetConfig.handles must be a function$/,
    ],
    'no logger': [{ ...valid, logger: undefined }, /^ResourceSetConfig.logger must not be empty$/],
    'initCtx that is no function': [
      { ...valid, initCtx: {} },
      /^ResourceSetConfig.initCtx must be a function$/,
    ],
    'no resources': [{ ...valid, resources: undefined }, /^ResourceSetConfig.resources must not be empty$/],
    'an empty list of resources': [
      { ...valid, resources: [] },
      /^ResourceSetConfig.resources must not be empty$/,
    ],
    'resources that are no list': [
      { ...valid, resources: {} },
      /^ResourceSetConfig.resources must be a list or a function$/,
    ],
    'a hole among the resources': [
      { ...valid, resources: [null] },
      /^ResourceSetConfig.resources\[0\] must not be empty$/,
    ],
  };
  for (const [name, [config, message]] of Object.entries(invalid)) {
    test(`refuses ${name}`, () => {
      const error = throws(() => new ResourceSet(config as ResourceSetConfig));
      ok(isInvalidConfig(error));
      match((error as Error).message, message);
    });
  }
});

suite('defaultResourceSetResourceFunc', (test) => {
  test('returns the same list for every object', async ({ ctx }) => {
    const resources = [resource];
    is(await defaultResourceSetResourceFunc(resources)(ctx, {}), resources);
  });
});
