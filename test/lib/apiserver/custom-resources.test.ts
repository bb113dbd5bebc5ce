import type { ApiObject } from '../../../lib/apiserver/api-object.ts';
import {
  crdCauses,
  customDefinitions,
  isEstablished,
  nextCrdStatus,
  withCrdDefaults,
  withStoredVersion,
} from '../../../lib/apiserver/custom-resources.ts';
import { listAt, textAt } from '../../../lib/apiserver/fields.ts';
import type { JsonObject } from '../../../lib/object/json.ts';
import { defined, equal, is, ok } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const NOW = '2026-01-01T00:00:00Z';
const LATER = '2026-01-02T00:00:00Z';

function version(name: string, more: JsonObject = {}): JsonObject {
  return {
    name,
    served: true,
    storage: name === 'v1',
    schema: { openAPIV3Schema: { type: 'object' } },
    ...more,
  };
}

function crd(names: JsonObject, spec: JsonObject = {}): ApiObject {
  const plural = typeof names['plural'] === 'string' ? names['plural'] : '';
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.example.com`, uid: plural, resourceVersion: '1', creationTimestamp: NOW },
    spec: { group: 'example.com', scope: 'Namespaced', names, versions: [version('v1')], ...spec },
  };
}

function fields(obj: ApiObject): readonly string[] {
  return crdCauses(withCrdDefaults(obj)).map(({ field, message }) => `${field}: ${message}`);
}

const sites = withCrdDefaults(crd({ plural: 'sites', kind: 'Site' }));

suite('customDefinitions', (test) => {
  test('makes one resource of each served version', () => {
    const versions = [version('v1'), version('v2'), version('v0', { served: false })];
    const made = customDefinitions(withCrdDefaults(crd({ plural: 'sites', kind: 'Site' }, { versions })));
    equal(
      made.map((one) => [one.version, one.kind, one.listKind, one.singular, one.namespaced]),
      [
        ['v1', 'Site', 'SiteList', 'site', true],
        ['v2', 'Site', 'SiteList', 'site', true],
      ],
    );
  });

  test('reads subresources and columns', () => {
    const scale = { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' };
    const additionalPrinterColumns = [{ name: 'N', type: 'integer', jsonPath: '.spec.n', priority: 1 }];
    const versions = [version('v1', { subresources: { status: {}, scale }, additionalPrinterColumns })];
    const [made] = customDefinitions(withCrdDefaults(crd({ plural: 'sites', kind: 'Site' }, { versions })));
    ok(made?.status);
    equal(made.scale, scale);
    equal(made.columns, [{ name: 'N', type: 'integer', priority: 1, cell: '.spec.n' }]);
  });

  test('refuses replicas that cannot be', () => {
    const scale = { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' };
    const versions = [version('v1', { subresources: { scale } })];
    const [made] = customDefinitions(withCrdDefaults(crd({ plural: 'sites', kind: 'Site' }, { versions })));
    equal(made?.strategy?.validate?.({ ...sites, spec: { n: -1 } }, undefined), [
      {
        reason: 'FieldValueInvalid',
        message: 'Invalid value: -1: should be a non-negative integer',
        field: '.spec.n',
      },
    ]);
  });
});

suite('crdCauses', (test) => {
  test('finds nothing wrong with a good one', () => {
    equal(fields(sites), []);
  });

  test('wants the name to be that of the resource', () => {
    const wrong = { ...sites, metadata: { ...sites.metadata, name: 'other.example.com' } };
    equal(fields(wrong), [
      'metadata.name: Invalid value: "other.example.com": must be spec.names.plural+"."+spec.group',
    ]);
  });

  test('wants one storage version, and each version once', () => {
    const spec = { versions: [version('v2'), version('v2')] };
    const texts = fields(crd({ plural: 'sites', kind: 'Site' }, spec)).map((text) =>
      text.replace(/: \[.*\]/u, ''),
    );
    equal(texts, [
      'spec.versions: Invalid value: must contain unique version names',
      'spec.versions: Invalid value: must have exactly one version marked as storage version',
      'status.storedVersions: Invalid value: null: must have at least one stored version',
    ]);
  });

  test('wants a schema', () => {
    const spec = { versions: [{ name: 'v1', served: true, storage: true }] };
    equal(fields(crd({ plural: 'sites', kind: 'Site' }, spec)), [
      'spec.versions[0].schema.openAPIV3Schema: Required value',
    ]);
  });

  test('names the version whose schema is wrong where they differ', () => {
    const bad = { schema: { openAPIV3Schema: { type: 'object', properties: { spec: {} } } } };
    const spec = { versions: [version('v1'), version('v2', bad)] };
    equal(fields(crd({ plural: 'sites', kind: 'Site' }, spec)), [
      'spec.versions[1].schema.openAPIV3Schema.properties[spec].type: Required value: must not be empty for specified object fields',
    ]);
  });

  test('keeps Kubernetes’ own groups for those who have approval', () => {
    const own = crd({ plural: 'sites', kind: 'Site' }, { group: 'x.k8s.io' });
    const named = { ...own, metadata: { ...own.metadata, name: 'sites.x.k8s.io' } };
    equal(fields(named).length, 1);
    const annotations = { 'api-approved.kubernetes.io': 'unapproved, test' };
    equal(fields({ ...named, metadata: { ...named.metadata, annotations } }), []);
  });
});

suite('nextCrdStatus', (test) => {
  test('accepts the names first, then establishes the kind, then rests', () => {
    const created = withStoredVersion(sites);
    const first = { ...created, status: defined(nextCrdStatus(created, [created], NOW)) };
    ok(!isEstablished(first));
    const second = { ...first, status: defined(nextCrdStatus(first, [first], LATER)) };
    ok(isEstablished(second));
    is(nextCrdStatus(second, [second], LATER), undefined);
    equal(second.status, {
      storedVersions: ['v1'],
      conditions: [
        {
          type: 'NamesAccepted',
          status: 'True',
          lastTransitionTime: NOW,
          reason: 'NoConflicts',
          message: 'no conflicts found',
        },
        {
          type: 'Established',
          status: 'True',
          lastTransitionTime: LATER,
          reason: 'InitialNamesAccepted',
          message: 'the initial names have been accepted',
        },
      ],
      acceptedNames: { plural: 'sites', singular: 'site', kind: 'Site', listKind: 'SiteList' },
    });
  });

  test('does not establish a kind whose name another one of the group has', () => {
    const other = { ...sites, status: defined(nextCrdStatus(sites, [sites], NOW)) };
    const late = withCrdDefaults(crd({ plural: 'pages', kind: 'Site' }));
    const status = defined(nextCrdStatus(late, [other, late], NOW));
    equal(status['acceptedNames'], { plural: 'pages', kind: '' });
    equal(
      listAt(status, 'conditions').map((one) => `${textAt(one, 'reason')}: ${textAt(one, 'message')}`),
      ['ListKindConflict: "SiteList" is already in use', 'NotAccepted: not all names are accepted'],
    );
  });
});
