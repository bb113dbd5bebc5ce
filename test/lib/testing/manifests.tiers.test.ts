import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigMap } from '../../../lib/object/kinds.ts';
import { loadManifests } from '../../../lib/testing/manifests.ts';
import { defined, equal, is, rejects } from '../../kit/assert.ts';
import { testServer } from '../../kit/server.ts';
import { suite, type TestContext } from '../../kit/suite.ts';

async function folderOf(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'operatorkit-manifests-'));
  t.defer(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

function configMap(namespace: string, name: string, value = ''): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}, namespace: ${namespace}}\ndata: {value: '${value}'}\n`;
}

/** A cluster is shared by all tests, so each has a group of its own. */
function newGroup(): string {
  return `g${randomUUID().slice(0, 8)}.example.com`;
}

function definition(group: string, plural = 'gadgets', kind = 'Gadget'): string {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  const version = (name: string): object => ({ name, served: true, storage: name === 'v1', schema });
  return JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [version('v1'), version('v1beta1')],
    },
  });
}

function gadget(group: string, namespace: string): string {
  return `apiVersion: ${group}/v1beta1\nkind: Gadget\nmetadata: {name: one, namespace: ${namespace}}\n`;
}

suite(
  'loadManifests of operatorkit/testing',
  (test) => {
    test('loads files, folders, URLs and texts, kinds first, and returns the objects', async (t) => {
      const { ctx, client, namespace } = await testServer(t);
      const group = newGroup();
      const folder = await folderOf(t, {
        'a.yaml': `${gadget(group, namespace)}---\n${configMap(namespace, 'two')}`,
        'z.json': definition(group),
      });
      const files = await folderOf(t, { three: configMap(namespace, 'three') });
      const loaded = await loadManifests(ctx, client, folder, pathToFileURL(join(files, 'three')), {
        yaml: configMap(namespace, 'four'),
      });
      equal(
        loaded.map(({ metadata }) => metadata?.name),
        [`gadgets.${group}`, 'one', 'two', 'three', 'four'],
      );
      is(loaded.filter(({ metadata }) => metadata?.uid === undefined).length, 0);
    });

    test('serves each version of a new kind when it is done', async (t) => {
      const { ctx, client, namespace } = await testServer(t);
      const group = newGroup();
      await loadManifests(ctx, client, { yaml: definition(group) });
      for (const version of ['v1', 'v1beta1']) {
        const kind = { apiVersion: `${group}/${version}`, kind: 'Gadget' };
        equal(await client.listAll(ctx, kind, { namespace }), []);
      }
    });

    test('replaces what is there', async (t) => {
      const { ctx, client, namespace } = await testServer(t);
      const [first] = await loadManifests(ctx, client, { yaml: configMap(namespace, 'a', '1') });
      const [second] = await loadManifests(ctx, client, { yaml: configMap(namespace, 'a', '2') });
      is(second?.metadata?.uid, defined(first).metadata?.uid);
      const { data } = await client.get(ctx, ConfigMap, { namespace, name: 'a' });
      equal(data, { value: '2' });
    });

    test('writes nothing when one document cannot be read', async (t) => {
      const { ctx, client, namespace } = await testServer(t);
      const yaml = `${configMap(namespace, 'a')}---\napiVersion: v1\nmetadata: {name: b}`;
      await rejects(
        loadManifests(ctx, client, { yaml: configMap(namespace, 'c') }, { yaml }),
        /^cannot load ManifestSource 2, document 2: it has no kind$/,
      );
      const present = await client.listAll(ctx, ConfigMap, { namespace });
      is(present.filter(({ metadata }) => metadata?.name !== 'kube-root-ca.crt').length, 0);
    });

    test('says where the object is that the server refuses, and why', async (t) => {
      const { ctx, client, namespace } = await testServer(t);
      const folder = await folderOf(t, {
        'a.yaml': `# the first\n${configMap(namespace, 'a')}---\n${configMap(namespace, 'A')}`,
      });
      await rejects(
        loadManifests(ctx, client, folder),
        /^cannot load .*a\.yaml, document 2 \(ConfigMap "A"\): .*is invalid: metadata\.name/,
      );
    });

    test('takes text for a path only with a hint', async (t) => {
      const { ctx, client, namespace } = await testServer(t);
      await rejects(
        loadManifests(ctx, client, configMap(namespace, 'a')),
        /ManifestSource 1: .*give text as \{ yaml: text \}$/,
      );
      await rejects(loadManifests(ctx, client, 'missing.yaml'), /^cannot load missing\.yaml: ENOENT/);
    });

    test('gives up at once on a kind whose name another one has', async (t) => {
      const { ctx, client } = await testServer(t);
      const group = newGroup();
      await loadManifests(ctx, client, { yaml: definition(group) });
      await rejects(
        loadManifests(ctx, client, { yaml: definition(group, 'gizmos') }),
        /document 1 \(CustomResourceDefinition "gizmos\.g\w+\.example\.com"\): its names are not accepted: "\w+" is already in use/,
      );
    });

    test('ends with the reason of its context', async (t) => {
      const { ctx, client, namespace } = await testServer(t);
      const reason = new Error('enough');
      const aborted = ctx.withSignal(AbortSignal.abort(reason));
      const thrown = await rejects(loadManifests(aborted, client, { yaml: configMap(namespace, 'a') }));
      is(thrown, reason);
    });
  },
  { timeoutMs: 30_000 },
);
