import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { runCommand } from '../../../lib/apiserver/command/run.ts';
import { parseYaml } from '../../../lib/apiserver/requests/yaml.ts';
import { systemClock } from '../../../context/index.ts';
import { eventually } from '../../../lib/testing/eventually.ts';
import { defined, equal, is, match, not } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import type { TestContext } from '../../kit/suite.ts';
import { site, siteDefinition } from './api.ts';
import { newFolder } from './command/folder.ts';

const CLI = join(import.meta.dirname, '../../../lib/apiserver/cli.ts');
const SITES = '/apis/example.com/v1/namespaces/default/sites';
const SECRETS = '/api/v1/namespaces/default/secrets';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

const ADDRESS = /listens on (http\S+:\d+)/u;

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly exited: Promise<number | string>;
}

/** Starts the command as a user does. */
async function start(t: TestContext, folder: string, ...args: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, [CLI, '--kubeconfig', join(folder, 'kubeconfig'), ...args]);
  const exited = new Promise<number | string>((resolve) => {
    child.on('exit', (code, signal) => resolve(code ?? signal ?? ''));
  });
  t.defer(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = ADDRESS.exec(output)?.[1];
      if (output.includes('export KUBECONFIG=') && found !== undefined) resolve(found);
    });
    child.on('exit', () => reject(new Error(output)));
  });
  return { child, url, exited };
}

async function names(url: string, path: string): Promise<readonly string[]> {
  const { items } = (await (await fetch(url + path)).json()) as {
    readonly items: readonly { readonly metadata: { readonly name: string } }[];
  };
  return items.map(({ metadata }) => metadata.name);
}

async function create(url: string, path: string, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

interface Line {
  readonly method?: string;
  readonly url?: string;
  readonly status?: number;
  readonly body?: unknown;
}

async function recorded(path: string): Promise<readonly Line[]> {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Line);
}

/** Starts the command in this process, which is quicker; it ends with the test. */
async function startHere(
  t: TestContext,
  folder: string,
  ...args: readonly string[]
): Promise<{ readonly url: string }> {
  const stop = new AbortController();
  const started = Promise.withResolvers<string>();
  const ended = runCommand(['--kubeconfig', join(folder, 'kubeconfig'), ...args], {
    signal: stop.signal,
    clock: systemClock,
    print: started.resolve,
    complain: (text) => started.reject(new Error(text)),
  });
  t.defer(async () => {
    stop.abort();
    is(await ended, 0);
  });
  return { url: defined(ADDRESS.exec(await started.promise)?.[1]) };
}

/** Runs the command in this process, for what ends at once. */
async function refusal(...args: readonly string[]): Promise<readonly [code: number, text: string]> {
  const out: string[] = [];
  const write = (text: string): void => void out.push(text);
  const signal = AbortSignal.abort();
  const code = await runCommand(args, { signal, clock: systemClock, print: write, complain: write });
  return [code, out.join('')];
}

suite(
  'operatorkit-apiserver',
  (test) => {
    test('loads manifests, records, keeps its state as it goes, and ends with Ctrl-C', async (t) => {
      const folder = await newFolder(t);
      const [data, record, manifests, left] = ['data', 'record', 'manifests.yaml', 'left'].map((name) =>
        join(folder, name),
      ) as [string, string, string, string];
      await writeFile(
        manifests,
        `${JSON.stringify(site('one'))}\n---\n${JSON.stringify(siteDefinition())}\n`,
      );
      const command = await start(t, folder, '--load', manifests, '--data', data, '--record', record);
      equal(await names(command.url, SITES), ['one']);
      const secret = { metadata: { name: 's' }, stringData: { a: 'hunter2' } };
      is(await create(command.url, SECRETS, secret), 201);
      const read = (): Promise<string> => readFile(data, 'utf8').catch(() => '');
      await eventually(read, (text) => text.includes('"default/s"'), { what: 'the save' });
      // What it would leave if it was killed now.
      await copyFile(data, left);
      const last = defined((await recorded(record)).at(-1));
      equal([last.method, last.url, last.status], ['POST', SECRETS, 201]);
      not(/hunter2|aHVudGVy/u.test(await readFile(record, 'utf8')));
      is(await create(command.url, CONFIG_MAPS, { metadata: { name: 'late' } }), 201);
      command.child.kill('SIGINT');
      is(await command.exited, 0);
      match(await readFile(data, 'utf8'), /"clean":true\}\n[^]*"default\/late"/u);

      const again = await startHere(t, folder, '--data', left);
      equal([await names(again.url, SITES), await names(again.url, SECRETS)], [['one'], ['s']]);
    });

    test('writes a kubeconfig for its owner, with what roles need, and TLS, which they bring', async (t) => {
      const folder = await newFolder(t);
      const { url } = await startHere(t, folder, '--rbac');
      match(url, /^https:\/\/127\.0\.0\.1:\d+$/u);
      const path = join(folder, 'kubeconfig');
      is((await stat(path)).mode & 0o777, 0o600);
      const { users, clusters } = parseYaml(await readFile(path, 'utf8')) as {
        readonly users: readonly { readonly user: object }[];
        readonly clusters: readonly { readonly cluster: object }[];
      };
      equal(Object.keys(users[0]!.user), ['token']);
      equal(Object.keys(clusters[0]!.cluster), ['server', 'certificate-authority-data']);
    });

    test('makes things go wrong by flag', async (t) => {
      const folder = await newFolder(t);
      const { url } = await startHere(t, folder, '--fault', 'fail:status=503,resource=configmaps,times=1');
      is((await fetch(url + CONFIG_MAPS)).status, 503);
      is((await fetch(url + CONFIG_MAPS)).status, 200);
    });

    test('says what it takes', async () => {
      const [code, text] = await refusal('--help');
      is(code, 0);
      for (const option of ['port', 'host', 'tls', 'rbac', 'kubeconfig', 'load', 'data', 'record', 'fault'])
        match(text, `--${option}`);
    });

    test('says which argument is wrong, with exit code 2', async (t) => {
      const folder = await newFolder(t);
      const garbage = join(folder, 'garbage');
      await writeFile(garbage, 'garbage');
      const cases: Readonly<Record<string, readonly [args: readonly string[], message: RegExp]>> = {
        'an unknown option': [['--bogus'], /cannot read the arguments: Unknown option '--bogus'/u],
        'a stray argument': [['bogus'], /Unexpected argument 'bogus'/u],
        'no number': [['--port', 'x'], /--port must be a number from 0 to 65535; got "x"/u],
        'too large a number': [['--port', '65536'], /--port must be a number/u],
        'an empty path': [['--data', ''], /--data must not be empty/u],
        'a fault': [['--fault', 'nope'], /--fault "nope" cannot be read/u],
        manifests: [['--load', join(folder, 'missing')], /cannot load .*missing: ENOENT/u],
        'a data file': [['--data', garbage], /cannot read --data .*line 1 is not JSON/u],
        'a recording': [['--record', folder], /cannot write --record/u],
        'a kubeconfig': [['--kubeconfig', folder], /cannot write --kubeconfig/u],
      };
      for (const [what, [args, message]] of Object.entries(cases)) {
        const [code, text] = await refusal(...args);
        is(code, 2, what);
        match(text, message, what);
        match(text, /^operatorkit-apiserver: [^\n]+\n$/u, what);
      }
    });
  },
  { timeoutMs: 10_000 },
);
