import { silentLogger } from '../../../context/index.ts';
import { isConflict } from '../../../lib/client/errors.ts';
import { errorMessage, isInvalidConfig } from '../../../lib/errors.ts';
import { ConfigMap, Secret } from '../../../lib/object/kinds.ts';
import { configMapResource } from '../../../resource/k8s/config-map-resource.ts';
import { secretResource } from '../../../resource/k8s/secret-resource.ts';
import { equal, is, match, not, ok, rejects, throws } from '../../kit/assert.ts';
import { testServer } from '../../kit/server.ts';
import { suite } from '../../kit/suite.ts';
import { PATIENCE_MS } from './stage.ts';

const OWNER = { metadata: { name: 'owner' } };

suite(
  'configMapResource and secretResource on an API server',
  (test) => {
    test('create, update and delete what differs, and nothing else', async (t) => {
      const { client, ctx, namespace } = await testServer(t);
      const of = (name: string, data: Record<string, string>): ConfigMap => ({
        metadata: { name, namespace },
        data,
      });
      let desired: readonly ConfigMap[] = [of('a', { x: '1' }), of('b', { x: '1' })];
      const current = async (): Promise<readonly ConfigMap[]> => {
        const all = await client.listAll(ctx, ConfigMap, { namespace });
        return all.filter(({ metadata }) => metadata?.name !== 'kube-root-ca.crt');
      };
      const resource = configMapResource({
        name: 'maps',
        client,
        logger: silentLogger,
        stateGetter: { getCurrentState: current, getDesiredState: async () => desired },
      });
      const datas = async (): Promise<unknown> =>
        Object.fromEntries((await current()).map(({ metadata, data }) => [metadata?.name, data]));
      await resource.ensureCreated(ctx, OWNER);
      equal(await datas(), { a: { x: '1' }, b: { x: '1' } });
      const versions = (await current()).map(({ metadata }) => metadata?.resourceVersion);
      await resource.ensureCreated(ctx, OWNER);
      equal(
        (await current()).map(({ metadata }) => metadata?.resourceVersion),
        versions,
      );
      desired = [of('b', { y: '2' }), of('c', {})];
      await resource.ensureCreated(ctx, OWNER);
      equal(await datas(), { b: { y: '2' }, c: undefined });
      await resource.ensureDeleted(ctx, OWNER);
      equal(await datas(), {});
    });

    test('keep the labels that are allowed, and change neither state', async (t) => {
      const { client, ctx, namespace } = await testServer(t);
      const labels = { kept: 'yes', dropped: 'yes', both: 'current' };
      const annotations = { old: '1' };
      const made = await client.create<ConfigMap>(ctx, ConfigMap, {
        metadata: { name: 'a', namespace, labels, annotations },
        data: { x: '1' },
        binaryData: { b: 'AAE=' },
      });
      const bare: ConfigMap = Object.freeze({ metadata: Object.freeze({ name: 'a', namespace }) });
      const desired = [bare];
      const resource = configMapResource({
        name: 'maps',
        client,
        logger: silentLogger,
        allowedLabels: ['kept', 'both', 'absent'],
        stateGetter: {
          getCurrentState: async () => [Object.freeze(made)],
          getDesiredState: async () => desired,
        },
      });
      await resource.ensureCreated(ctx, OWNER);
      const found = await client.get(ctx, ConfigMap, { name: 'a', namespace });
      equal(found.metadata?.labels, { kept: 'yes', both: 'current' });
      equal([found.metadata?.annotations, found.data, found.binaryData], [undefined, undefined, undefined]);
      equal(desired, [{ metadata: { name: 'a', namespace } }]);
    });

    test('take texts of a Secret for the data that the server makes of them', async (t) => {
      const { client, ctx, namespace } = await testServer(t);
      const desired: Secret = {
        metadata: { name: 'a', namespace },
        data: { x: 'eA==' },
        stringData: { y: 'text' },
      };
      const get = async (): Promise<Secret> => await client.get(ctx, Secret, { name: 'a', namespace });
      const getCurrentState = async (): Promise<readonly Secret[]> =>
        (await client.listAll(ctx, Secret, { namespace })).filter(({ metadata }) => metadata?.name === 'a');
      const stateGetter = { getCurrentState, getDesiredState: async () => [desired] };
      const resource = secretResource({ name: 'secrets', client, logger: silentLogger, stateGetter });
      await resource.ensureCreated(ctx, OWNER);
      const first = await get();
      equal(first.data, { x: 'eA==', y: 'dGV4dA==' });
      await resource.ensureCreated(ctx, OWNER);
      is((await get()).metadata?.resourceVersion, first.metadata?.resourceVersion);
      Object.assign(desired, { stringData: { z: 'other' } });
      await resource.ensureCreated(ctx, OWNER);
      equal((await get()).data, { x: 'eA==', z: 'b3RoZXI=' });
    });

    test('bear what is there already and what is gone already, and no stale update', async (t) => {
      const { client, ctx, namespace } = await testServer(t);
      const of = (name: string, x: string): ConfigMap => ({ metadata: { name, namespace }, data: { x } });
      const made = await client.create(ctx, ConfigMap, of('there', '1'));
      const resource = configMapResource({
        name: 'maps',
        client,
        logger: silentLogger,
        stateGetter: { getCurrentState: async () => [], getDesiredState: async () => [] },
      });
      await resource.ops.applyCreateChange(ctx, OWNER, [of('there', '2')]);
      await resource.ops.applyDeleteChange(ctx, OWNER, [of('gone', '1')]);
      await client.update(ctx, ConfigMap, of('there', '3'));
      const stale = { ...made, data: { x: '4' } };
      const error = await rejects(resource.ops.applyUpdateChange(ctx, OWNER, [stale]));
      ok(isConflict(error));
      match(errorMessage(error), `cannot update ConfigMap ${namespace}/there: `);
      const other = { ...made, metadata: { ...made.metadata, uid: 'another' } };
      ok(isConflict(await rejects(resource.ops.applyDeleteChange(ctx, OWNER, [other]))));
      is((await client.get(ctx, ConfigMap, { name: 'there', namespace })).data?.['x'], '3');
    });

    test('refuse a state with an object twice, and say nothing of what is in a Secret', async (t) => {
      const { client, ctx, namespace } = await testServer(t);
      const secret: Secret = { metadata: { name: 'a', namespace }, stringData: { 'no key!': 'TOP-SECRET' } };
      let desired = [secret, { ...secret }];
      const stateGetter = { getCurrentState: async () => [], getDesiredState: async () => desired };
      const resource = secretResource({ name: 'secrets', client, logger: silentLogger, stateGetter });
      is(
        errorMessage(await rejects(resource.ensureCreated(ctx, OWNER))),
        `cannot compare the states of resource secrets: the desired one has Secret ${namespace}/a twice`,
      );
      desired = [secret];
      const error = await rejects(resource.ensureCreated(ctx, OWNER));
      match(errorMessage(error), `cannot create Secret ${namespace}/a: `);
      not(JSON.stringify([errorMessage(error), error]).includes('TOP-SECRET'));
    });

    test('check their options', async (t) => {
      const { client } = await testServer(t);
      const stateGetter = { getCurrentState: async () => [], getDesiredState: async () => [] };
      const good = { name: 'a', client, logger: silentLogger, stateGetter };
      for (const name of Object.keys(good)) {
        const error = throws(() => configMapResource({ ...good, [name]: undefined }), isInvalidConfig);
        is(errorMessage(error), `ConfigMapResourceConfig.${name} must not be empty`);
      }
      const error = throws(() => secretResource({ ...good, stateGetter: {} as never }), isInvalidConfig);
      is(errorMessage(error), 'SecretResourceConfig.stateGetter.getCurrentState must be a function');
    });
  },
  { timeoutMs: PATIENCE_MS },
);
