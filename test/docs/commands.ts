import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Client } from '../../lib/client/client.ts';
import { connect } from '../../lib/client/connect.ts';
import { ConfigMap, Namespace } from '../../lib/object/kinds.ts';
import { eventually } from '../../lib/testing/eventually.ts';
import { equal, is, match, ok, rejects } from '../kit/assert.ts';
import type { TestContext } from '../kit/suite.ts';
import { ROOT, readDocuments } from './documents.ts';
import type { Block } from './markdown.ts';

/** A command of a document that is run. */
interface Command {
  readonly block: Block;
  /** The document and the line: `README.md:23`. */
  readonly place: string;
}

/** A server that a document starts, in a folder of its own. */
interface Served {
  readonly folder: string;
  readonly client: Client;
  readonly kubeconfig: string;
  /** What it has printed so far. */
  readonly output: () => string;
  /** Ends it as Ctrl-C does. */
  readonly stop: () => Promise<void>;
}

/** Starts what the block says. May be called again when the one before has been stopped. */
type Start = () => Promise<Served>;

const DEADLINE_MS = 20_000;
const NEWS = { namespace: 'default', name: 'news' };
const DEFINITION = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: sites.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { kind: Site, plural: sites }
  versions:
    - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
`;

/**
 * What happens around a command of a document, by the name in the comment `<!-- run: name -->` above its block. A
 * scene checks what the text promises.
 */
export const COMMANDS: Readonly<Record<string, (t: TestContext, start: Start) => Promise<void>>> = {
  /** It says how to reach it, and ends by Ctrl-C. */
  serves: async (t, start) => {
    const { client, output, stop } = await start();
    match(output(), /kubectl --kubeconfig operatorkit\.kubeconfig get namespaces/u);
    ok((await client.listAll(t.ctx, Namespace)).some(({ metadata }) => metadata?.name === 'kube-system'));
    await stop();
  },

  /** HTTPS, and nobody comes in without a token. */
  guarded: async (t, start) => {
    const { client, folder, kubeconfig, stop } = await start();
    await client.listAll(t.ctx, Namespace);
    const text = await readFile(kubeconfig, 'utf8');
    match(text, /server: "?https:/u);
    const anonymous = join(folder, 'anonymous.kubeconfig');
    await writeFile(anonymous, text.replace(/user: \{.*\}/u, 'user: {}'));
    await using stranger = await connect({ kubeconfig: anonymous });
    await rejects(stranger.listAll(t.ctx, ConfigMap), /forbidden/u);
    await stop();
  },

  /** Loads what is in a folder, and has it all again, with what came later, when it is started again. */
  keeps: async (t, start) => {
    const first = await start();
    await first.client.resolve(t.ctx, { apiVersion: 'example.com/v1', kind: 'Site' });
    await first.client.create(t.ctx, ConfigMap, { metadata: NEWS, data: { title: 'hello' } });
    await first.stop();
    const second = await start();
    equal((await second.client.get(t.ctx, ConfigMap, NEWS)).data, { title: 'hello' });
    await second.stop();
  },

  /** Refuses two lists, which the client outlasts, and writes down what was asked. */
  falters: async (t, start) => {
    const { client, folder, stop } = await start();
    await client.listAll(t.ctx, ConfigMap);
    await stop();
    const lines = (await readFile(join(folder, 'requests.jsonl'), 'utf8')).trim().split('\n');
    const refused = lines.filter((line) => /"status":429/u.test(line));
    is(refused.length, 2, lines.join('\n'));
  },
};

/** The commands of all documents that are run, in the order of the documents. */
export function readCommands(): Command[] {
  return [...readDocuments()].flatMap(([file, { blocks }]) =>
    blocks
      .filter(({ language, scene }) => language === 'sh' && scene !== undefined)
      .map((block) => ({ block, place: `${file}:${block.line}` })),
  );
}

/** Runs a command in its scene. @param folder is the one that it is run in. */
export async function playCommand(t: TestContext, { block, place }: Command, folder: string): Promise<void> {
  const act = COMMANDS[block.scene ?? ''];
  if (act === undefined)
    throw new Error(`cannot run ${place}: there is no scene ${block.scene}, see test/docs/commands.ts`);
  await mkdir(join(folder, 'crds'));
  await writeFile(join(folder, 'crds/site.yaml'), DEFINITION);
  await act(t, () => serve(t, block.code, folder));
}

/** In the place of `npx`, which would look for what is published. */
async function standIn(folder: string): Promise<string> {
  const bin = join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  const command = join(ROOT, 'lib/apiserver/cli.ts');
  const script = `#!/bin/sh\nshift\nexec '${process.execPath}' -C operatorkit-source '${command}' "$@"\n`;
  await writeFile(join(bin, 'npx'), script, { mode: 0o700 });
  return bin;
}

async function serve(t: TestContext, code: string, folder: string): Promise<Served> {
  const bin = await standIn(folder);
  const child = spawn('/bin/sh', ['-c', `exec ${code}`], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` },
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => printed.push(chunk));
  const output = (): string => printed.join('');
  const ended = once(child, 'close');
  t.defer(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await isUp(t, child, output);
  const kubeconfig = join(folder, /--kubeconfig (\S+)/u.exec(output())?.[1] ?? '');
  ok(existsSync(kubeconfig), output());
  const client = await connect({ kubeconfig });
  t.defer(() => client.close());
  const stop = async (): Promise<void> => {
    await client.close();
    child.kill('SIGINT');
    const [exitCode] = (await ended) as [number | null];
    is(exitCode, 0, output());
  };
  return { folder, client, kubeconfig, output, stop };
}

async function isUp(t: TestContext, child: ChildProcess, output: () => string): Promise<void> {
  const isReady = (soFar: string): boolean => soFar.includes('Ctrl-C ends it.') || child.exitCode !== null;
  await eventually(output, isReady, { what: 'the server', deadlineMs: DEADLINE_MS, signal: t.signal });
}
