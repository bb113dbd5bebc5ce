import { isJsonObject } from '../../../lib/object/json.ts';
import type { ApiResponse } from '../../../lib/apiserver/request.ts';
import { startApiServer } from '../../../lib/apiserver/server.ts';
import type { ApiServer, ApiServerOptions } from '../../../lib/apiserver/server.ts';
import type { TestContext } from '../../kit/suite.ts';

/** Fields that are texts wherever they come. */
type TextField =
  | 'apiVersion'
  | 'clusterIP'
  | 'continue'
  | 'creationTimestamp'
  | 'deletionTimestamp'
  | 'gitVersion'
  | 'kind'
  | 'kubernetes.io/metadata.name'
  | 'message'
  | 'name'
  | 'phase'
  | 'reason'
  | 'resource'
  | 'resourceVersion'
  | 'serverRelativeURL'
  | 'text'
  | 'type'
  | 'uid';

type NumberField = 'code' | 'deletionGracePeriodSeconds' | 'generation' | 'replicas';

/** The others that tests read. */
type Field =
  | 'managedFields'
  | 0
  | 'apis/example.com/v1'
  | 'categories'
  | 'causes'
  | 'cells'
  | 'cluster'
  | 'clusters'
  | 'color'
  | 'columnDefinitions'
  | 'components'
  | 'conditions'
  | 'containers'
  | 'context'
  | 'contexts'
  | 'data'
  | 'details'
  | 'dry'
  | 'finalizers'
  | 'foo'
  | 'groupVersion'
  | 'groups'
  | 'host'
  | 'image'
  | 'items'
  | 'labels'
  | 'annotations'
  | 'metadata'
  | 'namespace'
  | 'nodeName'
  | 'nope'
  | 'object'
  | 'ownerReferences'
  | 'paths'
  | 'preferredVersion'
  | 'remainingItemCount'
  | 'resources'
  | 'responseKind'
  | 'rows'
  | 'schemas'
  | 'scope'
  | 'selfLink'
  | 'server'
  | 'spec'
  | 'status'
  | 'subresources'
  | 'template'
  | 'version'
  | 'versions'
  | 'a'
  | 'x';

/**
 * JSON of an answer, as tests read it: whatever they ask for is there as far as types go. What is really there
 * shows in what they compare it with.
 */
export type Json = readonly Json[] & { readonly [name in TextField]: string } & {
  readonly [name in NumberField]: number;
} & { readonly [name in Field]: Json };

/** JSON that a test sends. */
export interface Fields {
  readonly [name: string]: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: ApiResponse['headers'];
  readonly body: Json;
}

export interface CallOptions {
  readonly type?: string;
  readonly accept?: string;
  /** Sent as it is. */
  readonly text?: string;
}

/** An API server that is called without sockets. */
export interface Api {
  readonly server: ApiServer;
  call(method: string, url: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  /** As `call`, but fails unless the status is 2xx. */
  ok(method: string, url: string, body?: unknown, options?: CallOptions): Promise<Json>;
  /** A watch whose events are read one by one. */
  watch(url: string, options?: { readonly accept?: string }): Promise<Watch>;
}

export interface Watch {
  readonly status: number;
  /** The next event; undefined at the end. */
  next(): Promise<Json | undefined>;
  /** So many events, each as `TYPE name`. */
  take(count: number): Promise<readonly string[]>;
  abort(): void;
}

/** Starts a server for one test. */
export async function newApi(t: TestContext, options: ApiServerOptions = {}): Promise<Api> {
  const server = await startApiServer({ listen: false, ...options });
  t.defer(() => server.close());
  const api: Api = {
    server,
    call: (method, url, body, more) => call(server, method, url, body, more),
    ok: async (method, url, body, more) => {
      const answer = await call(server, method, url, body, more);
      if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.status} ${answer.body.message}`);
      return answer.body;
    },
    watch: (url, more) => openWatch(t, server, url, more),
  };
  return api;
}

async function call(
  { handler }: ApiServer,
  method: string,
  url: string,
  body?: unknown,
  { type, accept, text }: CallOptions = {},
): Promise<Answer> {
  const sent = text ?? (body === undefined ? '' : JSON.stringify(body));
  const merge = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const answer = await handler({
    method,
    url,
    headers: { 'content-type': type ?? merge, ...(accept === undefined ? {} : { accept }) },
    body: Buffer.from(sent),
    signal: new AbortController().signal,
  });
  if (!Buffer.isBuffer(answer.body)) throw new TypeError(`${method} ${url} answered with a stream`);
  const parsed: unknown = isText(answer)
    ? { text: answer.body.toString() }
    : JSON.parse(answer.body.toString());
  return {
    status: answer.status,
    headers: answer.headers,
    body: (isJsonObject(parsed) ? parsed : {}) as unknown as Json,
  };
}

function isText({ headers }: ApiResponse): boolean {
  return !String(headers['content-type']).includes('json');
}

async function openWatch(
  t: TestContext,
  { handler }: ApiServer,
  url: string,
  { accept }: { readonly accept?: string } = {},
): Promise<Watch> {
  const controller = new AbortController();
  t.defer(() => controller.abort());
  const headers = accept === undefined ? {} : { accept };
  const answer = await handler({
    method: 'GET',
    url,
    headers,
    body: Buffer.alloc(0),
    signal: controller.signal,
  });
  const events = eventsOf(answer.body as AsyncIterable<Buffer>);
  const next = async (): Promise<Json | undefined> => (await events.next()).value ?? undefined;
  return {
    status: answer.status,
    next,
    take: async (count) => {
      const seen: string[] = [];
      while (seen.length < count) {
        const event = await next();
        if (event === undefined) break;
        seen.push(`${event['type']} ${event['object'].metadata.name}`.replace(' undefined', ''));
      }
      return seen;
    },
    abort: () => controller.abort(),
  };
}

async function* eventsOf(body: AsyncIterable<Buffer>): AsyncGenerator<Json, void, undefined> {
  for await (const chunk of body)
    for (const line of chunk.toString().split('\n')) if (line !== '') yield JSON.parse(line) as Json;
}

export const NS = '/api/v1/namespaces/default';
export const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
export const SITES = '/apis/example.com/v1/namespaces/default/sites';

/** As much of a CustomResourceDefinition as tests change. */
export interface SiteDefinition extends Fields {
  readonly metadata: { name: string };
  readonly spec: {
    names: { plural: string; kind: string };
    versions: {
      name: string;
      schema: { openAPIV3Schema: { type: string; properties: { spec: SpecSchema; status: SpecSchema } } };
      [name: string]: unknown;
    }[];
    [name: string]: unknown;
  };
}

export interface SpecSchema {
  type?: string;
  properties: Record<string, unknown>;
  [name: string]: unknown;
}

/** A definition with status and scale, and one field that is required. */
export function siteDefinition(): SiteDefinition {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'sites.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'sites', kind: 'Site' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: {
            status: {},
            scale: {
              specReplicasPath: '.spec.replicas',
              statusReplicasPath: '.status.replicas',
              labelSelectorPath: '.status.selector',
            },
          },
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: {
                spec: {
                  type: 'object',
                  required: ['host'],
                  properties: { host: { type: 'string' }, replicas: { type: 'integer', default: 1 } },
                },
                status: {
                  type: 'object',
                  properties: { replicas: { type: 'integer' }, selector: { type: 'string' } },
                },
              },
            },
          },
        },
      ],
    },
  };
}

export function site(name: string, more: { metadata?: object; spec?: object; status?: object } = {}): Fields {
  return {
    apiVersion: 'example.com/v1',
    kind: 'Site',
    metadata: { name, ...more.metadata },
    spec: { host: 'a.example.com', ...more.spec },
    ...(more.status === undefined ? {} : { status: more.status }),
  };
}

/** A server that serves sites. */
export async function newSiteApi(t: TestContext, options: ApiServerOptions = {}): Promise<Api> {
  const api = await newApi(t, options);
  await api.ok('POST', CRDS, siteDefinition());
  await api.server.idle();
  return api;
}
