import { toOwner } from '../../../../lib/framework/intake/secondary-watch.ts';
import { Deployment, Node } from '../../../../lib/object/kinds.ts';
import type { KubernetesObject } from '../../../../lib/object/kubernetes-object.ts';
import { equal } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';

function owned(name: string, apiVersion = 'apps/v1', kind = 'Deployment'): KubernetesObject {
  return { metadata: { namespace: 'default', ownerReferences: [{ apiVersion, kind, name, uid: 'u' }] } };
}

suite('toOwner', (test) => {
  test('gives the owners before and after, each once', () => {
    const map = toOwner(Deployment);
    equal([...map(owned('a'), owned('b'))], ['default/a', 'default/b']);
    equal([...map(owned('a'), owned('a'))], ['default/a']);
    equal([...map(undefined, owned('a'))], ['default/a']);
    equal([...map(owned('a'), undefined)], ['default/a']);
  });

  test('tells groups and kinds apart, but not versions', () => {
    const map = toOwner(Deployment);
    equal([...map(undefined, owned('a', 'apps/v1beta1'))], ['default/a']);
    equal([...map(undefined, owned('a', 'other/v1'))], []);
    equal([...map(undefined, owned('a', 'apps/v1', 'ReplicaSet'))], []);
    equal([...map(undefined, {})], []);
  });

  test('leaves the namespace out for owners without one', () => {
    equal([...toOwner(Node)(undefined, owned('n', 'v1', 'Node'))], ['n']);
  });
});
