import type { Context } from '../../../../context/index.ts';
import type { Client, KindRef, PatchBody } from '../../../../lib/client/client.ts';
import { isConflict } from '../../../../lib/client/errors.ts';
import { isExecutionFailed } from '../../../../lib/errors.ts';
import {
  Finalizer,
  type FinalizerOptions,
  finalizerName,
} from '../../../../lib/framework/deletion/finalizer.ts';
import { ConfigMap, type CustomResourceDefinition } from '../../../../lib/object/kinds.ts';
import type { KubernetesObject } from '../../../../lib/object/kubernetes-object.ts';
import { equal, is, ok, rejects } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { apiError } from '../fake-cluster.ts';

const NAME = finalizerName('test');
const bare: KubernetesObject = { metadata: { name: 'a', uid: 'u', resourceVersion: '5' } };
const website: KubernetesObject = { apiVersion: 'example.com/v1', kind: 'Website', ...bare };
const crd: CustomResourceDefinition = {
  spec: { group: 'example.com', scope: 'Cluster', names: { kind: 'Website', plural: 'sites' }, versions: [] },
};

/** Notes what is patched, and answers as it is told. */
function recording(answer: () => KubernetesObject = () => bare): {
  kinds: KindRef<KubernetesObject>[];
  patches: PatchBody[];
  finalizer: (options?: Partial<FinalizerOptions<KubernetesObject>>) => Finalizer<KubernetesObject>;
} {
  const kinds: KindRef<KubernetesObject>[] = [];
  const patches: PatchBody[] = [];
  const methods = {
    patch: async (_ctx: Context, kind: KindRef<KubernetesObject>, _ref: unknown, patch: PatchBody) => {
      kinds.push(kind);
      patches.push(patch);
      return answer();
    },
    tryGet: async () => bare,
  };
  const client = methods as unknown as Client;
  return { kinds, patches, finalizer: (options) => new Finalizer({ framework: 'test', client, ...options }) };
}

suite('Finalizer', (test) => {
  interface Case {
    readonly options: Partial<FinalizerOptions<KubernetesObject>>;
    readonly obj: KubernetesObject;
    readonly want: unknown;
  }
  const kinds: Readonly<Record<string, Case>> = {
    'the kind that it is given': { options: { kind: ConfigMap, crd }, obj: website, want: ConfigMap },
    'the place that the CRD says': {
      options: { crd },
      obj: website,
      want: { apiVersion: 'example.com/v1', kind: 'Website', plural: 'sites', namespaced: false },
    },
    'the name of an object of another group': {
      options: { crd },
      obj: { ...website, apiVersion: 'other.com/v1' },
      want: { apiVersion: 'other.com/v1', kind: 'Website' },
    },
    'the name that the object says': {
      options: {},
      obj: website,
      want: { apiVersion: 'example.com/v1', kind: 'Website' },
    },
  };
  for (const [name, { options, obj, want }] of Object.entries(kinds)) {
    test(`writes to ${name}`, async ({ ctx }) => {
      const run = recording();
      await run.finalizer(options).add(ctx, obj);
      equal(run.kinds, [want]);
    });
  }

  test('says what is missing for an object without a kind', async ({ ctx }) => {
    const error = await rejects(recording().finalizer().add(ctx, bare), /set FrameworkConfig.kind/);
    ok(isExecutionFailed(error));
  });

  test('rests on the resourceVersion to add, and on uid and place to remove', async ({ ctx }) => {
    const run = recording();
    const others = { ...website, metadata: { ...website.metadata, finalizers: ['x', NAME] } };
    await run.finalizer().add(ctx, website);
    await run.finalizer().remove(ctx, others);
    equal(run.patches, [
      { type: 'merge', value: { metadata: { resourceVersion: '5', finalizers: [NAME] } } },
      {
        type: 'json',
        operations: [
          { op: 'test', path: '/metadata/uid', value: 'u' },
          { op: 'test', path: '/metadata/finalizers/1', value: NAME },
          { op: 'remove', path: '/metadata/finalizers/1' },
        ],
      },
    ]);
  });

  test('writes nothing where nothing is to be done', async ({ ctx }) => {
    const run = recording();
    const ours = { ...website, metadata: { ...website.metadata, finalizers: [NAME] } };
    is(await run.finalizer().add(ctx, ours), ours);
    is(await run.finalizer().remove(ctx, website), website);
    equal(run.patches, []);
  });

  test('gives up after some conflicts, with the last one as the cause', async ({ ctx }) => {
    const run = recording(() => {
      throw apiError(409, 'Conflict');
    });
    const error = await rejects(run.finalizer().add(ctx, website), /cannot write finalizer .* of object a/);
    ok(isConflict(error));
    is(run.patches.length, 5);
  });
});
