import { Bucket } from '../../examples/outside/bucket.ts';
import { Framework } from '../../lib/framework/framework.ts';
import { ResourceRouter } from '../../lib/framework/resources/resource-router.ts';
import { ResourceSet } from '../../lib/framework/resources/resource-set.ts';
import type { Resource } from '../../lib/framework/resources/resource.ts';
import { newInformer } from '../../lib/informer/new-informer.ts';
import { ConfigMap } from '../../lib/object/kinds.ts';
import { equal } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { newSentinel } from './sentinel.ts';
import { type ExampleConfig, ExampleStage, LIMIT_MS } from './stage.ts';

/** Does not know that access keys are secrets, writes them into a ConfigMap, and then tells everybody. */
function newTattler({ namespace, ...config }: ExampleConfig): Framework<Bucket> {
  const { client, logger } = config;
  const resource: Resource<Bucket> = {
    name: 'tattler',
    dryRunnable: true,
    permissions: [{ kind: ConfigMap, verbs: ['create', 'patch'] }],
    ensureCreated: async (ctx, { spec }) => {
      const data = { copy: spec.accessKey };
      await client.apply<ConfigMap>(ctx, ConfigMap, { metadata: { name: 'copy', namespace }, data });
      const description = `the key is ${spec.accessKey}`;
      throw Object.assign(new Error(description), { kind: 'Told', description });
    },
    ensureDeleted: async () => {},
  };
  return new Framework<Bucket>({
    ...config,
    name: 'tattler',
    status: true,
    crd: Bucket.crd,
    informer: newInformer<Bucket>({ client, kind: Bucket.kind, namespace }),
    resourceRouter: new ResourceRouter<Bucket>({
      logger,
      resourceSets: [new ResourceSet<Bucket>({ logger, handles: () => true, resources: [resource] })],
    }),
  });
}

suite(
  'ExampleStage',
  (test) => {
    test('finds a value wherever it is shown', async (t) => {
      const stage = await ExampleStage.on(t, Bucket.kind, newTattler);
      const accessKey = newSentinel();
      const bucket = Bucket.object({ metadata: { name: 'a' }, spec: { accessKey } });
      await stage.fails('a', async () => await stage.create<Bucket>(Bucket.kind, bucket));
      await stage.delete(ConfigMap, 'copy');
      await stage.dryRun('a');
      const places = ['log', 'events', 'status', 'explanations', 'planned', 'spans'];
      equal(Object.keys(await stage.leaks([accessKey])), places);
    });
  },
  { timeoutMs: LIMIT_MS },
);
