import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../../lib/client/client.ts';
import { type Condition, ConfigMap, Deployment } from '../../lib/object/kinds.ts';
import { defineKind, type Kind, type KubernetesObject } from '../../lib/object/kubernetes-object.ts';
import { eventually } from '../../lib/testing/eventually.ts';
import { defined, is } from '../kit/assert.ts';
import { testServer } from '../kit/server.ts';
import type { TestContext } from '../kit/suite.ts';

/** An example that runs as a process of its own, on a fresh API server that its kubeconfig names. */
interface Program {
  readonly child: ChildProcess;
  /** What it has printed so far. */
  readonly output: () => string;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
}

interface Stage {
  readonly program: Program;
  /** Of the program's server. */
  readonly client: Client;
}

/**
 * What happens around an example while it runs, by the name in the comment `<!-- run: name -->` above its
 * block. A scene checks what the text promises.
 */
export const SCENES: Readonly<Record<string, (t: TestContext, stage: Stage) => Promise<void>>> = {
  /** Ends by itself, with success. */
  alone: async (_, { program }) => {
    is(await program.ended, 0, program.output());
  },

  /** Makes the greeting, makes it again when it is deleted, and ends in order by SIGTERM. */
  'getting-started': async (t, { program, client }) => {
    const metadata = { namespace: 'default', name: 'world' };
    const wait = { deadlineMs: 15_000, signal: t.signal };
    const spec = { name: 'world', loud: true };
    await eventually(
      async () => await client.create(t.ctx, GREETING, { metadata, spec }).catch(() => undefined),
      (made) => made !== undefined,
      { what: 'the definition of Greeting', ...wait },
    );
    for (const what of ['the greeting', 'the greeting, again']) {
      const found = await eventually(
        async () => await client.tryGet(t.ctx, ConfigMap, metadata),
        (configMap) => configMap !== undefined,
        { what, ...wait },
      );
      is(found?.data?.['text'], 'HELLO, WORLD!');
      await client.delete(t.ctx, ConfigMap, metadata);
    }
    program.child.kill('SIGTERM');
    is(await program.ended, 0, program.output());
  },

  /** Gives a Website its Deployment and its status, and lets it go. */
  websites: async (t, { client }) => {
    const site = { metadata: { namespace: 'default', name: 'blog' }, spec: { image: 'web:1' } };
    const wait = { deadlineMs: 15_000, signal: t.signal };
    await eventually(
      async () => await client.create(t.ctx, WEBSITE, site).catch(() => undefined),
      (made) => made !== undefined,
      { what: 'the definition of Website', ...wait },
    );
    await eventually(
      async () => await client.get(t.ctx, WEBSITE, site.metadata),
      ({ status }) => (status?.ready ?? 0) === 0 && status?.conditions?.some(isReady) === true,
      { what: 'the status', ...wait },
    );
    const { spec } = await client.get(t.ctx, Deployment, site.metadata);
    is(spec?.replicas, 1);
    await client.delete(t.ctx, WEBSITE, site.metadata);
    await eventually(
      async () => await client.tryGet(t.ctx, WEBSITE, site.metadata),
      (found) => found === undefined,
      { what: 'the end of the object', ...wait },
    );
  },
};

interface Greeting extends KubernetesObject {
  readonly spec: { readonly name: string; readonly loud: boolean };
}

const GREETING: Kind<Greeting> = defineKind({
  apiVersion: 'example.com/v1',
  kind: 'Greeting',
  plural: 'greetings',
  namespaced: true,
});

interface Website extends KubernetesObject {
  readonly status?: { readonly ready?: number; readonly conditions?: readonly Condition[] };
}

const WEBSITE: Kind<Website> = defineKind({
  apiVersion: 'example.com/v1',
  kind: 'Website',
  plural: 'websites',
  namespaced: true,
});

function isReady({ type, status }: Condition): boolean {
  return type === 'Ready' && status === 'True';
}

/** Runs the example in its scene. */
export async function play(t: TestContext, scene: string, file: string): Promise<void> {
  const act = defined(SCENES[scene], `there is no scene ${scene}, see test/docs/scenes.ts`);
  const server = await testServer(t, 'http');
  const kubeconfig = join(file, '..', 'kubeconfig');
  writeFileSync(kubeconfig, defined(server.inProcess).kubeconfig());
  await act(t, { client: server.client, program: start(t, file, kubeconfig) });
}

function start(t: TestContext, file: string, kubeconfig: string): Program {
  const { KUBERNETES_SERVICE_HOST: _, ...inherited } = process.env; // Where tests run in a Pod, its cluster is not meant.
  const child = spawn(process.execPath, ['-C', 'operatorkit-source', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited, KUBECONFIG: kubeconfig, NO_PROXY: '127.0.0.1', METRICS_PORT: '0' },
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => printed.push(chunk));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  t.defer(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended, output: () => printed.join('') };
}
