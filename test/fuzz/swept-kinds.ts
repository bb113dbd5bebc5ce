import {
  condition,
  container,
  counts,
  flag,
  fullCondition,
  kind,
  type FuzzedKind,
  small,
  template,
} from './kinds.ts';
import { list, map, one, type StructShape, struct } from './shape.ts';

const labels = map(['app', 'tier'], one(['a', 'b'], ['not valid']));
const selector = struct({
  matchLabels: labels,
  matchExpressions: list(
    struct(
      {
        key: one(['app', 'tier'], ['not valid', '']),
        operator: one(['In', 'NotIn', 'Exists', 'DoesNotExist'], ['Like']),
        values: list(one(['a', 'b'], ['not valid']), 2),
      },
      'key',
      'operator',
      'values',
    ),
    1,
  ),
});
const ownSelector = struct({ matchLabels: struct({ app: one(['a'], ['b']) }, 'app') }, 'matchLabels');
const quantity = one(['1Gi', '500Mi'], ['-1', 'lots', '0']);
const portNumber = one([80, 53], [0, 70_000]);
const portOrName = one([80, 'http'], [0, '', 'Not Valid', 70_000]);
const share = one([0, 1, '25%'], ['200%', 'x', -1]);
const seconds = one([0, 5, 30], [-1]);

const probe = struct(
  {
    httpGet: struct(
      {
        path: one(['/healthz'], ['']),
        port: portOrName,
        scheme: one(['HTTP', 'HTTPS'], ['FTP']),
        host: one(['example.com'], ['not valid']),
        httpHeaders: list(
          struct({ name: one(['X-A'], ['not valid']), value: one(['b']) }, 'name', 'value'),
          1,
        ),
      },
      'port',
    ),
    tcpSocket: struct({ port: portOrName }, 'port'),
    exec: struct({ command: list(one(['true']), 1) }),
    grpc: struct({ port: portNumber, service: one(['x', '']) }, 'port'),
    initialDelaySeconds: seconds,
    timeoutSeconds: one([1, 5], [0, -1]),
    periodSeconds: one([1, 5], [0, -1]),
    successThreshold: one([1], [0, 2, -1]),
    failureThreshold: one([1, 3], [0, -1]),
    terminationGracePeriodSeconds: one([1, 5], [0, -1]),
  },
  'httpGet',
);

const securityContext = struct({
  runAsUser: one([0, 1000], [-1]),
  runAsGroup: one([0, 1000], [-1]),
  runAsNonRoot: flag,
  readOnlyRootFilesystem: flag,
  privileged: flag,
  allowPrivilegeEscalation: flag,
  capabilities: struct({ add: list(one(['NET_ADMIN']), 1), drop: list(one(['ALL']), 1) }),
  seccompProfile: struct(
    {
      type: one(['RuntimeDefault', 'Unconfined'], ['Localhost', 'Other']),
      localhostProfile: one(['a.json'], ['../a', '/a']),
    },
    'type',
  ),
  procMount: one(['Default'], ['Unmasked', 'x']),
});

const podContainer = struct(
  {
    ...container.fields,
    command: list(one(['run']), 1),
    workingDir: one(['/', '/x'], ['']),
    livenessProbe: probe,
    readinessProbe: probe,
    startupProbe: probe,
    lifecycle: struct({
      preStop: struct({
        exec: struct({ command: list(one(['true']), 1) }),
        sleep: struct({ seconds }, 'seconds'),
      }),
      postStart: struct({ httpGet: struct({ port: portOrName, path: one(['/x'], ['']) }, 'port') }),
    }),
    securityContext,
    envFrom: list(
      struct({
        prefix: one(['A_', ''], ['=']),
        configMapRef: struct({ name: one(['a'], ['Not Valid', '']), optional: flag }),
        secretRef: struct({ name: one(['a'], ['Not Valid', '']) }),
      }),
      1,
    ),
    terminationMessagePath: one(['/x'], ['']),
    terminationMessagePolicy: one(['File', 'FallbackToLogsOnError'], ['x']),
    stdin: flag,
    tty: flag,
    resizePolicy: list(
      struct(
        {
          resourceName: one(['cpu', 'memory'], ['x']),
          restartPolicy: one(['NotRequired', 'RestartContainer'], ['x']),
        },
        'resourceName',
        'restartPolicy',
      ),
      1,
    ),
    restartPolicy: one(['Always'], ['Never', 'x']),
    volumeDevices: list(
      struct(
        { name: one(['tmp'], ['other']), devicePath: one(['/dev/x'], ['', '..']) },
        'name',
        'devicePath',
      ),
      1,
    ),
  },
  'name',
  'image',
);

const volume = struct(
  {
    name: one(['tmp'], ['Not Valid']),
    emptyDir: struct({ medium: one(['', 'Memory'], ['x']), sizeLimit: quantity }),
    configMap: struct({
      name: one(['a'], ['', 'Not Valid']),
      defaultMode: one([0o644, 0], [-1, 0o1000]),
      items: list(
        struct(
          { key: one(['a'], ['', 'not/valid']), path: one(['x'], ['', '/x', '../x']), mode: one([0], [-1]) },
          'key',
          'path',
        ),
        1,
      ),
    }),
    secret: struct({ secretName: one(['a'], ['']), optional: flag, defaultMode: one([0], [0o1000]) }),
    hostPath: struct({ path: one(['/x'], ['', '/../x']), type: one(['', 'Directory'], ['x']) }, 'path'),
    persistentVolumeClaim: struct({ claimName: one(['a'], ['', 'Not Valid']), readOnly: flag }, 'claimName'),
    downwardAPI: struct({
      items: list(
        struct(
          {
            path: one(['x'], ['', '/x']),
            fieldRef: struct({ fieldPath: one(['metadata.name'], ['spec.x', '']) }, 'fieldPath'),
          },
          'path',
          'fieldRef',
        ),
        1,
      ),
    }),
    projected: struct({
      defaultMode: one([0], [0o1000]),
      sources: list(
        struct({
          serviceAccountToken: struct(
            {
              path: one(['t'], ['', '/t']),
              expirationSeconds: one([3600], [1, 4_294_967_297]),
              audience: one(['x']),
            },
            'path',
          ),
          configMap: struct({ name: one(['a'], ['']) }),
        }),
        1,
      ),
    }),
    nfs: struct({ server: one(['a'], ['']), path: one(['/x'], ['', 'x']) }, 'server', 'path'),
    csi: struct({ driver: one(['example.com'], ['', 'Not Valid']) }, 'driver'),
    ephemeral: struct({
      volumeClaimTemplate: struct(
        {
          spec: struct(
            {
              accessModes: list(one(['ReadWriteOnce'], ['x']), 1),
              resources: struct({ requests: struct({ storage: quantity }, 'storage') }, 'requests'),
            },
            'accessModes',
            'resources',
          ),
        },
        'spec',
      ),
    }),
  },
  'name',
);

const nodeTerm = struct(
  {
    matchExpressions: list(
      struct(
        {
          key: one(['zone'], ['']),
          operator: one(['In', 'Gt', 'Exists'], ['x']),
          values: list(one(['1', 'a'], ['not valid']), 1),
        },
        'key',
        'operator',
      ),
      1,
    ),
    matchFields: list(
      struct(
        { key: one(['metadata.name'], ['x']), operator: one(['In'], ['Gt']), values: list(one(['a']), 1) },
        'key',
        'operator',
        'values',
      ),
      1,
    ),
  },
  'matchExpressions',
);
const podTerm = struct(
  {
    labelSelector: selector,
    topologyKey: one(['zone'], ['', 'not valid']),
    namespaces: list(one(['default'], ['Not Valid']), 1),
    namespaceSelector: selector,
  },
  'topologyKey',
);
const weight = one([1, 100], [0, 101]);

const affinity = struct({
  nodeAffinity: struct({
    requiredDuringSchedulingIgnoredDuringExecution: struct(
      { nodeSelectorTerms: list(nodeTerm, 1) },
      'nodeSelectorTerms',
    ),
    preferredDuringSchedulingIgnoredDuringExecution: list(
      struct({ weight, preference: nodeTerm }, 'weight', 'preference'),
      1,
    ),
  }),
  podAffinity: struct({
    requiredDuringSchedulingIgnoredDuringExecution: list(podTerm, 1),
    preferredDuringSchedulingIgnoredDuringExecution: list(
      struct({ weight, podAffinityTerm: podTerm }, 'weight', 'podAffinityTerm'),
      1,
    ),
  }),
  podAntiAffinity: struct({ requiredDuringSchedulingIgnoredDuringExecution: list(podTerm, 1) }),
});

const podSpec = struct(
  {
    containers: list(podContainer, 1, 'name'),
    initContainers: list(podContainer, 1, 'name'),
    volumes: list(volume, 1, 'name'),
    affinity,
    nodeSelector: map(['disk'], one(['a'], ['not valid'])),
    nodeName: one(['n'], ['Not Valid']),
    serviceAccountName: one(['default'], ['Not Valid']),
    automountServiceAccountToken: flag,
    restartPolicy: one(['Always', 'Never', 'OnFailure'], ['Perhaps']),
    dnsPolicy: one(['ClusterFirst', 'Default', 'None'], ['x']),
    dnsConfig: struct({
      nameservers: list(one(['10.0.0.1'], ['x']), 1),
      searches: list(one(['example.com'], ['not valid']), 1),
      options: list(struct({ name: one(['ndots'], ['']), value: one(['2']) }), 1),
    }),
    hostname: one(['h'], ['Not Valid']),
    subdomain: one(['s'], ['Not Valid']),
    setHostnameAsFQDN: flag,
    hostNetwork: flag,
    hostPID: flag,
    hostIPC: flag,
    hostUsers: flag,
    shareProcessNamespace: flag,
    hostAliases: list(
      struct({ ip: one(['10.0.0.1'], ['x']), hostnames: list(one(['a'], ['Not Valid']), 1) }, 'ip'),
      1,
    ),
    imagePullSecrets: list(struct({ name: one(['a'], ['']) }), 1),
    schedulerName: one(['x'], ['']),
    priorityClassName: one(['system-node-critical'], ['nowhere']),
    preemptionPolicy: one(['Never', 'PreemptLowerPriority'], ['x']),
    runtimeClassName: one([], ['nowhere', 'Not Valid']),
    terminationGracePeriodSeconds: one([0, 30], [-1]),
    activeDeadlineSeconds: one([1, 60], [0, -1, 4_294_967_296]),
    enableServiceLinks: flag,
    tolerations: list(
      struct({
        key: one(['t'], ['not valid']),
        operator: one(['Exists', 'Equal'], ['Like']),
        effect: one(['NoSchedule', 'NoExecute'], ['Nope']),
        value: one(['', 'v'], ['not valid']),
        tolerationSeconds: one([1], [-1]),
      }),
      1,
    ),
    topologySpreadConstraints: list(
      struct(
        {
          maxSkew: one([1, 2], [0, -1]),
          topologyKey: one(['zone'], ['', 'not valid']),
          whenUnsatisfiable: one(['DoNotSchedule', 'ScheduleAnyway'], ['x']),
          labelSelector: selector,
          minDomains: one([1], [0]),
          nodeAffinityPolicy: one(['Honor', 'Ignore'], ['x']),
          nodeTaintsPolicy: one(['Honor', 'Ignore'], ['x']),
          matchLabelKeys: list(one(['app'], ['not valid']), 1),
        },
        'maxSkew',
        'topologyKey',
        'whenUnsatisfiable',
      ),
      1,
    ),
    securityContext: struct({
      runAsUser: one([0, 1000], [-1]),
      runAsNonRoot: flag,
      fsGroup: one([0, 1], [-1]),
      fsGroupChangePolicy: one(['Always', 'OnRootMismatch'], ['x']),
      supplementalGroups: list(one([1], [-1]), 1),
      sysctls: list(
        struct(
          { name: one(['kernel.shm_rmid_forced'], ['', 'not valid']), value: one(['1']) },
          'name',
          'value',
        ),
        1,
      ),
      seccompProfile: struct({ type: one(['RuntimeDefault'], ['Localhost', 'Other']) }, 'type'),
    }),
    readinessGates: list(
      struct({ conditionType: one(['example.com/x'], ['', 'not valid']) }, 'conditionType'),
      1,
    ),
    schedulingGates: list(struct({ name: one(['example.com/x'], ['', 'not valid']) }, 'name'), 1),
    os: struct({ name: one(['linux', 'windows'], ['x']) }, 'name'),
    overhead: map(['cpu'], one(['1'], ['x'])),
    priority: one([0], [1]),
  },
  'containers',
);

const pod = struct({ spec: podSpec }, 'spec');
const podStatus = struct({
  phase: one(['Pending', 'Running', 'Succeeded'], ['x']),
  conditions: list(struct({ ...condition.fields, lastProbeTime: one([null]) }, 'type', 'status'), 1, 'type'),
  podIP: one(['10.0.0.1'], ['x']),
  podIPs: list(struct({ ip: one(['10.0.0.1'], ['x']) }, 'ip'), 1, 'ip'),
  hostIP: one(['10.0.0.1'], ['x']),
  qosClass: one(['BestEffort'], ['Guaranteed', 'x']),
  containerStatuses: list(
    struct(
      {
        name: one(['web'], ['x']),
        ready: flag,
        restartCount: counts,
        image: one(['web:1']),
        imageID: one(['']),
        state: struct({
          waiting: struct({ reason: one(['x']) }),
          running: struct({ startedAt: one(['2020-01-01T00:00:00Z'], ['x']) }),
          terminated: struct({ exitCode: one([0, 1]), reason: one(['Done']) }, 'exitCode'),
        }),
      },
      'name',
      'ready',
      'restartCount',
      'image',
      'imageID',
    ),
    1,
  ),
  message: one(['m']),
  reason: one(['r']),
  nominatedNodeName: one(['n'], ['Not Valid']),
});

const claimSpec = struct(
  {
    accessModes: list(one(['ReadWriteOnce', 'ReadOnlyMany'], ['x', 'ReadWriteOncePod']), 1),
    resources: struct(
      { requests: struct({ storage: quantity }, 'storage'), limits: struct({ storage: quantity }) },
      'requests',
    ),
    storageClassName: one(['fast', ''], ['Not Valid']),
    volumeMode: one(['Filesystem', 'Block'], ['x']),
    volumeName: one(['v'], ['Not Valid']),
    selector,
    dataSource: struct(
      {
        kind: one(['PersistentVolumeClaim'], ['x', '']),
        name: one(['a'], ['']),
        apiGroup: one(['snapshot.storage.k8s.io'], ['']),
      },
      'kind',
      'name',
    ),
    dataSourceRef: struct(
      {
        kind: one(['PersistentVolumeClaim'], ['']),
        name: one(['a'], ['']),
        apiGroup: one(['x.io']),
        namespace: one(['default']),
      },
      'kind',
      'name',
    ),
    volumeAttributesClassName: one(['x'], ['']),
  },
  'accessModes',
  'resources',
);

const statefulSet = struct(
  {
    spec: struct(
      {
        replicas: small,
        selector: ownSelector,
        serviceName: one(['a', ''], ['Not Valid']),
        template: template,
        podManagementPolicy: one(['Parallel', 'OrderedReady'], ['x']),
        updateStrategy: struct({
          type: one(['RollingUpdate', 'OnDelete'], ['x']),
          rollingUpdate: struct({ partition: small, maxUnavailable: share }),
        }),
        revisionHistoryLimit: small,
        minReadySeconds: small,
        persistentVolumeClaimRetentionPolicy: struct({
          whenDeleted: one(['Retain', 'Delete'], ['x']),
          whenScaled: one(['Retain', 'Delete'], ['x']),
        }),
        ordinals: struct({ start: small }),
        volumeClaimTemplates: list(
          struct(
            { metadata: struct({ name: one(['tmp'], ['Not Valid']) }, 'name'), spec: claimSpec },
            'metadata',
            'spec',
          ),
          1,
        ),
      },
      'selector',
      'template',
    ),
  },
  'spec',
);

const daemonSet = struct(
  {
    spec: struct(
      {
        selector: ownSelector,
        template: template,
        updateStrategy: struct({
          type: one(['RollingUpdate', 'OnDelete'], ['x']),
          rollingUpdate: struct({ maxUnavailable: share, maxSurge: share }),
        }),
        minReadySeconds: small,
        revisionHistoryLimit: small,
      },
      'selector',
      'template',
    ),
  },
  'spec',
);

const replicaSet = struct(
  {
    spec: struct(
      { replicas: small, selector: ownSelector, template: template, minReadySeconds: small },
      'selector',
      'template',
    ),
  },
  'spec',
);

const cronJob = struct(
  {
    spec: struct(
      {
        schedule: one(['* * * * *', '@daily'], ['', 'x', 'TZ=UTC * * * * *', '60 * * * *']),
        timeZone: one(['Etc/UTC'], ['', 'Nowhere/x', 'Local', '../x']),
        concurrencyPolicy: one(['Allow', 'Forbid', 'Replace'], ['x']),
        suspend: flag,
        startingDeadlineSeconds: seconds,
        successfulJobsHistoryLimit: small,
        failedJobsHistoryLimit: small,
        jobTemplate: struct(
          {
            metadata: struct({ labels }),
            spec: struct(
              {
                backoffLimit: small,
                template: struct(
                  {
                    spec: struct(
                      { containers: list(container, 1, 'name'), restartPolicy: one(['Never'], ['Always']) },
                      'containers',
                      'restartPolicy',
                    ),
                  },
                  'spec',
                ),
              },
              'template',
            ),
          },
          'spec',
        ),
      },
      'schedule',
      'jobTemplate',
    ),
  },
  'spec',
);

const backends = {
  service: struct(
    {
      name: one(['a'], ['', 'Not Valid']),
      port: struct({ number: portNumber, name: one(['http'], ['Not Valid']) }, 'number'),
    },
    'name',
    'port',
  ),
  resource: struct(
    {
      kind: one(['Thing'], ['', 'not/valid']),
      name: one(['a'], ['', 'not/valid']),
      apiGroup: one(['x.io'], ['Not Valid']),
    },
    'kind',
    'name',
  ),
};

const ingress = struct(
  {
    spec: struct(
      {
        defaultBackend: struct(backends, 'service'),
        ingressClassName: one(['nginx'], ['Not Valid', '']),
        rules: list(
          struct({
            host: one(['example.com', '*.example.com'], ['10.0.0.1', '*', 'Not Valid', 'a.*.b']),
            http: struct(
              {
                paths: list(
                  struct(
                    {
                      path: one(['/a', '/'], ['', 'a', '/a/../b', '//']),
                      pathType: one(['Prefix', 'Exact', 'ImplementationSpecific'], ['x']),
                      backend: struct(backends, 'resource'),
                    },
                    'path',
                    'pathType',
                    'backend',
                  ),
                  1,
                ),
              },
              'paths',
            ),
          }),
          1,
        ),
        tls: list(
          struct({
            hosts: list(one(['example.com'], ['10.0.0.1', '*']), 1),
            secretName: one(['a'], ['Not Valid']),
          }),
          1,
        ),
      },
      'defaultBackend',
    ),
  },
  'spec',
);

const peer = struct({
  podSelector: selector,
  namespaceSelector: selector,
  ipBlock: struct(
    {
      cidr: one(['10.0.0.0/8'], ['x', '10.0.0.1/8']),
      except: list(one(['10.1.0.0/16'], ['x', '11.0.0.0/16']), 1),
    },
    'cidr',
  ),
});
const policyPort = struct({
  port: portOrName,
  protocol: one(['TCP', 'SCTP'], ['x']),
  endPort: one([90, 100], [1, 70_000]),
});
const networkPolicy = struct(
  {
    spec: struct(
      {
        podSelector: selector,
        policyTypes: list(one(['Ingress', 'Egress'], ['x']), 2),
        ingress: list(struct({ from: list(peer, 1), ports: list(policyPort, 1) }), 1),
        egress: list(struct({ to: list(peer, 1), ports: list(policyPort, 1) }), 1),
      },
      'podSelector',
    ),
  },
  'spec',
);

const budget = struct(
  {
    spec: struct({
      minAvailable: share,
      maxUnavailable: share,
      selector,
      unhealthyPodEvictionPolicy: one(['AlwaysAllow', 'IfHealthyBudget'], ['x']),
    }),
  },
  'spec',
);

const target = struct(
  {
    type: one(['Utilization', 'AverageValue', 'Value'], ['x']),
    averageUtilization: one([50], [0, -1]),
    averageValue: quantity,
    value: quantity,
  },
  'type',
  'averageUtilization',
);
const metricName = struct({ name: one(['m'], ['', 'not/valid']), selector }, 'name');
const scaleTarget = struct(
  {
    apiVersion: one(['apps/v1'], ['x/y/z']),
    kind: one(['Deployment'], ['', 'not/valid']),
    name: one(['a'], ['', 'not/valid']),
  },
  'apiVersion',
  'kind',
  'name',
);
const scalingRules = struct({
  stabilizationWindowSeconds: one([0, 300], [-1, 3601]),
  selectPolicy: one(['Max', 'Min', 'Disabled'], ['x']),
  tolerance: one(['0.1'], ['-1', 'x']),
  policies: list(
    struct(
      {
        type: one(['Pods', 'Percent'], ['x']),
        value: one([1], [0, -1]),
        periodSeconds: one([60], [0, 1801]),
      },
      'type',
      'value',
      'periodSeconds',
    ),
    1,
  ),
});
const autoscaler = struct(
  {
    spec: struct(
      {
        scaleTargetRef: scaleTarget,
        minReplicas: one([1, 2], [0, -1, 100]),
        maxReplicas: one([3, 5], [0, -1]),
        metrics: list(
          struct(
            {
              type: one(['Resource', 'Pods', 'Object', 'External', 'ContainerResource'], ['x']),
              resource: struct({ name: one(['cpu', 'memory'], ['']), target }, 'name', 'target'),
              pods: struct({ metric: metricName, target }, 'metric', 'target'),
              object: struct(
                { describedObject: scaleTarget, metric: metricName, target },
                'describedObject',
                'metric',
                'target',
              ),
              external: struct({ metric: metricName, target }, 'metric', 'target'),
              containerResource: struct(
                { name: one(['cpu'], ['']), container: one(['web'], ['']), target },
                'name',
                'container',
                'target',
              ),
            },
            'type',
            'resource',
          ),
          1,
        ),
        behavior: struct({ scaleUp: scalingRules, scaleDown: scalingRules }),
      },
      'scaleTargetRef',
      'maxReplicas',
    ),
  },
  'spec',
);

const rule = struct(
  {
    verbs: list(one(['get', '*'], ['']), 1),
    apiGroups: list(one(['', 'apps']), 1),
    resources: list(one(['pods', '*']), 1),
    resourceNames: list(one(['a']), 1),
    nonResourceURLs: list(one([], ['/x']), 1),
  },
  'verbs',
  'apiGroups',
  'resources',
);
const binding = struct(
  {
    roleRef: struct(
      {
        apiGroup: one(['rbac.authorization.k8s.io'], ['', 'x']),
        kind: one(['Role', 'ClusterRole'], ['x']),
        name: one(['a'], ['', 'not/valid']),
      },
      'apiGroup',
      'kind',
      'name',
    ),
    subjects: list(
      struct(
        {
          kind: one(['ServiceAccount', 'User', 'Group'], ['x']),
          name: one(['a'], ['', 'Not Valid']),
          namespace: one(['default'], ['']),
          apiGroup: one([''], ['x', 'rbac.authorization.k8s.io']),
        },
        'kind',
        'name',
        'namespace',
      ),
      1,
    ),
  },
  'roleRef',
);

const account: StructShape = struct({
  automountServiceAccountToken: flag,
  secrets: list(struct({ name: one(['a'], ['']) }), 1, 'name'),
  imagePullSecrets: list(struct({ name: one(['a'], ['']) }), 1),
});

const lease = struct(
  {
    spec: struct({
      holderIdentity: one(['a', ''], []),
      leaseDurationSeconds: one([15], [0, -1]),
      leaseTransitions: one([0, 1], [-1]),
      acquireTime: one(['2020-01-01T00:00:00.000000Z'], ['2020-01-01T00:00:00Z', 'x']),
      renewTime: one(['2020-01-01T00:00:00.000000Z'], ['2020-01-01T00:00:00.5Z', 'x']),
      strategy: one(['OldestEmulationVersion'], ['x']),
      preferredHolder: one(['b'], ['']),
    }),
  },
  'spec',
);

const quotaAmounts = map(
  ['pods', 'requests.cpu', 'example.com/x', 'bogus'],
  one(['1', '2'], ['-1', 'x', '0.5']),
);

const quota = struct(
  {
    spec: struct({
      hard: quotaAmounts,
      scopes: list(one(['BestEffort', 'NotBestEffort'], ['x']), 1),
      scopeSelector: struct({
        matchExpressions: list(
          struct(
            {
              scopeName: one(['PriorityClass', 'BestEffort'], ['x']),
              operator: one(['In', 'Exists'], ['x']),
              values: list(one(['a']), 1),
            },
            'scopeName',
            'operator',
          ),
          1,
        ),
      }),
    }),
  },
  'spec',
);

const range = struct(
  {
    spec: struct(
      {
        limits: list(
          struct(
            {
              type: one(['Container', 'Pod', 'PersistentVolumeClaim'], ['x']),
              max: map(['cpu'], one(['2'], ['x', '-1'])),
              min: map(['cpu'], one(['1'], ['3'])),
              default: map(['cpu'], one(['1'], ['3'])),
              defaultRequest: map(['cpu'], one(['1'], ['3'])),
              maxLimitRequestRatio: map(['cpu'], one(['2'], ['0.5'])),
            },
            'type',
            'max',
          ),
          1,
        ),
      },
      'limits',
    ),
  },
  'spec',
);

const slice = struct(
  {
    addressType: one(['IPv4'], ['IPv6', 'FQDN', 'x']),
    endpoints: list(
      struct(
        {
          addresses: list(one(['10.0.0.1'], ['x', '127.0.0.1', '::1']), 1),
          conditions: struct({ ready: flag, serving: flag, terminating: flag }),
          hostname: one(['h'], ['Not Valid']),
          nodeName: one(['n'], ['Not Valid']),
          zone: one(['z'], ['']),
          targetRef: struct({ kind: one(['Pod']), name: one(['a']) }),
        },
        'addresses',
      ),
      1,
    ),
    ports: list(
      struct({
        name: one(['', 'http'], ['Not Valid']),
        port: portNumber,
        protocol: one(['TCP'], ['x']),
        appProtocol: one(['http'], ['not valid']),
      }),
      1,
    ),
  },
  'addressType',
  'endpoints',
);

const setStatus = struct({
  replicas: counts,
  readyReplicas: counts,
  conditions: list(condition, 1, 'type'),
  observedGeneration: counts,
});

/**
 * Kinds that sweeps look at and random requests do not: what is worth a look once, when their rules change, rather than
 * in each run.
 */
export const SWEPT_KINDS: readonly FuzzedKind[] = [
  kind('Pod', 'v1', pod, { status: podStatus }),
  kind('StatefulSet', 'apps/v1', statefulSet, { hasScale: true, status: setStatus }),
  kind('DaemonSet', 'apps/v1', daemonSet, {
    status: struct({
      currentNumberScheduled: counts,
      numberMisscheduled: counts,
      desiredNumberScheduled: counts,
      numberReady: counts,
    }),
  }),
  kind('ReplicaSet', 'apps/v1', replicaSet, { hasScale: true, status: setStatus }),
  kind('CronJob', 'batch/v1', cronJob, {
    status: struct({ lastScheduleTime: one(['2020-01-01T00:00:00Z'], ['x']) }),
  }),
  kind('Ingress', 'networking.k8s.io/v1', ingress, {
    plural: 'ingresses',
    status: struct({
      loadBalancer: struct({
        ingress: list(
          struct({ ip: one(['192.0.2.1'], ['x']), hostname: one(['a.b'], ['Not Valid', '10.0.0.1']) }),
          1,
        ),
      }),
    }),
  }),
  kind('NetworkPolicy', 'networking.k8s.io/v1', networkPolicy, { plural: 'networkpolicies' }),
  kind('PodDisruptionBudget', 'policy/v1', budget, {
    status: struct({
      disruptionsAllowed: counts,
      currentHealthy: counts,
      desiredHealthy: counts,
      expectedPods: counts,
      conditions: list(fullCondition, 1, 'type'),
    }),
  }),
  kind('HorizontalPodAutoscaler', 'autoscaling/v2', autoscaler, {
    status: struct({
      currentReplicas: counts,
      desiredReplicas: counts,
      conditions: list(condition, 1, 'type'),
    }),
  }),
  kind('PersistentVolumeClaim', 'v1', struct({ spec: claimSpec }, 'spec'), {
    status: struct({ phase: one(['Pending', 'Bound'], ['x']), capacity: map(['storage'], quantity) }),
  }),
  kind('Role', 'rbac.authorization.k8s.io/v1', struct({ rules: list(rule, 1) }, 'rules')),
  kind('RoleBinding', 'rbac.authorization.k8s.io/v1', binding),
  kind('ServiceAccount', 'v1', account),
  kind('Lease', 'coordination.k8s.io/v1', lease),
  kind('ResourceQuota', 'v1', quota, {
    status: struct({ hard: quotaAmounts, used: quotaAmounts }),
  }),
  kind('LimitRange', 'v1', range),
  kind('EndpointSlice', 'discovery.k8s.io/v1', slice),
  kind('PodTemplate', 'v1', struct({ template: template }, 'template')),
];
