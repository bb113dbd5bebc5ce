import { startApiServer } from '../../lib/apiserver/server.ts';
import type { Transport } from '../../lib/client/transport.ts';
import { isJsonObject, type JsonObject } from '../../lib/object/json.ts';
import { eventually } from '../../lib/testing/eventually.ts';
import { exchange } from '../conformance/exchange.ts';
import { startBareApiServer } from './bare-api-server.ts';
import { FUZZED_DEFINITIONS } from './widget.ts';

const FURNITURE = [
  ['configmaps', 'ConfigMap', 'kube-root-ca.crt'],
  ['serviceaccounts', 'ServiceAccount', 'default'],
] as const;

/** The two servers that get the same requests. */
export interface Arena extends AsyncDisposable {
  readonly ours: Transport;
  readonly real: Transport;
  /** Makes a namespace on both, with the objects that it has in a cluster. @returns its name. */
  newNamespace(signal: AbortSignal): Promise<string>;
}

/** Starts both, and defines the custom kinds on both. */
export async function openArena(signal: AbortSignal): Promise<Arena> {
  await using opening = new AsyncDisposableStack();
  const server = opening.use(await startApiServer({ listen: false }));
  const ours = opening.adopt(server.transport(), (it) => it.close());
  const { transport: real } = opening.use(await startBareApiServer());
  for (const definition of FUZZED_DEFINITIONS)
    await Promise.all([define(ours, definition, signal), define(real, definition, signal)]);
  const opened = opening.move();
  let namespaces = 0;
  return {
    ours,
    real,
    newNamespace: async (until) => {
      namespaces += 1;
      const name = `fuzz-${namespaces}`;
      const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
      await create(ours, '/api/v1/namespaces', body, until);
      await server.idle();
      await create(real, '/api/v1/namespaces', body, until);
      // Each namespace of ours has them; there is no controller that makes them on the real one.
      for (const [plural, kind, one] of FURNITURE) {
        const object = { apiVersion: 'v1', kind, metadata: { name: one } };
        await create(real, `/api/v1/namespaces/${name}/${plural}`, object, until);
      }
      return name;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function create(
  transport: Transport,
  path: string,
  body: JsonObject,
  signal: AbortSignal,
): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await exchange(transport, { method: 'POST', path, headers, body }, signal);
  if (answer.status !== 201) throw new Error(`cannot create ${path}: ${JSON.stringify(answer.body)}`);
}

async function define(transport: Transport, definition: JsonObject, signal: AbortSignal): Promise<void> {
  await create(transport, '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition, signal);
  const spec = definition['spec'] as {
    group: string;
    names: { plural: string };
    versions: { name: string }[];
  };
  for (const { name } of spec.versions)
    // A real server publishes what it serves in steps: a probe's answer may be followed by a 404.
    await eventually(
      () => served(transport, `/apis/${spec.group}/${name}/${spec.names.plural}`, signal),
      (times) => times === 3,
      { what: `${spec.names.plural} to be served`, deadlineMs: 30_000, intervalMs: 50, signal },
    );
}

async function served(transport: Transport, path: string, signal: AbortSignal): Promise<number> {
  const ask = (): ReturnType<typeof exchange> => exchange(transport, { method: 'GET', path }, signal);
  const answers = [await ask(), await ask(), await ask()];
  return answers.filter(({ status, body }) => status === 200 && isJsonObject(body)).length;
}
