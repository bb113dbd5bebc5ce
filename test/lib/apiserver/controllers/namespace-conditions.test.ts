import type { ApiObject } from '../../../../lib/apiserver/api-object.ts';
import { namespaceConditions } from '../../../../lib/apiserver/controllers/namespace-conditions.ts';
import type { JsonObject } from '../../../../lib/object/json.ts';
import { equal } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

const NOW = '2026-01-02T03:04:05Z';

function object(kind: string, finalizers: readonly string[] = [], rest: JsonObject = {}): ApiObject {
  const metadata = { name: 'a', uid: 'u', resourceVersion: '1', creationTimestamp: NOW, finalizers };
  return { apiVersion: 'v1', kind, metadata, ...rest };
}

function told(conditions: readonly JsonObject[]): readonly unknown[] {
  return conditions.slice(3).map(({ status, message }) => [status, message]);
}

suite('namespaceConditions', (test) => {
  test('counts what is left, and what holds it', () => {
    const objects = [object('ConfigMap', ['b/x']), object('ConfigMap', ['b/x', 'a/x'])];
    const left = [
      { plural: 'deployments', group: 'apps', objects: [object('Deployment')] },
      { plural: 'configmaps', group: '', objects },
    ];
    equal(told(namespaceConditions(object('Namespace'), left, NOW)), [
      [
        'True',
        'Some resources are remaining: configmaps. has 2 resource instances, deployments.apps has 1 resource instances',
      ],
      [
        'True',
        'Some content in the namespace has finalizers remaining: a/x in 1 resource instances, b/x in 2 resource instances',
      ],
    ]);
  });

  test('says when nothing is left', () => {
    equal(told(namespaceConditions(object('Namespace'), [], NOW)), [
      ['False', 'All content successfully removed'],
      ['False', 'All content-preserving finalizers finished'],
    ]);
  });

  test('keeps the time of what did not change', () => {
    const before = namespaceConditions(object('Namespace'), [], '2025-01-01T00:00:00Z');
    const left = [{ plural: 'configmaps', group: '', objects: [object('ConfigMap')] }];
    const after = namespaceConditions(object('Namespace', [], { status: { conditions: before } }), left, NOW);
    equal(
      after.map(({ lastTransitionTime }) => lastTransitionTime === NOW),
      [false, false, false, true, false],
    );
  });
});
