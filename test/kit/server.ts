import { randomUUID } from 'node:crypto';
import { background, type Context } from '../../context/index.ts';
import type { ApiServer } from '../../lib/apiserver/server.ts';
import type { Client } from '../../lib/client/client.ts';
import { findConnection } from '../../lib/client/connect.ts';
import { isNotFound } from '../../lib/client/errors.ts';
import { type ClientOptions, newClient } from '../../lib/client/http-client.ts';
import type { Transport } from '../../lib/client/transport.ts';
import { newUndiciTransport } from '../../lib/client/undici-transport.ts';
import { Namespace } from '../../lib/object/kinds.ts';
import { lateIfAsked } from './late-transport.ts';
import { RecordingLogger } from './recording-logger.ts';
import type { TestContext } from './suite.ts';
import { type Tier, tier } from './tier.ts';

/** An API server for one test, of the tier that the file runs in. */
export interface TestServer {
  readonly tier: Tier;
  /** A namespace that nobody else uses; on a real cluster it is deleted when the test has ended. */
  readonly namespace: string;
  readonly client: Client;
  /** Keeps its lines. {@link ctx} logs here; operators under test may. */
  readonly logger: RecordingLogger;
  /** The test's context with {@link logger}. */
  readonly ctx: Context;
  /** One more client of the same server, closed when the test has ended. */
  newClient(options?: ServerClientOptions): Promise<Client>;
  /** The server in this process; undefined in the real tier. */
  readonly inProcess: ApiServer | undefined;
}

export type ServerClientOptions = Omit<ClientOptions, 'transport'>;

/** What stands behind the clients of one tier, and how they reach it. */
interface Backend {
  readonly inProcess: ApiServer | undefined;
  readonly newTransport: () => Promise<Transport>;
}

/**
 * The server of this tier, or of the one given, with a fresh namespace. In process each call starts a server of its own; a real one
 * is shared with other tests, so cluster-wide objects need names that nobody else uses.
 */
export async function testServer(t: TestContext, wanted: Tier = tier()): Promise<TestServer> {
  const { inProcess, newTransport } = await startBackend(t, wanted);
  const closing = async (options?: ServerClientOptions): Promise<Client> => {
    const client = newClient({ ...options, transport: lateIfAsked(await newTransport()) });
    t.defer(() => client.close());
    return client;
  };
  const logger = new RecordingLogger();
  const ctx = t.ctx.withLogger(logger);
  const client = await closing();
  const namespace = await newNamespace(ctx, client);
  // Objects that keep a finalizer keep it open, which ends with the cluster; nobody waits for it.
  if (inProcess === undefined) t.defer(() => deleteNamespace(client, namespace));
  return { tier: wanted, namespace, client, logger, ctx, newClient: closing, inProcess };
}

async function startBackend(t: TestContext, wanted: Tier): Promise<Backend> {
  if (wanted === 'real') return { inProcess: undefined, newTransport: realTransport };
  // Loaded only where it is wanted: it brings tables of all kinds.
  const { startApiServer } = await import('../../lib/apiserver/server.ts');
  const direct = wanted === 'direct';
  const server = await startApiServer(direct ? { listen: false } : {});
  t.defer(() => server.close());
  return {
    inProcess: server,
    newTransport: async () => (direct ? server.transport() : newUndiciTransport({ server: server.url })),
  };
}

async function realTransport(): Promise<Transport> {
  const kubeconfig = process.env['OPERATORKIT_KUBECONFIG'];
  if (kubeconfig === undefined)
    throw new Error(
      'cannot find the cluster: run the file with --tier cluster, or set OPERATORKIT_KUBECONFIG',
    );
  const { server, tls, credentials } = await findConnection({ kubeconfig });
  return newUndiciTransport({ server, tls, ...(credentials === undefined ? {} : { credentials }) });
}

async function newNamespace(ctx: Context, client: Client): Promise<string> {
  const name = `test-${randomUUID().slice(0, 8)}`;
  await client.create(ctx, Namespace, { metadata: { name } });
  return name;
}

async function deleteNamespace(client: Client, name: string): Promise<void> {
  try {
    await client.delete(background(), Namespace, { name });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
