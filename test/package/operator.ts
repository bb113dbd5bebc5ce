// What a user of the package writes, with nothing but its public entries. install.package.test.ts copies this
// file into projects outside of the checkout, as a module and as CommonJS, hence no await at the top level.
import {
  ConfigMap,
  Framework,
  ResourceRouter,
  ResourceSet,
  connect,
  isNotFound,
  newInformer,
} from 'operatorkit';
import type { Client, Resource } from 'operatorkit';
import { type Context, background, requeueAfter, silentLogger } from 'operatorkit/context';
import { eventually, startApiServer } from 'operatorkit/testing';

/** Writes down what it is asked for, and asks to be asked once more. */
class Journal implements Resource<ConfigMap> {
  readonly name = 'journal';
  readonly lines: string[] = [];

  readonly ensureCreated = async (ctx: Context, obj: ConfigMap): Promise<void> => {
    // The framework installs this flag, by its own import: both must be of one and the same module.
    if (this.lines.length === 0 && !requeueAfter.set(ctx, 10)) throw new Error('the flag is not installed');
    this.lines.push(`created ${obj.metadata?.name} for ${obj.data?.['who']}`);
  };

  readonly ensureDeleted = async (_: Context, obj: ConfigMap): Promise<void> => {
    this.lines.push(`deleted ${obj.metadata?.name} for ${obj.data?.['who']}`);
  };
}

function newFramework(client: Client, journal: Journal): Framework<ConfigMap> {
  const resourceSet = new ResourceSet<ConfigMap>({
    logger: silentLogger,
    handles: (obj) => obj.metadata?.labels?.['greet'] === 'yes',
    resources: [journal],
  });
  return new Framework<ConfigMap>({
    name: 'installed',
    logger: silentLogger,
    client,
    informer: newInformer<ConfigMap>({ client, kind: ConfigMap }),
    resourceRouter: new ResourceRouter<ConfigMap>({ logger: silentLogger, resourceSets: [resourceSet] }),
  });
}

async function liveAndDie(client: Client, journal: Journal): Promise<void> {
  const ref = { namespace: 'default', name: 'hello' };
  await client.create<ConfigMap>(background(), ConfigMap, {
    metadata: { ...ref, labels: { greet: 'yes' } },
    data: { who: 'world' },
  });
  await eventually(
    () => journal.lines,
    (lines) => lines.length >= 2,
    { what: 'two reconciles' },
  );
  await client.delete(background(), ConfigMap, ref);
  await eventually(
    async () => await client.tryGet(background(), ConfigMap, ref),
    (found) => found === undefined,
    { what: 'the finalizer to go' },
  );
  const missing = await client.get(background(), ConfigMap, ref).catch((error: unknown) => error);
  if (!isNotFound(missing)) throw new Error('expected a not-found error', { cause: missing });
}

/** Prints the journal's lines, then OK. */
async function main(): Promise<void> {
  await using server = await startApiServer();
  await using client = await connect({ server: server.url, env: {} });
  const journal = new Journal();
  const stop = new AbortController();
  const running = newFramework(client, journal).boot(stop.signal);
  await liveAndDie(client, journal);
  stop.abort();
  await running;
  console.log([...journal.lines, 'OK'].join('\n'));
}

void main();
