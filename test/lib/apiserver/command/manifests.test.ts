import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { loadManifests, readManifests } from '../../../../lib/apiserver/command/manifests.ts';
import { newTestClient } from '../../../../lib/testing/test-client.ts';
import { equal, is, rejects } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import type { TestContext } from '../../../kit/suite.ts';
import { newApi, NS, site, siteDefinition, SITES } from '../api.ts';
import type { Api } from '../api.ts';
import { newFolder } from './folder.ts';

async function folderOf(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await newFolder(t);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

async function load(t: TestContext, { server }: Api, ...paths: readonly string[]): Promise<void> {
  await using client = newTestClient(server);
  await loadManifests(t.ctx, client, await readManifests(paths), () => server.idle());
}

suite('loadManifests', (test) => {
  test('loads kinds before their objects and namespaces before what is in them', async (t) => {
    const folder = await folderOf(t, {
      'a.yaml': `${JSON.stringify(site('one'))}\n---\n# nothing\n---\napiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: other}}\n- {apiVersion: v1, kind: Namespace, metadata: {name: other}}\n`,
      'b.json': JSON.stringify(siteDefinition()),
      'notes.txt': 'not: [a manifest',
    });
    await mkdir(join(folder, 'deeper'));
    const api = await newApi(t);
    await load(t, api, folder);
    is((await api.call('GET', `${SITES}/one`)).status, 200);
    is((await api.call('GET', '/api/v1/namespaces/other/configmaps/c')).status, 200);
  });

  test('replaces what is there', async (t) => {
    const text = (value: string): string =>
      JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { value } });
    const folder = await folderOf(t, { 'one.json': text('1'), 'two.json': text('2') });
    const api = await newApi(t);
    await load(t, api, join(folder, 'one.json'));
    await load(t, api, join(folder, 'two.json'));
    equal((await api.ok('GET', `${NS}/configmaps/c`)).data, { value: '2' });
  });

  test('names the file and the document that cannot be loaded', async (t) => {
    const folder = await folderOf(t, {
      'syntax.yaml': 'a: 1\n---\nb: [',
      'kind.yaml': 'apiVersion: v1\nmetadata: {name: a}',
      'name.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: a}',
      'text.yaml': 'hello',
      'unknown.yaml': 'apiVersion: v1\nkind: Nope\nmetadata: {name: a}',
      'invalid.yaml':
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: A}',
    });
    const cases: Readonly<Record<string, RegExp>> = {
      'syntax.yaml': /syntax\.yaml, document 2: .* at line 3/u,
      'kind.yaml': /kind\.yaml, document 1: it has no kind$/u,
      'name.yaml': /name\.yaml, document 1: it has no metadata\.name$/u,
      'text.yaml': /text\.yaml, document 1: it is no object$/u,
      'unknown.yaml': /unknown\.yaml, document 1 \(Nope "a"\): .*no kind Nope/u,
      'invalid.yaml': /invalid\.yaml, document 2 \(ConfigMap "A"\): .*is invalid: metadata\.name/u,
      'missing.yaml': /^cannot load .*missing\.yaml: ENOENT/u,
    };
    for (const [file, message] of Object.entries(cases)) {
      const api = await newApi(t);
      await rejects(() => load(t, api, join(folder, file)), message);
    }
  });
});
