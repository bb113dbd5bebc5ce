import { newClient } from '../../../lib/client/http-client.ts';
import { isInvalidConfig } from '../../../lib/errors.ts';
import { newInformer } from '../../../lib/informer/new-informer.ts';
import { ConfigMap, Deployment, Secret } from '../../../lib/object/kinds.ts';
import { underlying, wrap } from '../../../resource/wrap.ts';
import { ownedObjects } from '../../../resource/k8s/owned-objects.ts';
import { FakeApi } from '../../lib/informer/fake-api.ts';
import { equal, is, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const client = newClient({ transport: new FakeApi() });
const GOOD = { name: 'children', client, owner: ConfigMap, kinds: [Secret, Deployment], desired: () => [] };
const informer = newInformer({ client, kind: Secret });

interface Case {
  readonly wrong: object;
  /** After `OwnedObjectsOptions`. */
  readonly want: string;
}

const CASES: Readonly<Record<string, Case>> = {
  'no name': { wrong: { name: undefined }, want: '.name must not be empty' },
  'a name that is no label': {
    wrong: { name: 'a/b' },
    want: `.name must be a label's value: at most 63 letters, digits, '-', '_' and '.', with a letter or digit at both ends; got "a/b"`,
  },
  'a name of 64 letters': {
    wrong: { name: 'a'.repeat(64) },
    want: `.name must be a label's value: at most 63 letters, digits, '-', '_' and '.', with a letter or digit at both ends; got "${'a'.repeat(64)}"`,
  },
  'no client': { wrong: { client: undefined }, want: '.client must not be empty' },
  'no owner': { wrong: { owner: undefined }, want: '.owner must not be empty' },
  'an owner without a plural': {
    wrong: { owner: { apiVersion: 'v1', kind: 'ConfigMap' } },
    want: '.owner.plural must not be empty',
  },
  'an owner that lives who knows where': {
    wrong: { owner: { ...ConfigMap, namespaced: undefined } },
    want: '.owner.namespaced must be true or false',
  },
  'no kinds': { wrong: { kinds: undefined }, want: '.kinds must not be empty' },
  'no kind': { wrong: { kinds: [] }, want: '.kinds must be a list of at least one kind' },
  'a kind instead of a list': {
    wrong: { kinds: Secret },
    want: '.kinds must be a list of at least one kind',
  },
  'a kind without a version': {
    wrong: { kinds: [Secret, { ...Secret, apiVersion: '' }] },
    want: '.kinds[1].apiVersion must not be empty',
  },
  'a null kind': { wrong: { kinds: [null] }, want: '.kinds[0] must not be empty' },
  'a kind twice': {
    wrong: { kinds: [Secret, { kind: Secret, optional: true }] },
    want: '.kinds[1] must not be named twice: Secret of v1',
  },
  'a wrong time between looks': {
    wrong: { kinds: [{ kind: Secret, optional: true, lookEveryMs: 0 }] },
    want: '.kinds[0].lookEveryMs must be a number, 1 or more; got 0',
  },
  'no desired': { wrong: { desired: undefined }, want: '.desired must not be empty' },
  'a list instead of a function': { wrong: { desired: [] }, want: '.desired must be a function' },
  'an empty field manager': {
    wrong: { fieldManager: '' },
    want: '.fieldManager must have 1 to 128 characters',
  },
  'a long field manager': {
    wrong: { fieldManager: 'a'.repeat(129) },
    want: '.fieldManager must have 1 to 128 characters',
  },
  'a path for a list': {
    wrong: { createOnce: 'spec.replicas' },
    want: '.createOnce must be a list of paths or a function',
  },
  'a path that is none': {
    wrong: { createOnce: ['spec.a', 'spec..b'] },
    want: `.createOnce[1] must be a path such as spec.replicas, metadata.annotations['example.com/size'] or spec.containers[name=app].resources; got "spec..b"`,
  },
  'a path of what is needed': {
    wrong: { createOnce: ['metadata.name'] },
    want: '.createOnce[0] must not be metadata.name: owned objects need it for as long as they live',
  },
  'a rule of adoption': {
    wrong: { adopt: 'always' },
    want: '.adopt must be one of never, unowned; got "always"',
  },
  'a reference': {
    wrong: { ownerReference: true },
    want: '.ownerReference must be one of controller, owner, none; got true',
  },
  'a deletion': {
    wrong: { deletion: 'never' },
    want: '.deletion must be one of garbage-collection, explicit; got "never"',
  },
  'a deletion by garbage collection without references': {
    wrong: { deletion: 'garbage-collection', ownerReference: 'none' },
    want: '.deletion must be explicit where ownerReference is none: garbage collection follows owner references',
  },
  'a namespace and namespaces': {
    wrong: { namespace: 'a', namespaces: ['a'] },
    want: '.namespaces must be missing where namespace is given',
  },
  'an empty namespace': { wrong: { namespace: '' }, want: '.namespace must not be empty' },
  'no namespaces': {
    wrong: { namespaces: [] },
    want: '.namespaces must not be empty, nor have an empty one',
  },
  'an informer of no kind of ours': {
    wrong: { informers: [newInformer({ client, kind: ConfigMap })] },
    want: '.informers[0] must be the only one for one of the kinds; it is for ConfigMap of v1',
  },
  'two informers of a kind': {
    wrong: { informers: [informer, informer] },
    want: '.informers[1] must be the only one for one of the kinds; it is for Secret of v1',
  },
  'an informer of metadata': {
    wrong: { informers: [newInformer({ client, kind: Secret, metadataOnly: true })] },
    want: '.informers[0] must hold whole objects; it holds metadata only',
  },
};

suite('ownedObjects', (test) => {
  for (const [name, { wrong, want }] of Object.entries(CASES)) {
    test(`refuses ${name}`, () => {
      const error = throws(() => ownedObjects({ ...GOOD, ...wrong }), isInvalidConfig);
      is((error as Error).message, `OwnedObjectsOptions${want}`);
    });
  }

  test('refuses no options at all', () => {
    throws(() => ownedObjects(undefined as never), isInvalidConfig);
  });

  test('keeps what it declares inside of wrappers', () => {
    const resource = ownedObjects({ ...GOOD, name: 'a' });
    const wrapped = wrap(resource, async (ctx, _, work) => await work(ctx));
    equal(wrapped.watches, resource.watches);
    equal(wrapped.permissions, resource.permissions);
    is(resource.watches.length, 2);
    is(underlying(wrapped), resource);
  });
});
