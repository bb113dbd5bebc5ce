import type { JsonObject } from '../../../lib/object/json.ts';
import type { Step, Topic } from '../step.ts';
import { configMap, core, del, get, grouped, patch, post, put } from '../steps.ts';

const DEPLOYMENTS = grouped('apps/v1', 'deployments');
const ONE = `${DEPLOYMENTS}/one`;
/** The controllers of a real cluster write the Deployment at the same time. */
const RACES = ['metadata.resourceVersion', 'status.replicas', 'metadata.managedFields'];

const DEPLOYMENT: JsonObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'one' },
  spec: {
    replicas: 0,
    selector: { matchLabels: { app: 'x' } },
    template: { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'a', image: 'a' }] } },
  },
};
const MADE: Step = post(DEPLOYMENTS, DEPLOYMENT, { quiet: true });

function scale(spec: JsonObject, metadata: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: { name: 'one', namespace: '<ns>', ...metadata },
    spec,
  };
}

const SERVICE: JsonObject = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'one' },
  spec: { clusterIP: 'None', ports: [{ port: 80 }] },
};

const PODS = core('pods');
const POD: Step = post(
  PODS,
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'one' },
    spec: { containers: [{ name: 'a', image: 'a' }] },
  },
  { quiet: true },
);

function bind(target: JsonObject | undefined, name: string = 'one', query: string = ''): Step {
  const metadata = { name };
  const body = {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata,
    ...(target === undefined ? {} : { target }),
  };
  return post(`${PODS}/one/binding${query}`, body);
}

const OWN_NAMESPACE = '/api/v1/namespaces/<ns>';

function finalize(query: string, ...finalizers: readonly string[]): Step {
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: '<ns>' }, spec: { finalizers } };
  return put(`${OWN_NAMESPACE}/finalize${query}`, body, {
    hide: ['metadata.managedFields', 'metadata.resourceVersion'],
  });
}

export const SUBRESOURCES_TOPIC: Topic = {
  name: 'subresources',
  cases: {
    'scale: read': [MADE, get(`${ONE}/scale`, { hide: RACES })],
    'scale: written': [MADE, put(`${ONE}/scale`, scale({ replicas: 0 }), { hide: RACES })],
    'scale: patched': [
      MADE,
      patch('merge', `${ONE}/scale?dryRun=All`, { spec: { replicas: 2 } }, { hide: RACES }),
    ],
    'scale: by json patch': [
      MADE,
      patch('json', `${ONE}/scale?dryRun=All`, [{ op: 'replace', path: '/spec/replicas', value: 2 }], {
        hide: RACES,
      }),
    ],
    'scale: by strategic patch': [
      MADE,
      patch('strategic', `${ONE}/scale?dryRun=All`, { spec: { replicas: 2 } }, { hide: RACES }),
    ],
    'scale: negative': [MADE, patch('merge', `${ONE}/scale`, { spec: { replicas: -1 } })],
    'scale: a wrong type': [MADE, patch('merge', `${ONE}/scale`, { spec: { replicas: 'x' } })],
    'scale: a stale version': [MADE, put(`${ONE}/scale`, scale({ replicas: 1 }, { resourceVersion: '1' }))],
    'scale: another name': [MADE, put(`${ONE}/scale`, scale({ replicas: 1 }, { name: 'two' }))],
    'scale: another kind': [MADE, put(`${ONE}/scale`, DEPLOYMENT)],
    'scale: missing': [
      get(`${ONE}/scale`),
      put(`${ONE}/scale`, scale({ replicas: 1 })),
      patch('merge', `${ONE}/scale`, {}),
    ],
    'scale: of a kind without': [
      post(core('configmaps'), configMap('one'), { quiet: true }),
      get(core('configmaps', '/one/scale')),
    ],
    'status: takes only the status': [
      post(core('services'), SERVICE, { quiet: true }),
      patch('merge', core('services', '/one/status'), {
        metadata: { labels: { a: 'b' }, annotations: { c: 'd' }, finalizers: ['example.com/a'] },
        spec: { ports: [{ port: 81 }] },
        status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } },
      }),
    ],
    'status: is kept by the object itself': [
      post(core('services'), { ...SERVICE, status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } } }),
      patch('merge', core('services', '/one'), {
        status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } },
      }),
    ],
    'status: conditions are merged by their type': [
      post(core('services'), SERVICE, { quiet: true }),
      patch('strategic', core('services', '/one/status'), {
        status: {
          conditions: [
            {
              type: 'A',
              status: 'True',
              reason: 'R',
              message: '',
              lastTransitionTime: '2020-01-01T00:00:00Z',
            },
          ],
        },
      }),
      patch('strategic', core('services', '/one/status'), {
        status: {
          conditions: [
            {
              type: 'B',
              status: 'True',
              reason: 'R',
              message: '',
              lastTransitionTime: '2020-01-01T00:00:00Z',
            },
          ],
        },
      }),
      patch('strategic', core('services', '/one/status'), {
        status: { conditions: [{ type: 'A', $patch: 'delete' }] },
      }),
    ],
    'status: does not move the generation': [
      post(grouped('networking.k8s.io/v1', 'ingresses'), {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'Ingress',
        metadata: { name: 'one' },
        spec: { defaultBackend: { service: { name: 'a', port: { number: 80 } } } },
      }),
      patch('merge', grouped('networking.k8s.io/v1', 'ingresses', '/one/status'), {
        status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } },
      }),
      patch('merge', grouped('networking.k8s.io/v1', 'ingresses', '/one'), {
        spec: { ingressClassName: 'x' },
      }),
    ],
    'binding: what is no target': [
      POD,
      bind(undefined),
      bind({ kind: 'Pod', name: 'n' }),
      bind({ kind: 'Pod' }),
      bind({ kind: 'Node', name: 'n' }, 'two'),
      post(`${PODS}/one/binding`, { apiVersion: 'v1', kind: 'Pod' }),
    ],
    'binding: in a dry run, and twice': [
      POD,
      bind({ kind: 'Node', name: 'n' }, 'one', '?dryRun=All'),
      bind({ name: 'n' }),
      bind({ kind: 'Node', name: 'm' }),
      del(`${PODS}/one`, { gracePeriodSeconds: 0 }, { quiet: true }),
    ],
    'finalize: what is no finalizer': [finalize('?dryRun=All', 'a.b/c', 'bad', 'a/b/c')],
    'finalize: in a dry run': [
      finalize('?dryRun=All', 'kubernetes', 'a.b/c'),
      get(OWN_NAMESPACE, { hide: ['metadata.managedFields', 'metadata.resourceVersion'] }),
    ],
    'token: of another account': [
      post(
        core('serviceaccounts'),
        { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'one' } },
        { quiet: true },
      ),
      post(core('serviceaccounts', '/one/token'), {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        metadata: { name: 'two' },
        spec: {},
      }),
    ],
    'status: of a missing object': [
      patch('merge', core('services', '/one/status'), {}),
      put(core('services', '/one/status'), SERVICE),
      get(core('services', '/one/status')),
    ],
  },
};
