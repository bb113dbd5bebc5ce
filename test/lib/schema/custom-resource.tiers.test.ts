import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { isInvalid } from '../../../lib/client/errors.ts';
import { ensureCrd } from '../../../lib/framework/crd/crd.ts';
import type { JsonObject } from '../../../lib/object/json.ts';
import { CustomResourceDefinition } from '../../../lib/object/kinds.ts';
import type { KubernetesObject } from '../../../lib/object/kubernetes-object.ts';
import { type CustomResource, customResource } from '../../../lib/schema/custom-resource.ts';
import { SchemaError } from '../../../lib/schema/schema-error.ts';
import { equal, is, ok, rejects } from '../../kit/assert.ts';
import { type TestServer, testServer } from '../../kit/server.ts';
import { suite } from '../../kit/suite.ts';
import type { TestContext } from '../../kit/suite.ts';
import { FIELDS } from './samples.ts';

/** A resource whose spec has all of the sample's fields. */
function newThing(): CustomResource {
  const fields = Object.entries(FIELDS).map(([name, { schema }]) => [name, schema.optional()] as const);
  const spec = z.object(Object.fromEntries(fields));
  const group = `g${randomUUID().slice(0, 8)}.example.com`;
  return customResource({ group, kind: 'Thing', versions: { v1: { spec } } }) as unknown as CustomResource;
}

async function ensured(
  t: TestContext,
  server: TestServer,
  { crd }: CustomResource,
): Promise<CustomResourceDefinition> {
  const found = await ensureCrd(server.ctx, server.client, crd, { pollMs: 20 });
  t.defer(async () => {
    await server.client.delete(server.ctx, CustomResourceDefinition, { name: found.metadata!.name! });
  });
  return found;
}

type Verdict = { readonly spec: unknown } | 'refused';

async function serverVerdict(
  { client, ctx, namespace }: TestServer,
  thing: CustomResource,
  spec: object,
): Promise<Verdict> {
  const obj = { metadata: { namespace, name: 'a' }, spec } as KubernetesObject;
  try {
    const stored = await client.create<KubernetesObject>(ctx, thing.kind, obj, { dryRun: true });
    return { spec: (stored as JsonObject)['spec'] };
  } catch (error) {
    if (isInvalid(error)) return 'refused';
    throw error;
  }
}

function parseVerdict(thing: CustomResource, spec: object): Verdict {
  try {
    return { spec: thing.parse({ spec }).spec };
  } catch (error) {
    if (error instanceof SchemaError) return 'refused';
    throw error;
  }
}

suite('customResource on an API server', (test) => {
  test(
    'makes a structural definition, whose objects server and parse judge alike',
    async (t) => {
      const server = await testServer(t);
      const thing = newThing();
      const found = await ensured(t, server, thing);
      equal(
        found.status?.conditions?.filter(({ type }) => type === 'NonStructuralSchema'),
        [],
      );
      const differing: object[] = [];
      for (const [name, { values, onlyServerRefuses = [], onlyParseRefuses = [] }] of Object.entries(
        FIELDS,
      )) {
        for (const value of [...values, ...onlyServerRefuses, ...onlyParseRefuses]) {
          const spec = value === undefined ? {} : { [name]: value };
          const [ours, theirs] = [parseVerdict(thing, spec), await serverVerdict(server, thing, spec)];
          if (onlyServerRefuses.includes(value)) {
            if (theirs !== 'refused' || ours === 'refused') differing.push({ name, value, ours, theirs });
          } else if (onlyParseRefuses.includes(value)) {
            if (ours !== 'refused' || theirs === 'refused') differing.push({ name, value, ours, theirs });
          } else if (JSON.stringify(sorted(ours)) !== JSON.stringify(sorted(theirs)))
            differing.push({ name, value, ours, theirs });
        }
      }
      equal(differing, []);
    },
    { timeoutMs: 60_000 },
  );
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

const Gadget = {
  kind: 'Gadget',
  shortNames: ['gdgt'],
  categories: ['gadgets'],
  versions: {
    v1alpha1: { spec: z.object({ size: z.int().optional() }), deprecated: 'gadgets have v1' },
    v1: {
      storage: true,
      spec: z.object({
        size: z.int().default(1),
        image: z.string().max(100).default('nginx'),
        ports: z
          .array(z.object({ port: z.int() }))
          .max(10)
          .optional(),
      }),
      status: z.object({ replicas: z.int().optional() }),
      printerColumns: [
        { name: 'Size', jsonPath: '.spec.size' },
        { name: 'Age', jsonPath: '.metadata.creationTimestamp' },
      ],
      scale: { specReplicasPath: '.spec.size' },
      selectableFields: ['.spec.image'],
      rules: [
        {
          rule: 'self.size < 10',
          message: 'must be small',
          fieldPath: '.size',
          reason: 'FieldValueForbidden',
        },
        { path: 'spec.ports[].port', rule: 'self > 0' },
      ],
    },
  },
} as const;

suite('customResource with all options', (test) => {
  test(
    'makes a definition that an API server serves',
    async (t) => {
      const server = await testServer(t);
      const { client, ctx, namespace } = server;
      const group = `g${randomUUID().slice(0, 8)}.example.com`;
      const resource = customResource({ group, ...Gadget });
      await ensured(t, server, resource as unknown as CustomResource);
      const { kind } = resource;

      const created = await client.create(
        ctx,
        kind,
        resource.object({ metadata: { namespace, name: 'a' }, spec: {} }),
      );
      equal(resource.parse(created).spec, { size: 1, image: 'nginx' });
      const old = await client.get(ctx, resource.version('v1alpha1').kind, { namespace, name: 'a' });
      equal(resource.version('v1alpha1').parse(old).spec, { size: 1 });

      const invalid = (spec: { size?: number; ports?: { port: number }[] }): Promise<unknown> =>
        client.create(ctx, kind, resource.object({ metadata: { namespace, name: 'b' }, spec }));
      ok(isInvalid(await rejects(invalid({ size: 10 }), /spec\.size: Forbidden: must be small/)));
      ok(isInvalid(await rejects(invalid({ ports: [{ port: 0 }] }), /spec\.ports\[0\]\.port/)));

      const condition = {
        type: 'Ready',
        status: 'True',
        reason: 'Up',
        message: '',
        lastTransitionTime: '2026-01-02T03:04:05Z',
      };
      const status = { replicas: 1, observedGeneration: 1, conditions: [condition] };
      const updated = await client.update(ctx, kind, { ...created, status }, { subresource: 'status' });
      equal(resource.parse(updated).status, status);
      is((await client.getScale(ctx, kind, { namespace, name: 'a' })).spec?.replicas, 1);
      const found = await client.listAll(ctx, kind, { namespace, fieldSelector: 'spec.image=nginx' });
      equal(found.length, 1);
    },
    { timeoutMs: 60_000 },
  );

  test(
    'makes the same definition that the API server has, so that it is not written again',
    async (t) => {
      const server = await testServer(t);
      const group = `g${randomUUID().slice(0, 8)}.example.com`;
      const resource = customResource({ group, ...Gadget }) as unknown as CustomResource;
      const first = await ensured(t, server, resource);
      const again = await ensureCrd(server.ctx, server.client, resource.crd, { pollMs: 20 });
      is(again.metadata?.generation, first.metadata?.generation);
    },
    { timeoutMs: 60_000 },
  );
});
