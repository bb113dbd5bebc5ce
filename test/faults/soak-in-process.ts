import { inspect } from 'node:util';
import { testServer } from '../kit/server.ts';
import type { TestContext } from '../kit/suite.ts';
import { randomNumbers } from '../lib/queue/random-numbers.ts';
import { Disturber } from './disturbances.ts';
import { soak } from './soak.ts';

export interface InProcessSoakOptions {
  readonly operations: number;
  readonly objects: number;
  /** How often each disturbance happens. */
  readonly rounds: number;
}

/** A soak on a server in this process, with all faults that it can make. */
export async function soakInProcess(t: TestContext, options: InProcessSoakOptions): Promise<void> {
  const { operations, objects, rounds } = options;
  const server = await testServer(t, 'http');
  const { faults } = server.inProcess!;
  const { ctx, namespace } = server;
  const client = await server.newClient({ maxRetries: 0 });
  const random = randomNumbers(t.seed + 103);
  const disturber = new Disturber(ctx, { faults, operations, rounds, random });
  console.log(`seed ${t.seed}`);
  const report = await soak(ctx, {
    client,
    operatorClient: await server.newClient({ timeoutMs: 10_000 }),
    namespace,
    seed: t.seed,
    operations,
    objects,
    onOperation: disturber.onOperation,
    faultsEnd: disturber.end,
    catchUpMs: 30_000,
  });
  console.log(inspect(report, { breakLength: Infinity }));
}
