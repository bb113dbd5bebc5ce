import type { JsonObject, JsonValue } from '../../../../lib/object/json.ts';
import { is } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { newApi } from '../api.ts';

const LENGTH = 20_000;
const LABELS = { app: 'a' };

function items<T extends JsonValue>(item: (index: number) => T): readonly T[] {
  return Array.from({ length: LENGTH }, (_, index) => item(index));
}

function workload(spec: JsonObject): JsonObject {
  const container = { name: 'a', image: 'a' };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'one' },
    spec: {
      selector: { matchLabels: LABELS },
      template: { metadata: { labels: LABELS }, spec: { containers: [container], ...spec } },
    },
  };
}

/** A pod's spec with a volume of so many files. */
function volumeOf(path: (index: number) => string): JsonObject {
  const files = items((index) => ({ key: 'k', path: path(index) }));
  return { volumes: [{ name: 'v', configMap: { name: 'c', items: files } }] };
}

/** Lists whose items must differ, and do; where they need not, what answers tell of pairs is bounded. */
const WORKLOADS: Readonly<Record<string, JsonObject>> = {
  gates: { schedulingGates: items((index) => ({ name: `a.b/g${index}` })) },
  spreads: {
    topologySpreadConstraints: items((index) => ({
      maxSkew: 1,
      topologyKey: `k${index}`,
      whenUnsatisfiable: 'DoNotSchedule',
    })),
  },
  paths: volumeOf((index) => `a/${index}`),
  'paths that overlap': volumeOf((index) => (index % 2 === 0 ? 'a' : `a/${index}`)),
  sysctls: { securityContext: { sysctls: items((index) => ({ name: `a.b${index}`, value: '1' })) } },
  variables: {
    containers: [{ name: 'a', image: 'a', env: items((index) => ({ name: `A${index}`, value: '1' })) }],
  },
};

suite(
  'rules for large lists',
  (test) => {
    for (const [name, spec] of Object.entries(WORKLOADS))
      test(`take their time once for each item: ${name}`, async (t) => {
        const api = await newApi(t);
        const { status } = await api.call(
          'POST',
          '/apis/apps/v1/namespaces/default/deployments',
          workload(spec),
        );
        is(status, 201);
      });

    test('tell no more than an answer holds of items that are all wrong', async (t) => {
      const api = await newApi(t);
      const empty = items(() => ({}));
      const same = items(() => ({ containerPort: 80 }));
      const owner = { apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'a', controller: true };
      const bodies: Readonly<Record<string, readonly [number, JsonObject]>> = {
        deployments: [422, workload({ containers: empty })],
        replicasets: [
          201,
          { ...workload({ containers: [{ name: 'a', image: 'a', ports: same }] }), kind: 'ReplicaSet' },
        ],
      };
      for (const [plural, [want, body]] of Object.entries(bodies))
        is((await api.call('POST', `/apis/apps/v1/namespaces/default/${plural}`, body)).status, want);
      const quota = { metadata: { name: 'one' }, spec: { scopes: items((index) => `x${index}`) } };
      is((await api.call('POST', '/api/v1/namespaces/default/resourcequotas', quota)).status, 422);
      const owned = { metadata: { name: 'one', ownerReferences: items(() => owner) } };
      is((await api.call('POST', '/api/v1/namespaces/default/configmaps', owned)).status, 422);
    });

    test('take their time once for each item: ports', async (t) => {
      const api = await newApi(t);
      const ports = items((index) => ({ name: `p${index}`, port: index + 1 }));
      const service = { metadata: { name: 'one' }, spec: { clusterIP: 'None', ports } };
      is((await api.call('POST', '/api/v1/namespaces/default/services', service)).status, 201);
    });
  },
  { timeoutMs: 20_000 },
);
