import { ensureCrd } from '../../../lib/framework/crd/crd.ts';
import { ConfigMap, Deployment, Job, Secret, Service } from '../../../lib/object/kinds.ts';
import {
  CronJob,
  CustomResourceDefinition,
  Ingress,
  NetworkPolicy,
  PersistentVolumeClaim,
  Role,
  ServiceAccount,
  StatefulSet,
} from '../../../lib/object/kinds.ts';
import { HorizontalPodAutoscaler } from '../../../lib/object/kinds.ts';
import type { Kind } from '../../../lib/object/kubernetes-object.ts';
import { newGroup, widgetCrd, widgetKind } from '../../integration/widget.ts';
import { equal, is, ok } from '../../kit/assert.ts';
import { testServer } from '../../kit/server.ts';
import { suite } from '../../kit/suite.ts';
import { PATIENCE_MS, Stage } from './stage.ts';

const labels = { app: 'a' };

/** Nothing that the server would set by itself. */
const DEPLOYMENT = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'a', labels: null, annotations: {}, creationTimestamp: null },
  spec: {
    replicas: 0,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels, creationTimestamp: null },
      spec: {
        containers: [
          {
            name: 'main',
            image: 'example.com/a',
            ports: [{ containerPort: 80 }, { containerPort: 81, name: 'metrics' }],
            env: [
              { name: 'PLAIN', value: 'x' },
              { name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
              { name: 'KEY', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
              { name: 'CPU', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
            ],
            resources: { requests: { cpu: '1000m', memory: '1024Mi' }, limits: { cpu: 2, memory: '2G' } },
            readinessProbe: { httpGet: { path: '/', port: 80 } },
            livenessProbe: { exec: { command: ['true'] }, periodSeconds: 20 },
            volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
            securityContext: { capabilities: { drop: ['ALL'] } },
          },
        ],
        initContainers: [{ name: 'init', image: 'example.com/init:1' }],
        tolerations: [
          { key: 'a', operator: 'Exists' },
          { key: 'b', value: 'c' },
        ],
        volumes: [
          { name: 'tmp', emptyDir: {} },
          { name: 'conf', configMap: { name: 'conf', items: [{ key: 'a', path: 'a' }] } },
          { name: 'all', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } },
        ],
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: 'zone',
            whenUnsatisfiable: 'ScheduleAnyway',
            labelSelector: { matchLabels: labels },
          },
        ],
        affinity: {
          podAntiAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 1, podAffinityTerm: { topologyKey: 'host', labelSelector: { matchLabels: labels } } },
            ],
          },
        },
        securityContext: {},
        imagePullSecrets: [{ name: 'pull' }],
      },
    },
  },
  status: {},
};

const POD = { containers: [{ name: 'main', image: 'example.com/a:1' }], restartPolicy: 'Never' };

interface Case {
  readonly kind: Kind;
  readonly desired: object;
}

/** The kinds that operators own most, with as little as the server takes. */
const CASES: Readonly<Record<string, Case>> = {
  'a Deployment without anything that has a default': { kind: Deployment, desired: DEPLOYMENT },
  'a Service without a cluster address': {
    kind: Service,
    desired: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'a' },
      spec: {
        selector: labels,
        ports: [{ port: 80 }, { name: 'tls', port: 443, targetPort: 'tls' }].slice(0, 1),
      },
    },
  },
  'a Service with two ports': {
    kind: Service,
    desired: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'a' },
      spec: {
        ports: [
          { name: 'one', port: 80 },
          { name: 'two', port: 81, protocol: 'UDP' },
        ],
      },
    },
  },
  'a Secret with stringData': {
    kind: Secret,
    desired: {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'a' },
      data: { a: 'YQ==' },
      stringData: { b: 'text', c: '' },
    },
  },
  'a Job': {
    kind: Job,
    desired: {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'a' },
      spec: { suspend: true, template: { spec: POD } },
    },
  },
  'a CronJob': {
    kind: CronJob,
    desired: {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: 'a' },
      spec: { suspend: true, schedule: '0 0 1 1 *', jobTemplate: { spec: { template: { spec: POD } } } },
    },
  },
  'a StatefulSet with a claim': {
    kind: StatefulSet,
    desired: {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'a' },
      spec: {
        replicas: 0,
        serviceName: 'a',
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: POD.containers } },
        volumeClaimTemplates: [
          {
            metadata: { name: 'data' },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1024Mi' } } },
          },
        ],
      },
    },
  },
  'an Ingress': {
    kind: Ingress,
    desired: {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: { name: 'a' },
      spec: {
        rules: [
          {
            host: 'a.example.com',
            http: {
              paths: [
                { path: '/', pathType: 'Prefix', backend: { service: { name: 'a', port: { number: 80 } } } },
              ],
            },
          },
        ],
      },
    },
  },
  'a NetworkPolicy': {
    kind: NetworkPolicy,
    desired: {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: { name: 'a' },
      spec: { podSelector: {}, ingress: [{ ports: [{ port: 80 }] }] },
    },
  },
  'a HorizontalPodAutoscaler': {
    kind: HorizontalPodAutoscaler,
    desired: {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'a' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' },
        maxReplicas: 2,
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
          },
        ],
      },
    },
  },
  'a PersistentVolumeClaim': {
    kind: PersistentVolumeClaim,
    desired: {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'a' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
  },
  'a ServiceAccount': {
    kind: ServiceAccount,
    desired: {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'a' },
      imagePullSecrets: [{ name: 'x' }],
    },
  },
  'a Role': {
    kind: Role,
    desired: {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'a' },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    },
  },
  'a ConfigMap with binary data and none': {
    kind: ConfigMap,
    desired: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a', labels: {}, annotations: { 'a/b': '' } },
      data: {},
      binaryData: { a: 'AAE=' },
    },
  },
};

suite(
  'ownedObjects and what a server makes of objects',
  (test) => {
    for (const [name, { kind, desired }] of Object.entries(CASES)) {
      test(`converges at once on ${name}, and costs at most one apply after a restart`, async (t) => {
        const stage = await Stage.on(t, { kinds: [kind] });
        const path = `${kind.plural}/a`;
        equal(await stage.converge([desired]), [`GET ${path}`, `PATCH ${path}`]);
        for (let i = 0; i < 3; i += 1) equal(await stage.reconcile(), []);
        const before = (await stage.get(kind, 'a')).metadata;
        await stage.restart();
        const requests = await stage.reconcile();
        ok(requests.length <= 1, requests.join(', '));
        await stage.caughtUp();
        equal(await stage.reconcile(), []);
        is((await stage.get(kind, 'a')).metadata?.generation, before?.generation);
      });
    }

    test('needs no apply after a restart for what the server keeps as it was given', async (t) => {
      const kinds = [Secret, Service, Job, StatefulSet, Role, ServiceAccount];
      const stage = await Stage.on(t, { kinds });
      const desired = Object.values(CASES)
        .filter(({ kind }) => kinds.includes(kind as never))
        .filter(({ kind }, index, all) => all.findIndex((one) => one.kind === kind) === index)
        .map(({ desired: one }) => one);
      await stage.converge(desired);
      await stage.restart();
      equal(await stage.reconcile(), ['PATCH statefulsets/a']); // It holds claims as one whole, with defaults inside.
    });

    test('applies a custom resource once, whose empty metadata make each apply a change', async (t) => {
      const server = await testServer(t);
      const { client, ctx } = server;
      const group = newGroup();
      const kind = widgetKind(group);
      await ensureCrd(ctx, client, widgetCrd(group), { pollMs: 20 });
      t.defer(async () => {
        if (server.inProcess !== undefined) return;
        const context = ctx.withSignal(new AbortController().signal);
        await client.delete(context, CustomResourceDefinition, { name: `widgets.${group}` });
      });
      const stage = await Stage.on(t, { kinds: [kind] }, 'owner', server);
      const metadata = { name: 'a', annotations: {}, finalizers: [] };
      const widget = { apiVersion: kind.apiVersion, kind: 'Widget', metadata, spec: { size: 1 } };
      await stage.converge([widget]);
      for (let i = 0; i < 3; i += 1) {
        equal(await stage.reconcile(), []);
        await stage.caughtUp();
      }
      await stage.restart();
      equal(await stage.reconcile(), ['PATCH widgets/a']);
      await stage.caughtUp();
      equal(await stage.reconcile(), []);
    });

    test('takes the texts of a Secret as data, and gives up what is left out', async (t) => {
      const stage = await Stage.on(t, { kinds: [Secret] });
      const secret = (stringData: object): object => ({
        ...CASES['a Secret with stringData']?.desired,
        stringData,
      });
      await stage.converge([secret({ b: 'text', c: '' })]);
      equal((await stage.get(Secret, 'a')).data, { a: 'YQ==', b: 'dGV4dA==', c: '' });
      await stage.restart();
      equal(await stage.converge([secret({ c: 'new' })]), ['PATCH secrets/a']);
      equal((await stage.get(Secret, 'a')).data, { a: 'YQ==', c: 'bmV3' });
    });

    test('keeps its hands off what controllers write to a Deployment', async (t) => {
      const stage = await Stage.on(t, { kinds: [Deployment] });
      await stage.converge([DEPLOYMENT]);
      const status = { observedGeneration: 1, replicas: 0 };
      const ref = { name: 'a', namespace: stage.namespace };
      const patch = { type: 'merge', value: { status } } as const;
      await stage.client.patch(stage.ctx, Deployment, ref, patch, {
        subresource: 'status',
        fieldManager: 'c',
      });
      await stage.change(Deployment, 'a', { metadata: { annotations: { 'example.com/revision': '2' } } });
      const env = [{ name: 'main', env: [{ name: 'THEIRS', value: '1' }] }];
      const value = { spec: { template: { spec: { containers: env } } } };
      await stage.client.patch(
        stage.ctx,
        Deployment,
        ref,
        { type: 'strategic', value },
        { fieldManager: 'c' },
      );
      await stage.caughtUp();
      equal(await stage.reconcile(), []);
      const found = await stage.get(Deployment, 'a');
      is(found.spec?.template.spec?.containers[0]?.env?.length, 5);
    });
  },
  { timeoutMs: PATIENCE_MS + 10_000 },
);
