import { LAST, type Step } from './speaker.ts';

/** What the conversation is about, the same on both servers. */
export interface Subject {
  readonly namespace: string;
  /** The API group of its custom kind. */
  readonly group: string;
}

type Line = readonly [string, Omit<Step, 'args'>?];

function configMap(name: string, data: object, rest: object = {}): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels: { app: 'paper' }, ...rest },
    data,
  });
}

function manifest(apiVersion: string, kind: string, name: string, rest: object = {}): string {
  return JSON.stringify({ apiVersion, kind, metadata: { name }, ...rest });
}

const RBAC = 'rbac.authorization.k8s.io/v1';
const RULE = { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] };

function robots(namespace: string): object {
  return {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
    subjects: [{ kind: 'ServiceAccount', name: 'robot', namespace }],
  };
}

function definition(group: string): string {
  return `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.${group} }
spec:
  group: ${group}
  scope: Namespaced
  names: { kind: Widget, plural: widgets, shortNames: [wd], categories: [all] }
  versions:
    - name: v1
      served: true
      storage: true
      subresources:
        status: {}
        scale: { specReplicasPath: .spec.size, statusReplicasPath: .status.size }
      additionalPrinterColumns:
        - { name: Size, type: integer, jsonPath: .spec.size }
        - { name: Color, type: string, jsonPath: .spec.color, priority: 1 }
        - { name: Age, type: date, jsonPath: .metadata.creationTimestamp }
      schema:
        openAPIV3Schema:
          type: object
          description: A widget is what this is about.
          required: [spec]
          properties:
            spec:
              type: object
              description: What is wanted.
              required: [size]
              properties:
                size: { type: integer, minimum: 0, description: How many there are. }
                color: { type: string, enum: [red, blue], default: red }
            status:
              type: object
              properties:
                size: { type: integer }
`;
}

function widget(group: string, name: string, spec: object): string {
  return JSON.stringify({ apiVersion: `${group}/v1`, kind: 'Widget', metadata: { name }, spec });
}

const POD = JSON.stringify({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'press', labels: { app: 'paper' } },
  spec: {
    containers: [
      {
        name: 'main',
        image: 'press:1',
        ports: [{ containerPort: 80 }],
        env: [{ name: 'A', value: 'b' }],
        resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '64Mi' } },
        readinessProbe: { httpGet: { path: '/', port: 80 } },
      },
    ],
  },
});

const SERVICE = JSON.stringify({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'paper' },
  spec: { clusterIP: 'None', selector: { app: 'paper' }, ports: [{ port: 80, name: 'http' }] },
});

function event({ namespace }: Subject): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: 'news.1', namespace },
    involvedObject: { apiVersion: 'v1', kind: 'ConfigMap', name: 'news', namespace },
    type: 'Warning',
    reason: 'Printed',
    message: 'it is printed',
    count: 3,
    firstTimestamp: '2024-01-01T00:00:00Z',
    lastTimestamp: '2024-01-01T00:00:00Z',
    source: { component: 'press' },
  });
}

/** An owner goes; what becomes of its dependent. */
function cascade(policy: string): readonly Line[] {
  const [owner, child] = [`owner-${policy}`, `child-${policy}`];
  const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: owner, uid: LAST };
  const gone = `wait --for=delete configmap/${child} --timeout=20s`;
  return [
    ['create -f -', { input: configMap(owner, {}) }],
    [`get configmap ${owner} -o jsonpath={.metadata.uid}`],
    ['create -f -', { input: configMap(child, {}, { ownerReferences: [reference] }) }],
    [`delete configmap ${owner} --cascade=${policy}`],
    // In the background it may, or may not, be there still.
    ...(policy === 'orphan' ? [] : [[gone, { mute: policy === 'background' }] as const]),
    [`get configmap ${child} -o jsonpath={.metadata.name}`],
  ];
}

function line(words: string): Line {
  return [words];
}

function firstSteps({ namespace }: Subject): readonly Line[] {
  return [
    ['create -f -', { input: manifest('v1', 'Namespace', namespace) }],
    ['wait --for=create serviceaccount/default --timeout=20s'],
    ['wait --for=create configmap/kube-root-ca.crt --timeout=20s'],
    ['get configmap nobody'],
    ['get nothing'],
    ['get configmap news -n nowhere'],
    ['create -f -', { input: configMap('news', { title: 'hello', lead: 'a\nb\n' }) }],
    ['create -f -', { input: configMap('news', {}) }],
    ['create -f -', { input: configMap('News', {}) }],
    ['create -f -', { input: configMap('more', {}).replace('"data"', '"date"') }],
    ['create -f - --validate=ignore', { input: configMap('odd', {}).replace('"data"', '"date"') }],
    ['create -f - --dry-run=server -o yaml', { input: configMap('dry', { a: 'b' }) }],
    ['create -f -', { input: configMap('more', { a: 'b' }, { labels: {} }) }],
    ['create -f -', { input: manifest('v1', 'Secret', 'key', { type: 'Opaque', stringData: { a: 'b' } }) }],
    ['create -f -', { input: manifest('v1', 'ServiceAccount', 'robot') }],
    ['create -f -', { input: manifest(RBAC, 'Role', 'reader', { rules: [RULE] }) }],
    ['create -f -', { input: manifest(RBAC, 'RoleBinding', 'robots', robots(namespace)) }],
    ['create configmap unused --from-literal=a=b --dry-run=server'],
    ['create configmap unused --from-literal=a=b --dry-run=client -o yaml'],
    ['create token robot'],
    ['run press --image=press:1 --dry-run=server -o yaml'],
  ];
}

/** What kubectl makes itself, it sends as protobuf. What controllers care for is not read back, or not kept. */
function creating({ namespace }: Subject): readonly Line[] {
  const others = `${namespace}-made`;
  const names = [
    'configmap/made',
    'secret/made',
    'secret/registry',
    'serviceaccount/made',
    'role/made',
    'rolebinding/made',
    'service/made',
    'service/named',
    'ingress/made',
    'cronjob/made',
  ];
  const readings = names.map((name) => line(`get ${name} -o yaml --show-managed-fields`));
  return [
    ['create configmap made --from-literal=a=b --from-literal=c='],
    ['create configmap made --from-literal=a=b'],
    ['create configmap Made --from-literal=a=b'],
    ['create configmap other --from-literal=a=b --dry-run=server -o yaml'],
    ['create secret generic made --from-literal=a=b --type=example.com/some'],
    ['create secret docker-registry registry --docker-server=a --docker-username=b --docker-password=c'],
    ['create serviceaccount made'],
    ['create token made --duration=10m'],
    ['create role made --verb=get,list --resource=pods --resource-name=press'],
    [`create rolebinding made --role=made --serviceaccount=${namespace}:made --user=somebody --group=some`],
    [`create clusterrole ${others} --verb=get --non-resource-url=/metrics --dry-run=server -o yaml`],
    [`create clusterrole ${others} --aggregation-rule=a=b --dry-run=server -o yaml`],
    [`create clusterrolebinding ${others} --clusterrole=view --user=somebody --dry-run=server -o yaml`],
    [`create namespace ${others} --dry-run=server`],
    ['create namespace Wrong --dry-run=server'],
    ['create service clusterip made --clusterip=None --tcp=80:8080'],
    ['create service externalname named --external-name=example.com'],
    ['create service nodeport made --tcp=80 --dry-run=server'],
    ['create ingress made --rule=example.com/path*=paper:80,tls=some --default-backend=paper:http'],
    ['create poddisruptionbudget made --selector=app=made --min-available=50% --dry-run=server -o yaml'],
    ['create quota made --hard=pods=2,requests.cpu=0.5 --dry-run=server -o yaml'],
    [`create priorityclass ${others} --value=-5 --description=low --dry-run=server -o yaml`],
    ['create cronjob made --image=press:1 --schedule=0_0_1_1_* -- print'],
    ['create cronjob made --image=press:1 --schedule=@yearly -- print'],
    ['create job made --image=press:1 --dry-run=server -o yaml -- print all'],
    ['create job from-cron --from=cronjob/made --dry-run=server -o yaml'],
    ['create deployment unmade --image=press:1 --replicas=0 --dry-run=server -o yaml'],
    ['create deployment made --image=press:1 --replicas=0 --port=80'],
    ['autoscale deployment made --max=3 --cpu=50%'],
    ['expose deployment made --name=exposed --port=80 --cluster-ip=None'],
    ['set image deployment/made press=press:2'],
    ['set env deployment/made A=b'],
    ['set resources deployment/made --limits=cpu=0.5'],
    ['rollout pause deployment/made'],
    ['rollout resume deployment/made'],
    ['scale deployment made --replicas=1 --current-replicas=0'],
    ...readings,
    [`delete ${names.join(' ')} service/exposed deployment/made horizontalpodautoscaler/made --wait=false`],
  ];
}

function reading(): readonly Line[] {
  return [
    ['get configmap news'],
    ['get configmap news -o wide'],
    ['get configmap news -o name'],
    ['get configmap news -o json'],
    ['get configmap news -o yaml'],
    ['get configmap news -o yaml --show-managed-fields'],
    ['get configmap news -o jsonpath={.data.title}'],
    ['get configmap news -o go-template={{.data.title}}'],
    ['get configmap news -o custom-columns=NAME:.metadata.name,TITLE:.data.title'],
    ['get configmaps --sort-by=.metadata.name'],
    ['get configmaps --show-labels'],
    ['get configmaps -L app --no-headers'],
    ['get configmaps -l app=paper'],
    ['get configmaps -l app=nothing'],
    ['get configmaps -l a==='],
    ['get configmaps --field-selector metadata.name=more'],
    ['get configmaps --field-selector data.title=hello'],
    ['get configmaps --chunk-size=1'],
    ['get configmaps -o json --chunk-size=2 -l app=paper'],
    ['get configmap,secret'],
    ['get configmap/news secret/key'],
    ['get cm news nobody'],
    ['get role,rolebinding -o wide'],
    ['get all'],
    ['describe configmap news'],
    ['describe secret key'],
    ['describe serviceaccount robot'],
    ['describe role reader'],
    ['describe rolebinding robots'],
    ['describe configmap nobody'],
  ];
}

function changing(): readonly Line[] {
  const news = (title: string, rest: object = {}): Omit<Step, 'args'> => ({
    input: configMap('news', { title, ...rest }),
  });
  return [
    ['apply -f -', news('applied')],
    ['apply -f -', news('applied')],
    ['apply -f -', news('again')],
    ['apply view-last-applied configmap news'],
    ['diff -f -', news('again')],
    ['diff -f -', news('other')],
    ['apply -f - --dry-run=server', news('other')],
    ['apply -f -', { input: configMap('fresh', { a: 'b' }) }],
    ['apply -f - --server-side', news('mine')],
    ['apply -f - --server-side --field-manager=other', news('theirs')],
    ['apply -f - --server-side --field-manager=other --force-conflicts', news('theirs')],
    ['apply -f - --server-side --field-manager=third', { input: configMap('third', { a: 'b' }) }],
    ['diff -f - --server-side --field-manager=other', news('diffed')],
    ['get configmap third -o yaml --show-managed-fields'],
    ['replace -f -', news('replaced')],
    ['replace -f -', { input: configMap('nobody', {}) }],
    ['replace --force -f -', { input: configMap('more', { a: 'c' }) }],
    ['edit configmap news', { env: { KUBE_EDITOR: 'sed -i s/replaced/edited/' } }],
    ['edit configmap news', { env: { KUBE_EDITOR: 'true' } }],
    ['get configmap news -o jsonpath={.data}'],
    ['patch configmap news -p {"data":{"a":"1"}}'],
    ['patch configmap news -p {"data":{"a":"1"}}'],
    ['patch configmap news --type=merge -p {"data":{"a":null}}'],
    ['patch configmap news --type=json -p [{"op":"replace","path":"/data/title","value":"json"}]'],
    ['patch configmap news --type=json -p [{"op":"test","path":"/data/title","value":"no"}]'],
    ['patch configmap news --type=json -p [{"op":"remove","path":"/data/nothing"}]'],
    ['patch configmap news --type=merge -p {"data":{"a":1}}'],
    ['label configmap news app=book'],
    ['label configmap news app=book --overwrite'],
    ['label configmap news app=book'],
    ['label configmap news app-'],
    ['label configmap news a=b/c'],
    ['label configmaps --all seen=yes -l app=paper'],
    ['annotate configmap news note=read'],
    ['annotate configmap news note=read'],
    ['annotate configmap news note-'],
    ['get configmap news -o yaml'],
  ];
}

function customKind(subject: Subject): readonly Line[] {
  const { group } = subject;
  const widgets = `widgets.${group}`;
  return [
    ['apply -f -', { input: definition(group) }],
    [`wait --for=condition=Established crd/${widgets} --timeout=20s`],
    [`get crd ${widgets}`],
    [`api-resources --api-group=${group}`],
    [`api-resources --api-group=${group} -o wide`],
    [`explain ${widgets}`, { patient: true }],
    [`explain ${widgets}.spec`],
    [`explain ${widgets}.spec.size`],
    [`explain ${widgets} --recursive`],
    ['create -f -', { input: widget(group, 'one', { size: 1 }) }],
    ['create -f -', { input: widget(group, 'bad', { size: -1 }) }],
    ['create -f -', { input: widget(group, 'bad', { size: 1, color: 'green' }) }],
    ['create -f -', { input: widget(group, 'bad', {}) }],
    ['create -f -', { input: widget(group, 'bad', { size: 1, colour: 'red' }) }],
    [`apply -f - --server-side`, { input: widget(group, 'two', { size: 2, color: 'blue' }) }],
    [`apply -f -`, { input: widget(group, 'three', { size: 3 }) }],
    [`apply -f -`, { input: widget(group, 'three', { size: 4 }) }],
    [`get ${widgets}`],
    [`get ${widgets} -o wide`],
    [`get wd two -o yaml`],
    [`scale ${widgets} one --replicas=5`],
    [`scale ${widgets} one --replicas=6 --current-replicas=1`],
    [`scale configmap news --replicas=1`],
    [`patch ${widgets} one --subresource=status --type=merge -p {"status":{"size":5}}`],
    [`patch ${widgets} one -p {"spec":{"size":7}}`],
    [`get ${widgets} one --subresource=scale -o yaml`],
    [`get ${widgets} one --subresource=status -o jsonpath={.status}`],
    [`describe ${widgets} one`],
    [`wait --for=jsonpath={.status.size}=5 ${widgets}/one --timeout=20s`],
    [
      `get ${widgets} one --watch`,
      {
        meanwhile: {
          args: [
            ['scale', widgets, 'one', '--replicas=8'],
            ['delete', widgets, 'one'],
          ],
          lines: 4,
        },
      },
    ],
    [
      `get ${widgets} --watch --output-watch-events`,
      { meanwhile: { args: [['label', widgets, 'two', 'seen=yes']], lines: 4 } },
    ],
    [`get all -o name`],
    [`delete ${widgets} --all`],
    [`delete crd ${widgets}`],
    [`get ${widgets}`],
  ];
}

function workloads(subject: Subject): readonly Line[] {
  return [
    ['apply -f -', { input: POD }],
    ['get pod press'],
    ['get pod press -o wide'],
    ['get pods --field-selector status.phase=Pending -o name'],
    ['describe pod press'],
    ['get pod press -o yaml'],
    ['set image pod/press main=press:2'],
    ['patch pod press -p {"spec":{"hostNetwork":true}}'],
    ['logs press'],
    ['exec press -- true'],
    ['wait --for=condition=Ready pod/press --timeout=1s'],
    ['delete pod press --grace-period=0 --force'],
    ['create -f -', { input: SERVICE }],
    ['get service paper'],
    ['create -f -', { input: event(subject) }],
    ['events'],
    ['get events'],
    ['get events --field-selector reason=Printed -o wide'],
    ['events --for configmap/news'],
    ['describe configmap news'],
  ];
}

function asking({ namespace }: Subject): readonly Line[] {
  const robot = `--as=system:serviceaccount:${namespace}:robot`;
  return [
    ['auth can-i get pods'],
    ['auth can-i get pods --as=nobody'],
    [`auth can-i get configmaps ${robot}`],
    [`auth can-i delete configmaps ${robot}`],
    [`auth can-i --list ${robot}`],
    ['auth whoami --as=somebody --as-group=some'],
    ['get pods --as=nobody'],
    ['delete configmap news --as=nobody'],
    ['api-resources --api-group=apps'],
    ['api-resources --api-group=batch -o wide'],
    ['api-resources --api-group= --namespaced=false'],
    ['get --raw /livez'],
    ['get --raw /apis/apps'],
    ['get --raw /nothing'],
    ['version'],
    ['cluster-info'],
  ];
}

function leaving({ namespace }: Subject): readonly Line[] {
  return [
    ...['background', 'foreground', 'orphan'].flatMap(cascade),
    ['delete configmap more --dry-run=server'],
    ['delete configmap nobody'],
    ['delete configmap nobody --ignore-not-found'],
    ['delete configmap more third'],
    ['delete secret,serviceaccount -l app=nothing'],
    ['delete configmaps -l app=paper'],
    ['patch configmap news -p {"metadata":{"finalizers":["example.com/hold"]}}'],
    ['delete configmap news --wait=false'],
    ['wait --for=delete configmap/news --timeout=1s'],
    ['patch configmap news --type=merge -p {"metadata":{"finalizers":null}}'],
    ['wait --for=delete configmap/news --timeout=20s'],
    ['delete secret key'],
    [`delete namespace ${namespace}`],
    [`get namespace ${namespace}`],
  ];
}

/** The conversation, by what is said: arguments are separated by spaces. */
export function script(subject: Subject): readonly Step[] {
  return [
    ...firstSteps(subject),
    ...reading(),
    ...changing(),
    ...customKind(subject),
    ...workloads(subject),
    ...asking(subject),
    ...creating(subject),
    ...leaving(subject),
  ].map(stepOf);
}

function stepOf([words, rest = {}]: Line): Step {
  return { args: words.split(' '), ...rest };
}
