// kit: file limit 900 s
import { inspect } from 'node:util';
import { connect } from '../../lib/client/connect.ts';
import { Namespace } from '../../lib/object/kinds.ts';
import { startControlPlane } from '../control-plane/control-plane.ts';
import { suite } from '../kit/suite.ts';
import { soakInProcess } from './soak-in-process.ts';
import { soak } from './soak.ts';

const OPERATIONS = 10_000;
const OBJECTS = 500;
/** How often the real API server is killed in the midst of it all. */
const KILLS = 4;

suite(
  'random operations at full length',
  (test) => {
    test('all end in the state last written on the server in this process, under injected faults', async (t) => {
      await soakInProcess(t, { operations: OPERATIONS, objects: OBJECTS, rounds: 4 });
    });

    test('all end in the state last written on a real server that is killed and started again', async (t) => {
      console.log(`seed ${t.seed}`);
      await using plane = await startControlPlane();
      await using client = await connect({ kubeconfig: plane.kubeconfigPath, maxRetries: 0 });
      await using operatorClient = await connect({ kubeconfig: plane.kubeconfigPath, timeoutMs: 10_000 });
      const namespace = 'soak';
      await client.create(t.ctx, Namespace, { metadata: { name: namespace } });
      let kills = 0;
      let restarting = Promise.resolve();
      const report = await soak(t.ctx, {
        client,
        operatorClient,
        namespace,
        seed: t.seed,
        operations: OPERATIONS,
        objects: OBJECTS,
        onOperation: async (count) => {
          if (count < (OPERATIONS / (KILLS + 1)) * (kills + 1) || kills === KILLS) return;
          kills += 1;
          restarting = restarting.then(() => plane.restartApiServer());
        },
        faultsEnd: () => restarting,
        catchUpMs: 60_000,
      });
      console.log(inspect({ ...report, kills }, { breakLength: Infinity }));
    });
  },
  { timeoutMs: 420_000 },
);
