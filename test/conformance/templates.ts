import type { JsonObject } from '../../lib/object/json.ts';
import type { Step } from './step.ts';
import { grouped, post } from './steps.ts';

const WORKLOADS = grouped('apps/v1', 'deployments');
const LABELS = { app: 'a' };

function workload(spec: JsonObject): JsonObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'one' },
    spec: { selector: { matchLabels: LABELS }, template: { metadata: { labels: LABELS }, spec } },
  };
}

/** Creations of workloads with templates of such pods, that each have a container. */
export function pods(...all: readonly JsonObject[]): readonly Step[] {
  return all.map((spec) =>
    post(`${WORKLOADS}?dryRun=All`, workload({ containers: [{ name: 'a', image: 'a' }], ...spec })),
  );
}

/** The same, each with what is given beside its container's name and image. */
export function containers(...all: readonly JsonObject[]): readonly Step[] {
  return pods(...all.map((more) => ({ containers: [{ name: 'a', image: 'a', ...more }] })));
}
