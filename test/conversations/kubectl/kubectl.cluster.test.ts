import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { startApiServer } from '../../../lib/apiserver/server.ts';
import { defined, equal, ok } from '../../kit/assert.ts';
import { suite, type TestContext } from '../../kit/suite.ts';
import { DIFFERENCES } from './differences.ts';
import type { Said } from './said.ts';
import { script, type Subject } from './script.ts';
import { Speaker } from './speaker.ts';

interface Exchange {
  /** What was said, with words for names that are other ones each time. */
  readonly said: string;
  readonly ours: Said;
  readonly real: Said;
}

async function ourKubeconfig(t: TestContext): Promise<string> {
  const server = await startApiServer({ rbac: true, tls: true });
  t.defer(() => server.close());
  const folder = await mkdtemp(join(tmpdir(), 'conversation-server-'));
  t.defer(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'kubeconfig');
  await writeFile(path, server.kubeconfig(), { mode: 0o600 });
  return path;
}

/** Says the same to both servers, step by step. */
async function converse(t: TestContext, subject: Subject): Promise<readonly Exchange[]> {
  const kubectl = defined(process.env['OPERATORKIT_KUBECTL'], 'run this with --tier cluster');
  const speaker = async (kubeconfig: string): Promise<Speaker> => {
    const made = await Speaker.on({ kubectl, kubeconfig, namespace: subject.namespace, signal: t.signal });
    t.defer(() => made[Symbol.asyncDispose]());
    return made;
  };
  const us = await speaker(await ourKubeconfig(t));
  const them = await speaker(defined(process.env['OPERATORKIT_KUBECONFIG']));
  const exchanges: Exchange[] = [];
  for (const step of script(subject)) {
    const [ours, real] = await Promise.all([us.say(step), them.say(step)]);
    exchanges.push({ said: us.plain(step.args.join(' ')), ours, real });
  }
  return exchanges;
}

suite(
  'a conversation with kubectl',
  (test) => {
    test('goes as it does on a real server', async (t) => {
      const id = randomUUID().slice(0, 8);
      const exchanges = await converse(t, { namespace: `talk-${id}`, group: `talk-${id}.example.com` });
      ok(exchanges.length > 150);
      const differing = exchanges.filter(({ ours, real }) => !isDeepStrictEqual(ours, real));
      equal(
        differing.filter(
          ({ said, ours }) => DIFFERENCES[said]?.ours.test(ours.stdout + ours.stderr) !== true,
        ),
        [],
      );
      const gone = Object.keys(DIFFERENCES).filter((said) => !differing.some((one) => one.said === said));
      equal(gone, [], 'these differ no more');
    });
  },
  { timeoutMs: 400_000 },
);
