import { silentLogger } from '../../../../context/index.ts';
import { isExecutionFailed, isInvalidConfig, isNoResourceSet } from '../../../../lib/errors.ts';
import {
  ResourceRouter,
  type ResourceRouterConfig,
} from '../../../../lib/framework/resources/resource-router.ts';
import { ResourceSet } from '../../../../lib/framework/resources/resource-set.ts';
import { is, match, ok, throws } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { RecordingLogger } from '../../../kit/recording-logger.ts';

type Sized = { readonly size: number };

function setFor(handles: (obj: Sized) => boolean): ResourceSet<Sized> {
  const resource = { name: 'r', ensureCreated: async () => {}, ensureDeleted: async () => {} };
  return new ResourceSet<Sized>({ handles, logger: silentLogger, resources: [resource] });
}

suite('ResourceRouter', (test) => {
  const small = setFor(({ size }) => size < 10);
  const large = setFor(({ size }) => size > 5);
  const logger = new RecordingLogger();
  const router = new ResourceRouter<Sized>({ logger, resourceSets: [small, large] });

  test('finds the one set that handles the object', () => {
    is(router.resourceSet({ size: 1 }), small);
    is(router.resourceSet({ size: 20 }), large);
  });

  test('fails when several sets handle it', () => {
    const error = throws(() => router.resourceSet({ size: 7 }), /2 resource sets handle it/);
    ok(isExecutionFailed(error));
    ok(!isNoResourceSet(error));
  });

  test('says when none handles it', () => {
    const error = throws(() => router.resourceSet({ size: Number.NaN }));
    ok(isNoResourceSet(error));
    ok(!isExecutionFailed(error));
    is(logger.of('no resource set for reconciled object').length, 1);
  });

  const invalid: Readonly<Record<string, readonly [unknown, RegExp]>> = {
    'no options': [undefined, /^ResourceRouterConfig must not be empty$/],
    'no logger': [{}, /^ResourceRouterConfig.logger must not be empty$/],
    'no sets': [{ logger: silentLogger }, /^ResourceRouterConfig.resourceSets must not be empty$/],
    'an empty list of sets': [
      { logger: silentLogger, resourceSets: [] },
      /^ResourceRouterConfig.resourceSets must not be empty$/,
    ],
    'a hole among the sets': [
      { logger: silentLogger, resourceSets: [small, undefined] },
      /^ResourceRouterConfig.resourceSets\[1\] must not be empty$/,
    ],
  };
  for (const [name, [config, message]] of Object.entries(invalid)) {
    test(`refuses ${name}`, () => {
      const error = throws(() => new ResourceRouter(config as ResourceRouterConfig));
      ok(isInvalidConfig(error));
      match((error as Error).message, message);
    });
  }
});
