import type { JsonValue } from '../../lib/object/json.ts';
import { list, map, one, type Shape, struct, type StructShape } from './shape.ts';

/** A kind whose objects are played with. */
export interface FuzzedKind {
  readonly plural: string;
  readonly kind: string;
  /** The group and version of the path and, mostly, of the body. */
  readonly versions: readonly string[];
  /** What the object holds beside its metadata and status. */
  readonly shape: StructShape;
  readonly status?: StructShape;
  readonly hasScale: boolean;
  /** Field selectors that make sense for it. */
  readonly fieldSelectors: readonly string[];
  /** A deletion that says nothing else leaves its dependents alone. */
  readonly orphansByDefault?: boolean;
  /** How often it is chosen. */
  readonly weight: number;
}

/** The path of a kind's objects, by one of its versions: `/api/v1/namespaces/<ns>/services` */
export function collectionOf({ plural }: FuzzedKind, version: string): string {
  return `${version.includes('/') ? '/apis' : '/api'}/${version}/namespaces/<ns>/${plural}`;
}

const letters = one(['a', 'b'], ['', 'A B']);
const values = one(['1', '2', ''], [1, null, true]);
export const flag = one([true, false], ['yes']);
export const small = one([0, 1, 2, 3], [-1, 1.5, '1', 4_294_967_296]);
const pair = struct({ a: letters, b: letters });

export const condition = struct(
  {
    type: one(['Ready', 'Available'], ['']),
    status: one(['True', 'False'], ['maybe']),
    reason: one(['Made', 'Lost']),
    message: one(['', 'all is well']),
  },
  'type',
  'status',
);

/** Conditions of `metav1`, whose fields are all required. */
export const fullCondition = struct(
  {
    ...condition.fields,
    lastTransitionTime: one(['2020-01-01T00:00:00Z'], ['yesterday', null]),
  },
  'type',
  'status',
  'reason',
  'message',
  'lastTransitionTime',
);

/** What clients write of an object's metadata, beside its name. */
export const METADATA: StructShape = struct({
  labels: map(['app', 'tier', 'example.com/x'], one(['a', 'b', ''], ['not a label', 1])),
  annotations: map(['note', 'example.com/y'], values),
  finalizers: list(one(['example.com/keep', 'example.com/hold'], ['bare', 'not a finalizer/x']), 2, ''),
});

export const container = struct(
  {
    name: one(['web', 'side'], ['Not_A_Name']),
    image: one(['web:1', 'web:latest', 'side'], ['', ' x']),
    args: list(one(['-v', '-x']), 2),
    env: list(struct({ name: one(['A', 'B'], ['']), value: one(['1', '2', '']) }, 'name'), 2, 'name'),
    ports: list(
      struct(
        {
          containerPort: one([80, 8080], [0, 70_000]),
          protocol: one(['TCP', 'UDP'], ['tcp']),
          name: one(['http', 'dns'], ['UPPER']),
        },
        'containerPort',
      ),
      2,
      'containerPort',
      'protocol',
    ),
    resources: struct({
      limits: map(['cpu', 'memory'], one(['1', '500m', '1Gi', '0.5'], ['lots', '-1'])),
      requests: map(['cpu', 'memory'], one(['100m', '64Mi', '0.1'], ['2'])),
    }),
    imagePullPolicy: one(['Always', 'IfNotPresent'], ['Sometimes']),
    volumeMounts: list(
      struct({ name: one(['tmp'], ['other']), mountPath: one(['/tmp', '/data']) }, 'name', 'mountPath'),
      2,
      'mountPath',
    ),
  },
  'name',
  'image',
);

export const template = struct(
  {
    metadata: struct({ labels: struct({ app: one(['a'], ['b']), tier: one(['x', 'y']) }, 'app') }, 'labels'),
    spec: struct(
      {
        containers: list(container, 2, 'name'),
        initContainers: list(container, 1, 'name'),
        volumes: list(struct({ name: one(['tmp']), emptyDir: one([{}]) }, 'name', 'emptyDir'), 1, 'name'),
        nodeSelector: map(['disk', 'zone'], one(['a', 'b'])),
        tolerations: list(
          struct({
            key: one(['t', 'u']),
            operator: one(['Exists', 'Equal'], ['Like']),
            effect: one(['NoSchedule', 'NoExecute'], ['Nope']),
            value: one(['', 'v']),
          }),
          2,
        ),
        terminationGracePeriodSeconds: one([0, 30], [-1]),
        restartPolicy: one(['Always'], ['Never', 'Perhaps']),
        hostNetwork: flag,
      },
      'containers',
    ),
  },
  'metadata',
  'spec',
);

const deployment = struct(
  {
    spec: struct(
      {
        replicas: small,
        selector: struct({ matchLabels: struct({ app: one(['a'], ['b']) }, 'app') }, 'matchLabels'),
        template,
        paused: flag,
        minReadySeconds: small,
        progressDeadlineSeconds: one([600, 60], [0]),
        revisionHistoryLimit: small,
        strategy: struct({
          type: one(['RollingUpdate', 'Recreate'], ['Slow']),
          rollingUpdate: struct({
            maxSurge: one([1, '25%', '50%'], ['x', -1]),
            maxUnavailable: one([0, 1, '25%'], ['200%']),
          }),
        }),
      },
      'selector',
      'template',
    ),
  },
  'spec',
);

const service = struct(
  {
    spec: struct(
      {
        ports: list(
          struct(
            {
              name: one(['web', 'dns'], ['Not A Port']),
              port: one([80, 53], [0, 70_000]),
              protocol: one(['TCP', 'UDP'], ['X']),
              targetPort: one([80, 'http', 8080], ['', 0]),
              appProtocol: one(['http', 'https'], ['not valid']),
            },
            'name',
            'port',
          ),
          2,
          'port',
          'protocol',
        ),
        selector: map(['app', 'tier'], one(['a', 'b'], ['not valid'])),
        clusterIP: one(['None', ''], ['x']),
        type: one(['ClusterIP'], ['ExternalName', 'Bogus']),
        externalName: one(['example.com'], ['NOT.valid_']),
        sessionAffinity: one(['None', 'ClientIP'], ['Never']),
        publishNotReadyAddresses: flag,
        internalTrafficPolicy: one(['Cluster', 'Local'], ['Here']),
        ipFamilyPolicy: one(['SingleStack'], ['RequireDualStack', 'Some']),
      },
      'ports',
    ),
  },
  'spec',
);

const job = struct(
  {
    spec: struct(
      {
        template: struct(
          {
            spec: struct(
              {
                containers: list(container, 1, 'name'),
                restartPolicy: one(['Never', 'OnFailure'], ['Always']),
              },
              'containers',
              'restartPolicy',
            ),
          },
          'spec',
        ),
        parallelism: small,
        completions: small,
        backoffLimit: small,
        suspend: flag,
        ttlSecondsAfterFinished: small,
        activeDeadlineSeconds: one([60, 600], [0]),
      },
      'template',
    ),
  },
  'spec',
);

const anything = one([{ x: 1 }, { x: { y: [1, { z: 'w' }] } }, {}], ['text', [1], null]);

const widget = struct(
  {
    spec: struct(
      {
        mode: one(['on', 'off'], ['maybe', 1]),
        size: one([1, 5, 9], [0, 10, '5', 1.5]),
        replicas: one([0, 1, 4], [-1, 'x']),
        ratio: one([1, 0.5, 2.5], [0.3, 'x']),
        flag,
        code: one(['ab', 'abc'], ['a', 'abcde', 'A1']),
        when: one(['2020-01-01T00:00:00Z'], ['now']),
        either: one([1, '10%'], [1.5, true]),
        nullable: one(['x', null], [1]),
        defaulted: pair,
        atomicList: list(letters, 4),
        tags: list(one(['a', 'b', 'c']), 3, ''),
        entries: list(
          struct(
            { name: letters, zone: one(['here', 'there']), value: one([0, 1], [-1, '1']), nested: pair },
            'name',
          ),
          3,
          'name',
          'zone',
        ),
        atomicStruct: pair,
        map: map(['a', 'b', 'c'], letters),
        maps: map(['k', 'l'], pair),
        free: anything,
        partly: struct({ known: pair, other: anything }),
        embedded: one(
          [
            { apiVersion: 'v1', kind: 'Thing', metadata: { name: 'in' }, x: 1 },
            { apiVersion: 'v1', kind: 'Thing' },
          ],
          [{}, { apiVersion: 'v1' }, { apiVersion: 'v1', kind: 'Thing', metadata: { name: 'Not Valid' } }],
        ),
        choice: pair,
      },
      'mode',
    ),
  },
  'spec',
);

const gadget = struct({
  spec: struct({ a: letters, list: list(small, 3), c: values }),
  status: struct({ phase: letters }),
  extra: anything,
});

interface More {
  /** Default: the kind's name in small letters, and an s. */
  readonly plural?: string;
  readonly weight?: number;
  readonly versions?: readonly string[];
  readonly status?: StructShape;
  readonly hasScale?: boolean;
  readonly fieldSelectors?: readonly string[];
  readonly orphansByDefault?: boolean;
}

export function kind(name: string, version: string, shape: StructShape, more: More = {}): FuzzedKind {
  return {
    plural: `${name.toLowerCase()}s`,
    kind: name,
    versions: [version],
    shape,
    hasScale: false,
    fieldSelectors: [],
    weight: 1,
    ...more,
  };
}

export const counts: Shape = one([0, 1, 2], [-1, 'x']);
const replicaCounts = { replicas: counts, readyReplicas: counts, updatedReplicas: counts };
const base64: readonly JsonValue[] = ['YQ==', 'Yg==', ''];

/** All kinds of the grammar. None is written by the API server's own controllers. */
export const FUZZED_KINDS: readonly FuzzedKind[] = [
  kind(
    'ConfigMap',
    'v1',
    struct({
      data: map(['a', 'b', 'not/valid'], values),
      binaryData: map(['c', 'a'], one(base64, ['?', 1])),
      immutable: one([false], [true, 'x']),
    }),
    { weight: 2 },
  ),
  kind(
    'Secret',
    'v1',
    struct({
      data: map(['a', 'b', 'not/valid'], one(base64, ['?', 1])),
      stringData: map(['a', 'c'], values),
      type: one(['Opaque', 'example.com/mine'], ['', 'kubernetes.io/tls', 'kubernetes.io/basic-auth']),
      immutable: one([false], [true]),
    }),
    { fieldSelectors: ['type=Opaque', 'type!=Opaque'] },
  ),
  kind('Service', 'v1', service, {
    weight: 2,
    status: struct({
      conditions: list(fullCondition, 2, 'type'),
      loadBalancer: struct({ ingress: list(struct({ ip: one(['192.0.2.1'], ['x']) }), 1) }),
    }),
    fieldSelectors: ['spec.type=ClusterIP', 'spec.clusterIP=None'],
  }),
  kind('Deployment', 'apps/v1', deployment, {
    weight: 3,
    hasScale: true,
    status: struct({
      ...replicaCounts,
      observedGeneration: counts,
      conditions: list(condition, 2, 'type'),
    }),
  }),
  kind('Job', 'batch/v1', job, {
    orphansByDefault: true,
    status: struct({ active: counts, failed: counts }),
    fieldSelectors: ['status.successful=0'],
  }),
  kind('Widget', 'fuzz.example.com/v1', widget, {
    weight: 5,
    versions: ['fuzz.example.com/v1', 'fuzz.example.com/v1', 'fuzz.example.com/v2'],
    hasScale: true,
    status: struct({ replicas: counts, phase: letters, conditions: list(condition, 2, 'type') }),
    fieldSelectors: ['spec.mode=on', 'spec.mode!=on', 'spec.size=5', 'spec.mode=on,spec.size=3'],
  }),
  kind('Gadget', 'fuzz.example.com/v1', gadget, { weight: 1 }),
];
