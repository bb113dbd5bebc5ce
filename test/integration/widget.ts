import { randomUUID } from 'node:crypto';
import type { Context } from '../../context/index.ts';
import type { Client } from '../../lib/client/client.ts';
import { ensureCrd } from '../../lib/framework/crd/crd.ts';
import type { Condition, CustomResourceDefinition } from '../../lib/object/kinds.ts';
import { defineKind, type Kind, type KubernetesObject } from '../../lib/object/kubernetes-object.ts';
import { eventually } from '../../lib/testing/eventually.ts';
import type { TestServer } from '../kit/server.ts';
import { tier } from '../kit/tier.ts';

/** The custom resource of these tests: something with a size. */
export interface Widget extends KubernetesObject {
  readonly spec?: { readonly size?: number };
  readonly status?: {
    readonly size?: number;
    readonly observedGeneration?: number;
    readonly conditions?: readonly Condition[];
  };
}

/** How long anything may take here, in milliseconds: the patience of the slowest machine. */
export const PATIENCE_MS: number = tier() === 'real' ? 45_000 : 10_000;

/** The limit of one test, above all waits within it. */
export const LIMIT_MS: number = PATIENCE_MS + 15_000;

/** A group of its own, so that the kinds of one test process meet no other's in a shared cluster. */
export function newGroup(): string {
  return `g${randomUUID().slice(0, 8)}.example.com`;
}

export function widgetKind(group: string): Kind<Widget> {
  return defineKind<Widget>({
    apiVersion: `${group}/v1`,
    kind: 'Widget',
    plural: 'widgets',
    namespaced: true,
  });
}

export function widgetCrd(group: string): CustomResourceDefinition {
  const size = { type: 'object', properties: { size: { type: 'integer', minimum: 0 } } };
  const text = { type: 'string' };
  const condition = {
    type: 'object',
    required: ['type', 'status'],
    properties: {
      type: text,
      status: text,
      reason: text,
      message: text,
      lastTransitionTime: { type: 'string', format: 'date-time' },
      observedGeneration: { type: 'integer', format: 'int64' },
    },
  };
  const conditions = {
    type: 'array',
    items: condition,
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['type'],
  };
  const observedGeneration = { type: 'integer', format: 'int64' };
  const status = { type: 'object', properties: { ...size.properties, observedGeneration, conditions } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec: size, status } } },
          subresources: { status: {} },
        },
      ],
    },
  };
}

/** One group for all tests of a file: a definition takes a real server about a second. */
const GROUP = newGroup();

/** Widgets in the namespace of one test. */
export class Widgets {
  readonly kind: Kind<Widget> = widgetKind(GROUP);
  readonly namespace: string;
  readonly #ctx: Context;
  readonly #client: Client;

  private constructor(server: TestServer) {
    this.namespace = server.namespace;
    this.#ctx = server.ctx;
    this.#client = server.client;
  }

  /** Ensures that the server knows them. */
  static async on(server: TestServer): Promise<Widgets> {
    await ensureCrd(server.ctx, server.client, widgetCrd(GROUP), { pollMs: 20 });
    return new Widgets(server);
  }

  async create(name: string, size = 1, metadata: Widget['metadata'] = {}): Promise<Widget> {
    const { namespace } = this;
    return await this.#client.create<Widget>(this.#ctx, this.kind, {
      metadata: { ...metadata, namespace, name },
      spec: { size },
    });
  }

  /** Merges. */
  async change(name: string, value: object, subresource?: 'status'): Promise<Widget> {
    const options = subresource === undefined ? {} : { subresource };
    return await this.#client.patch(this.#ctx, this.kind, this.#ref(name), { type: 'merge', value }, options);
  }

  /** Returns once the deletion has begun. */
  async delete(name: string): Promise<void> {
    await this.#client.delete(this.#ctx, this.kind, this.#ref(name));
  }

  async get(name: string): Promise<Widget | undefined> {
    return await this.#client.tryGet(this.#ctx, this.kind, this.#ref(name));
  }

  async finalizers(name: string): Promise<readonly string[] | undefined> {
    const found = await this.get(name);
    return found && (found.metadata?.finalizers ?? []);
  }

  async gone(name: string): Promise<void> {
    await eventually(
      () => this.get(name),
      (found) => found === undefined,
      { what: `the end of ${name}`, deadlineMs: PATIENCE_MS, signal: this.#ctx.signal },
    );
  }

  #ref(name: string): { readonly namespace: string; readonly name: string } {
    return { namespace: this.namespace, name };
  }
}
