import { at, textAt } from '../../../../lib/apiserver/fields.ts';
import type { ApiHandler } from '../../../../lib/apiserver/request.ts';
import { startApiServer } from '../../../../lib/apiserver/server.ts';
import type { ApiServer, ApiServerOptions } from '../../../../lib/apiserver/server.ts';
import { isJsonObject } from '../../../../lib/object/json.ts';
import type { JsonObject } from '../../../../lib/object/json.ts';
import type { TestContext } from '../../../kit/suite.ts';

/** As whom a test asks, and what. */
export interface Question {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: JsonObject;
  /** Of a Status; empty in other answers. */
  readonly message: string;
}

/** Asks a server over none but its routes. */
export type Ask = (method: string, url: string, question?: Question) => Promise<Reply>;

export function asking(handler: ApiHandler): Ask {
  return async (method, url, { token, headers = {}, body } = {}) => {
    const answer = await handler({
      method,
      url,
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: Buffer.isBuffer(body) ? body : Buffer.from(body === undefined ? '' : JSON.stringify(body)),
      signal: new AbortController().signal,
    });
    if (!Buffer.isBuffer(answer.body)) throw new Error(`${method} ${url} answered with a stream`);
    const parsed = parse(answer.body.toString());
    return {
      status: answer.status,
      headers: answer.headers,
      body: parsed,
      message: textAt(parsed, 'message'),
    };
  };
}

function parse(text: string): JsonObject {
  const value: unknown = text.startsWith('{') ? JSON.parse(text) : {};
  return isJsonObject(value) ? value : {};
}

/** A server of one test with users of its own, and the administrator among them: his token is `root`. */
export interface Guarded {
  readonly server: ApiServer;
  readonly ask: Ask;
  /** Asks as the administrator, and fails unless the answer is 2xx. */
  readonly root: (method: string, url: string, body?: unknown) => Promise<JsonObject>;
}

export const ROOT = 'root';

export async function newGuarded(t: TestContext, options: ApiServerOptions = {}): Promise<Guarded> {
  const server = await startApiServer({
    listen: false,
    rbac: true,
    tokens: {
      [ROOT]: { user: 'root', groups: ['system:masters'] },
      al: { user: 'al', groups: ['staff'], uid: 'u-1' },
    },
    ...options,
  });
  t.defer(() => server.close());
  const ask = asking(server.handler);
  return {
    server,
    ask,
    root: async (method, url, body) => {
      const reply = await ask(method, url, { token: ROOT, body });
      if (reply.status >= 300) throw new Error(`${method} ${url}: ${reply.status} ${reply.message}`);
      return reply.body;
    },
  };
}

export const RBAC = '/apis/rbac.authorization.k8s.io/v1';
export const NS = '/api/v1/namespaces/default';

/** Gives a user a role of these rules, cluster-wide. */
export async function grant({ root }: Guarded, user: string, ...rules: readonly object[]): Promise<void> {
  const name = `role-${crypto.randomUUID()}`;
  await root('POST', `${RBAC}/clusterroles`, { metadata: { name }, rules });
  await root('POST', `${RBAC}/clusterrolebindings`, {
    metadata: { name },
    subjects: [{ kind: 'User', name: user, apiGroup: 'rbac.authorization.k8s.io' }],
    roleRef: { kind: 'ClusterRole', name, apiGroup: 'rbac.authorization.k8s.io' },
  });
}

export { at, textAt };
