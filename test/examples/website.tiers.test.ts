import { Writable } from 'node:stream';
import { runOperator } from '../../examples/website/run-operator.ts';
import { giveTour } from '../../examples/website/tour/give-tour.ts';
import { Screen } from '../../examples/website/tour/screen.ts';
import { Registry } from '../../lib/metrics.ts';
import { simulateWorkloads } from '../../lib/testing/workload-simulator.ts';
import { equal, match } from '../kit/assert.ts';
import { testServer } from '../kit/server.ts';
import { suite } from '../kit/suite.ts';

class Text extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

suite(
  'giveTour',
  (test) => {
    test('converges in every step', async (t) => {
      const server = await testServer(t);
      const { ctx, tier } = server;
      const registry = new Registry();
      const client = await server.newClient({ registry });
      await using _workloads = await simulateWorkloads(ctx, {
        client: await server.newClient(),
        // Others share the control plane, and see to their Pods themselves.
        namespace: 'default',
        podsOnly: tier === 'real',
      });
      await using _operator = await runOperator(ctx, { client, registry, logger: ctx.logger });
      const out = new Text();
      const results = await giveTour(ctx, { client, registry, screen: new Screen(out, false) });
      const failed = results.filter(({ converged }) => !converged);
      equal(failed, []);
      equal(
        results.map(({ name }) => name),
        ['create', 'scale', 'drift', 'fail', 'delete'],
      );
      match(out.text, /news +Failed: config map headline with a key "banner" is missing/);
    });
  },
  { timeoutMs: 120_000 },
);
