import { findApiError, isInvalid } from '../../lib/client/errors.ts';
import { ensureCrd } from '../../lib/framework/crd/crd.ts';
import { CustomResourceDefinition } from '../../lib/object/kinds.ts';
import { equal, is, match, ok, rejects } from '../kit/assert.ts';
import { testServer } from '../kit/server.ts';
import { suite } from '../kit/suite.ts';
import { REFUSED_DEFINITIONS } from './refused-definitions.ts';
import { Gizmo, gizmoCrd, REFUSED_GIZMOS } from './refused-gizmos.ts';
import { LIMIT_MS, widgetCrd } from './widget.ts';

/** `field: message` of each cause; their order is chance on a real server. */
function causesOf(error: unknown): readonly string[] {
  const causes = findApiError(error)?.status.details?.causes ?? [];
  return causes.map(({ field, message }) => `${field}: ${message}`).toSorted();
}

suite(
  'refusals of an API server',
  (test) => {
    for (const [name, { change, causes }] of Object.entries(REFUSED_DEFINITIONS)) {
      test(`name what is wrong with a definition: ${name}`, async (t) => {
        const { client, ctx } = await testServer(t);
        const crd = change(widgetCrd('refused.example.com')) as CustomResourceDefinition;
        const error = await rejects(client.create(ctx, CustomResourceDefinition, crd));
        ok(isInvalid(error));
        equal(causesOf(error), causes.toSorted());
        const what = `CustomResourceDefinition.apiextensions.k8s.io "${crd.metadata?.name}" is invalid: `;
        match((error as Error).message, what);
      });
    }

    test('name the fields of a custom resource that do not fit its schema', async (t) => {
      const { client, ctx, namespace } = await testServer(t);
      await ensureCrd(ctx, client, gizmoCrd(), { pollMs: 20 });
      for (const [name, { gizmo, causes }] of Object.entries(REFUSED_GIZMOS)) {
        const obj = { ...gizmo, metadata: { ...gizmo.metadata, namespace } };
        const error = await rejects(client.create<Gizmo>(ctx, Gizmo, obj));
        ok(isInvalid(error), name);
        is(findApiError(error)?.status.code, 422);
        equal(causesOf(error), causes.toSorted(), name);
        const { message } = error as Error;
        for (const cause of causes) match(message, cause, `${name}: ${message}`);
      }
    });

    test('name fields that nobody knows, where that is asked for', async (t) => {
      const { client, ctx, namespace } = await testServer(t);
      await ensureCrd(ctx, client, gizmoCrd(), { pollMs: 20 });
      const spec = { size: 1, extra: 1, parts: [{ x: 1 }] };
      const obj = { metadata: { namespace, name: 'a' }, spec };
      const error = await rejects(client.create<Gizmo>(ctx, Gizmo, obj, { fieldValidation: 'Strict' }));
      match(
        (error as Error).message,
        'strict decoding error: unknown field "spec.extra", unknown field "spec.parts[0].x"',
      );
    });
  },
  { timeoutMs: LIMIT_MS },
);
