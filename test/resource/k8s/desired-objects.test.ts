import { isTerminal } from '../../../lib/errors.ts';
import { ConfigMap, Namespace, Secret } from '../../../lib/object/kinds.ts';
import type { KubernetesObject } from '../../../lib/object/kubernetes-object.ts';
import { type DesiredObjectsOptions, prepareDesired } from '../../../resource/k8s/desired-objects.ts';
import { OWNED_BY_LABEL } from '../../../resource/k8s/marks.ts';
import { equal, is, not, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const OWNER: KubernetesObject = { metadata: { name: 'o', namespace: 'n', uid: 'u' } };
const OPTIONS: DesiredObjectsOptions = {
  name: 'children',
  owner: ConfigMap,
  kinds: [ConfigMap, Secret, Namespace],
  ownerReference: 'controller',
  namespaces: undefined,
};
const MAP = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
const METADATA = (more: object): object => ({ ...MAP, metadata: { name: 'a', ...more } });
const cyclic: Record<string, unknown> = { ...MAP };
cyclic['self'] = cyclic;

interface Case {
  readonly desired: unknown;
  /** After `cannot use desired[…] of resource children: `. */
  readonly want: string;
  readonly options?: Partial<DesiredObjectsOptions>;
  readonly owner?: KubernetesObject;
}

const CASES: Readonly<Record<string, Case>> = {
  undefined: { desired: undefined, want: 'it must be an object' },
  null: { desired: null, want: 'it must be an object' },
  'a text': { desired: 'text', want: 'it must be an object' },
  'a list': { desired: [MAP], want: 'it must be an object' },
  'what goes in circles': {
    desired: cyclic,
    want: 'it cannot be written as JSON: Converting circular structure to JSON',
  },
  'a number that JSON lacks': {
    desired: { ...MAP, data: { a: 1n } },
    want: 'it cannot be written as JSON: Do not know how to serialize a BigInt',
  },
  'no apiVersion': { desired: { ...MAP, apiVersion: undefined }, want: 'apiVersion must not be empty' },
  'no kind': { desired: { ...MAP, kind: '' }, want: 'kind must not be empty' },
  'a number for a kind': { desired: { ...MAP, kind: 1 }, want: 'kind must not be empty' },
  'another kind': {
    desired: { ...MAP, kind: 'Pod' },
    want: 'Pod of v1 is none of its kinds (ConfigMap of v1, Secret of v1, Namespace of v1); add it to kinds',
  },
  'another version': {
    desired: { ...MAP, apiVersion: 'v2' },
    want: 'ConfigMap of v2 is none of its kinds (ConfigMap of v1, Secret of v1, Namespace of v1); add it to kinds',
  },
  'no metadata': { desired: { ...MAP, metadata: undefined }, want: 'metadata.name must not be empty' },
  'no name': { desired: METADATA({ name: '' }), want: 'metadata.name must not be empty' },
  'a number for a name': { desired: METADATA({ name: 1 }), want: 'metadata.name must not be empty' },
  'a name for the server to complete': {
    desired: METADATA({ generateName: 'a-' }),
    want: 'metadata.generateName must not be given',
  },
  'a uid': { desired: METADATA({ uid: 'x' }), want: 'metadata.uid must not be given' },
  'a version': {
    desired: METADATA({ resourceVersion: '1' }),
    want: 'metadata.resourceVersion must not be given',
  },
  'managed fields': {
    desired: METADATA({ managedFields: [] }),
    want: 'metadata.managedFields must not be given',
  },
  'a status': {
    desired: { ...MAP, status: { ready: true } },
    want: 'status must not be given: it says what is, not what shall be',
  },
  'labels that are no texts': {
    desired: METADATA({ labels: { a: 1 } }),
    want: 'metadata.labels must be an object of texts',
  },
  'annotations in a list': {
    desired: METADATA({ annotations: ['a'] }),
    want: 'metadata.annotations must be an object of texts',
  },
  'our label': {
    desired: METADATA({ labels: { [OWNED_BY_LABEL]: 'me' } }),
    want: `metadata.labels['${OWNED_BY_LABEL}'] must not be given: it is ours`,
  },
  'a namespace for what has none': {
    desired: { ...METADATA({ namespace: 'n' }), kind: 'Namespace' },
    want: 'metadata.namespace must not be given: Namespace does not live in namespaces',
    options: { ownerReference: 'none' },
  },
  'no namespace for what has one': {
    desired: MAP,
    want: 'metadata.namespace must not be empty: ConfigMap lives in namespaces and its owner does not',
    owner: { metadata: { name: 'o', uid: 'u' } },
    options: { owner: Namespace },
  },
  'a namespace that nobody watches': {
    desired: METADATA({ namespace: 'x' }),
    want: 'metadata.namespace must be one of those that are watched (n, m); it is x',
    options: { namespaces: ['n', 'm'] },
  },
  'an object in another namespace': {
    desired: METADATA({ namespace: 'x' }),
    want: `ConfigMap x/a cannot refer to ConfigMap n/o as its owner: it is in another namespace; use ownerReference: 'none'`,
  },
  'an object without a namespace': {
    desired: { ...MAP, kind: 'Namespace' },
    want: `Namespace a cannot refer to ConfigMap n/o as its owner: it has no namespace; use ownerReference: 'none'`,
  },
  'another controller': {
    desired: METADATA({
      ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: 'x', uid: 'x', controller: true }],
    }),
    want: 'metadata.ownerReferences must not name another controller',
  },
  'an owner without a uid': {
    desired: MAP,
    want: 'its owner has no uid or no name: is it on a server?',
    owner: { metadata: { name: 'o', namespace: 'n' } },
  },
  'texts of a Secret that are none': {
    desired: { ...MAP, kind: 'Secret', stringData: { a: 5 } },
    want: 'stringData must be an object of texts',
  },
};

function prepare({ desired, options, owner = OWNER }: Omit<Case, 'want'>): readonly KubernetesObject[] {
  return prepareDesired([desired], owner, { ...OPTIONS, ...options });
}

suite('prepareDesired', (test) => {
  for (const [name, { want, ...given }] of Object.entries(CASES)) {
    test(`refuses ${name}`, () => {
      const error = throws(() => prepare(given), isTerminal) as Error;
      const message = error.message.split('\n', 1)[0];
      is(message, `cannot use desired[0] of resource children: ${want}`);
    });
  }

  test('refuses what is no list, and an object twice', () => {
    for (const wrong of [undefined, null, MAP, 'text'])
      is(
        (throws(() => prepareDesired(wrong, OWNER, OPTIONS), isTerminal) as Error).message,
        'cannot use what resource children desires: it must be a list of objects',
      );
    const twice = [MAP, { ...MAP, kind: 'Secret' }, METADATA({ namespace: 'n' })];
    is(
      (throws(() => prepareDesired(twice, OWNER, OPTIONS), isTerminal) as Error).message,
      'cannot use desired[2] of resource children: it is ConfigMap n/a, as desired[0]; give them different names',
    );
  });

  test('leaves out what is undefined, and what generators of YAML write for nothing', () => {
    const metadata = { labels: null, annotations: {}, creationTimestamp: null, finalizers: undefined };
    const [made] = prepare({
      desired: { ...METADATA(metadata), status: {}, data: { a: '1', b: undefined } },
    });
    equal(made, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      data: { a: '1' },
      metadata: {
        name: 'a',
        namespace: 'n',
        labels: { [OWNED_BY_LABEL]: 'children' },
        ownerReferences: [
          {
            apiVersion: 'v1',
            kind: 'ConfigMap',
            name: 'o',
            uid: 'u',
            controller: true,
            blockOwnerDeletion: true,
          },
        ],
      },
    });
  });

  test('changes nothing of what it is given', () => {
    const desired = Object.freeze({
      ...MAP,
      metadata: Object.freeze({ name: 'a' }),
      data: Object.freeze({}),
    });
    const [made] = prepare({ desired });
    not(made === desired);
    equal(desired, { ...MAP, data: {} });
  });
});
