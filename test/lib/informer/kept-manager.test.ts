import { isInvalidConfig } from '../../../lib/errors.ts';
import { newClient } from '../../../lib/client/http-client.ts';
import { InternedFields } from '../../../lib/informer/interned-fields.ts';
import { KeptManager } from '../../../lib/informer/kept-manager.ts';
import { newInformer } from '../../../lib/informer/new-informer.ts';
import { ConfigMap, type ObjectMeta } from '../../../lib/object/kinds.ts';
import { defined, equal, is, not, throws } from '../../kit/assert.ts';
import { testServer } from '../../kit/server.ts';
import { suite } from '../../kit/suite.ts';
import { FakeApi } from './fake-api.ts';

function entry(manager: string, more: object = {}): object {
  const fieldsV1 = { 'f:spec': { 'f:replicas': {} } };
  return {
    manager,
    operation: 'Apply',
    apiVersion: 'apps/v1',
    time: '2026-01-02T15:04:05Z',
    fieldsV1,
    ...more,
  };
}

function keep(managedFields: unknown): ObjectMeta {
  const metadata = { name: 'a', managedFields } as unknown as ObjectMeta;
  return new KeptManager('me').keep(metadata, 'apps/v1');
}

const KEPT = {
  manager: 'me',
  operation: 'Apply',
  apiVersion: 'apps/v1',
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:spec': { 'f:replicas': {} } },
};

const NOTHING: Readonly<Record<string, unknown>> = {
  'no entries': undefined,
  'null instead of entries': null,
  'no list': 'me',
  'a null entry': [null],
  'the entries of others': [entry('you'), entry('mee')],
  'what the manager updated': [entry('me', { operation: 'Update' })],
  'what the manager applied to a subresource': [entry('me', { subresource: 'status' })],
};

suite(
  'KeptManager',
  (test) => {
    test('keeps what the manager applied, without its time', () => {
      equal(keep([entry('you'), entry('me')]), { name: 'a', managedFields: [KEPT] });
      const old = { ...KEPT, apiVersion: 'apps/v1beta1' };
      equal(keep([entry('me', { apiVersion: 'apps/v1beta1' })]).managedFields, [old]);
    });

    for (const [name, given] of Object.entries(NOTHING)) {
      test(`keeps nothing of ${name}`, () => equal(keep(given), { name: 'a' }));
    }

    test('takes what is no tree for a leaf', () => {
      const fieldsV1 = { 'f:a': null, 'f:b': 'text', 'f:c': { 'f:d': 1 } };
      const [kept] = keep([entry('me', { fieldsV1 })]).managedFields ?? [];
      equal(kept?.fieldsV1, { 'f:a': {}, 'f:b': {}, 'f:c': { 'f:d': {} } });
      equal(keep([entry('me', { fieldsV1: 'text' })]).managedFields?.[0]?.fieldsV1, {});
    });

    test('is an option of an informer that does not go with the one to keep them all', () => {
      const options = {
        client: newClient({ transport: new FakeApi() }),
        kind: ConfigMap,
        keepManagedFields: true,
      };
      const error = throws(() => newInformer({ ...options, keepManagedFieldsOf: 'me' }), isInvalidConfig);
      is(
        (error as Error).message,
        'InformerOptions.keepManagedFieldsOf must be missing where keepManagedFields is true: that keeps them all',
      );
      throws(
        () => newInformer({ ...options, keepManagedFields: false, keepManagedFieldsOf: '' }),
        isInvalidConfig,
      );
    });

    test('shares what is equal between the objects of an informer, from lists and watches', async (t) => {
      const { client, ctx, namespace } = await testServer(t, 'http');
      const apply = async (name: string): Promise<void> => {
        const owner = await client.create(ctx, ConfigMap, { metadata: { name: `owner-${name}`, namespace } });
        const { name: ownerName = '', uid = '' } = owner.metadata ?? {};
        const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: ownerName, uid }];
        const obj = { metadata: { name, namespace, ownerReferences, labels: { a: 'b' } }, data: { x: '1' } };
        await client.apply(ctx, ConfigMap, obj, { fieldManager: 'me' });
        await client.patch(
          ctx,
          ConfigMap,
          { name, namespace },
          { type: 'merge', value: { data: { y: '2' } } },
        );
      };
      await apply('one');
      const informer = newInformer({ client, kind: ConfigMap, namespace, keepManagedFieldsOf: 'me' });
      t.defer(() => running);
      const running = informer.run(ctx);
      await informer.whenSynced(ctx);
      const heard = new Promise<void>((resolve) => {
        informer.subscribe((event) => {
          if (event.type === 'update' && event.object.metadata?.name === 'two') resolve();
        });
      });
      await apply('two');
      await heard;
      const [one, two] = ['one', 'two'].map(
        (name) => informer.get(`${namespace}/${name}`)?.metadata?.managedFields,
      );
      is(one?.length, 1);
      const [first, second] = [one?.[0]?.fieldsV1, two?.[0]?.fieldsV1] as Record<
        string,
        Record<string, object>
      >[];
      is(defined(first)['f:data'], defined(second)['f:data']);
      is(first?.['f:metadata']?.['f:labels'], second?.['f:metadata']?.['f:labels']);
      not(first === second);
      equal(Object.keys(first?.['f:data'] ?? {}), ['f:x']);
    });
  },
  { timeoutMs: 15_000 },
);

suite(
  'InternedFields',
  (test) => {
    test('gives equal trees as one, in any number', () => {
      const interned = new InternedFields();
      const tree = (i: number): { 'f:a': object; 'f:b': object } => ({
        'f:a': { 'f:c': {} },
        'f:b': { [`f:${i}`]: {} },
      });
      const first = interned.intern(tree(-1) as never);
      for (let i = 0; i < 5000; i += 1) {
        const got = interned.intern(tree(i) as never);
        if (i % 100 === 0) equal(got, tree(i));
        is(got['f:a'], first['f:a']);
        is(interned.intern(tree(i) as never), got);
      }
    });

    test('does not take trees with the same names in other places for equal', () => {
      const interned = new InternedFields();
      const trees = [
        { a: { b: {} }, c: {} },
        { a: { b: { c: {} } } },
        { a: {}, b: {}, c: {} },
        { a: { b: {}, c: {} } },
      ];
      equal(
        trees.map((tree) => interned.intern(tree as never)),
        trees,
      );
    });
  },
  { timeoutMs: 15_000 },
);
