import { silentLogger } from '../../../context/index.ts';
import { isInvalidConfig } from '../../../lib/errors.ts';
import type { FrameworkConfig } from '../../../lib/framework/framework-config.ts';
import { Framework } from '../../../lib/framework/framework.ts';
import { ResourceRouter } from '../../../lib/framework/resources/resource-router.ts';
import { ResourceSet } from '../../../lib/framework/resources/resource-set.ts';
import type { ConfigMap } from '../../../lib/object/kinds.ts';
import { is, ok, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { FakeCluster } from './fake-cluster.ts';

const { client, informer } = new FakeCluster();
const resource = { name: 'r', ensureCreated: async () => {}, ensureDeleted: async () => {} };
const resourceSets = [
  new ResourceSet<ConfigMap>({ handles: () => true, logger: silentLogger, resources: [resource] }),
];
const resourceRouter = new ResourceRouter<ConfigMap>({ logger: silentLogger, resourceSets });
const valid = { name: 'test', informer, client, logger: silentLogger, resourceRouter };
const crd = { metadata: { name: 'crds.example.com' } };
const nameRule =
  "FrameworkConfig.name must be at most 63 letters, digits, '-', '_' and '.', and begin and end with a letter or digit; got ";

/** In the order in which they are checked: each lacks what the ones after it check, too. */
const invalid: Readonly<Record<string, readonly [unknown, string]>> = {
  'no options': [undefined, 'FrameworkConfig must not be empty'],
  'a crd without a client': [
    { crd },
    'FrameworkConfig.client must not be empty when FrameworkConfig.crd is given',
  ],
  'no informer': [{}, 'FrameworkConfig.informer must not be empty'],
  'no client': [
    { informer },
    'FrameworkConfig.client must not be empty unless FrameworkConfig.finalizer is false',
  ],
  'no logger': [{ informer, client }, 'FrameworkConfig.logger must not be empty'],
  'no router': [
    { informer, client, logger: silentLogger },
    'FrameworkConfig.resourceRouter must not be empty',
  ],
  'no name': [{ ...valid, name: undefined }, 'FrameworkConfig.name must not be empty'],
  'an empty name': [{ ...valid, name: '' }, 'FrameworkConfig.name must not be empty'],
  'a crd without a name': [{ ...valid, crd: {} }, 'FrameworkConfig.crd.metadata.name must not be empty'],
  'a name with a slash': [{ ...valid, name: 'a/b' }, `${nameRule}"a/b"`],
  'a name that is too long': [{ ...valid, name: 'a'.repeat(64) }, `${nameRule}"${'a'.repeat(64)}"`],
  'a backoff that is none': [
    { ...valid, backOffFactory: 7 },
    'FrameworkConfig.backOffFactory must be a function',
  ],
  'an initCtx that is none': [{ ...valid, initCtx: {} }, 'FrameworkConfig.initCtx must be a function'],
  'a predicate that is none': [
    { ...valid, predicates: [7] },
    'FrameworkConfig.predicates[0] must be a function',
  ],
  'no workers': [
    { ...valid, maxConcurrentReconciles: 0 },
    'FrameworkConfig.maxConcurrentReconciles must be a whole number, 1 or more; got 0',
  ],
  'half a worker': [
    { ...valid, maxConcurrentReconciles: 1.5 },
    'FrameworkConfig.maxConcurrentReconciles must be a whole number, 1 or more; got 1.5',
  ],
  'a negative resync': [
    { ...valid, resyncMs: -1 },
    'FrameworkConfig.resyncMs must be a number, 0 or more; got -1',
  ],
  'no time to reconcile': [
    { ...valid, reconcileTimeoutMs: 0 },
    'FrameworkConfig.reconcileTimeoutMs must be a number, 1 or more; got 0',
  ],
  'an endless grace': [
    { ...valid, shutdownGraceMs: Infinity },
    'FrameworkConfig.shutdownGraceMs must be a number, 0 or more; got Infinity',
  ],
  'a shutdown limit that is no number': [
    { ...valid, shutdownTimeoutMs: Number.NaN },
    'FrameworkConfig.shutdownTimeoutMs must be a number, 0 or more; got NaN',
  ],
  'a watch without an informer': [
    { ...valid, watches: [{}] },
    'FrameworkConfig.watches[0].informer must not be empty',
  ],
  'a watch without a map': [
    { ...valid, watches: [{ informer, map: () => [] }, { informer }] },
    'FrameworkConfig.watches[1].map must not be empty',
  ],
  'a watch with a map that is none': [
    { ...valid, watches: [{ informer, map: 7 }] },
    'FrameworkConfig.watches[0].map must be a function',
  ],
};

suite('FrameworkConfig', (test) => {
  for (const [name, [config, message]] of Object.entries(invalid)) {
    test(`is refused with ${name}`, () => {
      const error = throws(() => new Framework(config as FrameworkConfig));
      ok(isInvalidConfig(error));
      is((error as Error).message, message);
    });
  }

  test('is complete with its required options', () => {
    ok(new Framework(valid));
  });

  test('needs no client without a finalizer', () => {
    ok(new Framework({ name: 'test', informer, logger: silentLogger, resourceRouter, finalizer: false }));
  });
});
