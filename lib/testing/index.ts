// The public names of `operatorkit/testing`: what tests and demonstrations of operators need, with any test
// runner.

export { startApiServer } from '../apiserver/server.ts';
export type { ApiServer, ApiServerOptions } from '../apiserver/server.ts';
export type {
  DelayOptions,
  Faults,
  InjectedFailure,
  RequestFacts,
  RequestMatch,
} from '../apiserver/faults.ts';

export { newTestClient } from './test-client.ts';

export { simulateWorkloads } from './workload-simulator.ts';
export type {
  PodBehaviour,
  PodBehaviours,
  PodFate,
  WorkloadSimulator,
  WorkloadSimulatorOptions,
} from './workload-simulator.ts';

export { eventually } from './eventually.ts';
export type { EventuallyOptions } from './eventually.ts';

export { VirtualClock } from './virtual-clock.ts';
export type { RunUntilOptions, VirtualClockOptions } from './virtual-clock.ts';
