// The public names of `operatorkit/testing`: what tests and demonstrations of operators need, with any test
// runner.

export { startApiServer } from '../apiserver/server.ts';
export type { ApiServer, ApiServerOptions, CredentialOptions } from '../apiserver/server.ts';
export type { TokenUser } from '../apiserver/access/authenticator.ts';
export type { StoredState } from '../apiserver/storage.ts';
export type { TlsFiles } from '../apiserver/tls.ts';
export type {
  DelayOptions,
  Faults,
  InjectedFailure,
  RequestFacts,
  RequestMatch,
} from '../apiserver/faults.ts';

export { newTestClient } from './test-client.ts';

export { loadManifests } from './manifests.ts';
export type { ManifestSource } from './manifests.ts';

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
export { recordPermissions } from './permission-recorder.ts';
export type { PermissionRecorder } from './permission-recorder.ts';
export type { ApiCall } from '../rbac/api-call.ts';
