import { structNamed } from '../../../../lib/apiserver/builtin/go-structs.ts';
import { asWritten, withoutZeros, withStructs } from '../../../../lib/apiserver/objects/zero-values.ts';
import type { Schema } from '../../../../lib/apiserver/schema.ts';
import type { JsonObject } from '../../../../lib/object/json.ts';
import { equal, is } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

interface Case {
  readonly struct: string;
  readonly given: JsonObject;
  readonly want: JsonObject;
}

const DROPPED: Readonly<Record<string, Case>> = {
  'scalars that are no pointers': {
    struct: 'core.v1.PodSpec',
    given: { hostNetwork: false, nodeName: '', containers: [], terminationGracePeriodSeconds: 0 },
    want: { containers: [], terminationGracePeriodSeconds: 0 },
  },
  'lists and maps': {
    struct: 'meta.v1.ObjectMeta',
    given: { labels: {}, finalizers: [], annotations: { a: '' }, generation: 0 },
    want: { annotations: { a: '' } },
  },
  'zeros of embedded structs, lists and maps': {
    struct: 'core.v1.PodSpec',
    given: {
      volumes: [{ name: 'v', secret: { secretName: '', optional: false } }],
      initContainers: [{ name: '', env: [{ name: 'A', value: '' }], stdin: false }],
    },
    want: {
      volumes: [{ name: 'v', secret: { optional: false } }],
      initContainers: [{ name: '', env: [{ name: 'A' }] }],
    },
  },
  'zeros in the values of a map': {
    struct: 'apiextensions.v1.JSONSchemaProps',
    given: { properties: { a: { description: '', nullable: false, maxLength: 0 } } },
    want: { properties: { a: { maxLength: 0 } } },
  },
  'nulls, whatever they stand for': {
    struct: 'core.v1.ServicePort',
    given: { port: null, targetPort: 0, nodePort: null, appProtocol: null, protocol: '' },
    want: { targetPort: 0 },
  },
};

const FILLED: Readonly<Record<string, Case>> = {
  structs: {
    struct: 'core.v1.Service',
    given: { spec: { type: 'ClusterIP' } },
    want: { spec: { type: 'ClusterIP' }, metadata: {}, status: { loadBalancer: {} } },
  },
  'required scalars, lists and pointers': {
    struct: 'apps.v1.StatefulSetSpec',
    given: {},
    want: {
      selector: null,
      template: { metadata: {}, spec: { containers: null } },
      serviceName: '',
      updateStrategy: {},
    },
  },
  'times, in lists too': {
    struct: 'core.v1.PodStatus',
    given: { conditions: [{ type: 'Ready', status: 'True' }] },
    want: { conditions: [{ type: 'Ready', status: 'True', lastProbeTime: null, lastTransitionTime: null }] },
  },
};

suite('withoutZeros', (test) => {
  for (const [name, { struct, given, want }] of Object.entries(DROPPED))
    test(`drops ${name}`, () => {
      equal(withoutZeros(structNamed(struct), given), want);
    });

  test('drops what Go gives its default, but not through a pointer', () => {
    const text = { type: 'string', default: 'x' };
    const binding: Schema = {
      properties: { roleRef: { properties: { apiGroup: text, kind: { type: 'string' } } } },
    };
    const given = { roleRef: { apiGroup: '', kind: '', name: 'r' } };
    equal(withoutZeros(structNamed('rbac.v1.RoleBinding'), given, binding), {
      roleRef: { kind: '', name: 'r' },
    });
    const claim: Schema = { properties: { status: { default: { phase: 'Pending' } } } };
    equal(withoutZeros(structNamed('core.v1.PersistentVolumeClaim'), { status: {} }, claim), {});
    const counted: Schema = { properties: { replicas: { type: 'integer', default: 1 } } };
    equal(withoutZeros(structNamed('apps.v1.DeploymentSpec'), { replicas: 0 }, counted), { replicas: 0 });
  });

  test('keeps what has none as it is', () => {
    const spec = { containers: [{ name: 'c', resources: {} }], hostNetwork: true, strange: '' };
    is(withoutZeros(structNamed('core.v1.PodSpec'), spec), spec);
  });
});

suite('withStructs', (test) => {
  test('adds structs at all depths, but no scalars, pointers and what has a default', () => {
    const schema: Schema = { properties: { updateStrategy: { default: { type: 'RollingUpdate' } } } };
    const set = structNamed('apps.v1.StatefulSetSpec');
    equal(withStructs(set, { serviceName: 'a' }, schema), {
      serviceName: 'a',
      template: { metadata: {}, spec: {} },
    });
    const container = { name: 'c', ports: [{ containerPort: 80 }], livenessProbe: {} };
    equal(withStructs(structNamed('core.v1.PodSpec'), { containers: [container] }), {
      containers: [{ ...container, resources: {} }],
    });
  });

  test('keeps what lacks none as it is', () => {
    const role = { metadata: {} };
    is(withStructs(structNamed('rbac.v1.Role'), role), role);
  });
});

suite('asWritten', (test) => {
  for (const [name, { struct, given, want }] of Object.entries(FILLED))
    test(`fills in ${name}`, () => {
      equal(asWritten(structNamed(struct), given), want);
    });

  test('keeps what lacks none as it is', () => {
    const role = { metadata: { name: 'r' }, rules: [{ verbs: ['get'] }] };
    is(asWritten(structNamed('rbac.v1.Role'), role), role);
  });
});
