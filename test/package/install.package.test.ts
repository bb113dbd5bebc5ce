import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { publint } from 'publint';
import { Agent, fetch } from 'undici';
import { equal, is, match, not, ok } from '../kit/assert.ts';
import { suite } from '../kit/suite.ts';
import { serve } from './command.ts';
import { type ModuleType, RESOLUTIONS, ROOT, run, Stage } from './stage.ts';
import { typeCheck } from './type-check.ts';

/** Packed, in bytes: about half as much again as it is, so that nothing big slips in. */
const MOST_BYTES = 2_200_000;
/** Of it, unpacked: what it adds to each image that it is built into. */
const MOST_UNPACKED_BYTES = 9_500_000;

/** The lowest that `engines` allows, and the newest of each line that is maintained. */
const NODES = ['22.19', '22', '24', 'latest'] as const;
const COMPILERS = ['5.9', '6', 'checkout'] as const;
const PROJECTS: readonly ModuleType[] = ['module', 'commonjs'];

interface Manifest {
  readonly engines: { readonly node: string };
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly bin?: Readonly<Record<string, string>>;
}

interface SourceMap {
  readonly sources: readonly string[];
}

const stage = new Stage();

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

async function installed(): Promise<string> {
  return join(await stage.project('module'), 'node_modules/operatorkit');
}

/** What the build puts the command together in, see rolldown.config.ts. */
const COMMAND_FILES = /^dist\/command\/(?:[\w-]+\.js|package\.json)$/u;

/** What the command loads when it must: its client and YAML with this, and rules with the definition. */
const MANIFEST = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: sites.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: sites, kind: Site}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          x-kubernetes-validations: [{rule: "self.metadata.name != 'wrong'"}]
`;

/** A custom resource, of a schema without a library. */
const RESOURCES = `
import { customResource } from 'operatorkit';

const title = { type: 'string', maxLength: 20 };
export const Site = customResource({
  group: 'example.com',
  kind: 'Site',
  versions: { v1: { spec: { type: 'object', properties: { title } } } },
});
`;

/** What the build makes of one source. */
function builtOf(source: string): string[] {
  if (source.endsWith('.json')) return [`dist/${source}`];
  const stem = `dist/${source.replace(/\.ts$/, '')}`;
  return ['.d.ts', '.d.ts.map', '.js', '.js.map'].map((end) => stem + end);
}

suite(
  'the package',
  (test) => {
    test('has the build of each source, the sources, and what a package must have, and nothing else', async () => {
      const { files } = await stage.tarball();
      const sources = globSync('{context,lib,resource}/**/*.{ts,json}', { cwd: ROOT });
      const papers = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
      ok(sources.length > 200);
      // Only the built modules read the tables.
      const texts = sources.filter((source) => !source.endsWith('.json'));
      const others = files.filter((file) => !COMMAND_FILES.test(file));
      equal(others.toSorted(), [...papers, ...texts, ...sources.flatMap(builtOf)].toSorted());
    });

    test('is no bigger than it may be', async () => {
      const { size, unpackedSize } = await stage.tarball();
      ok(size < MOST_BYTES, `${size} bytes packed, at most ${MOST_BYTES}`);
      ok(unpackedSize < MOST_UNPACKED_BYTES, `${unpackedSize} bytes, at most ${MOST_UNPACKED_BYTES}`);
    });

    test('has the source of each of its source maps', async () => {
      const folder = await installed();
      const maps = globSync('dist/**/*.map', { cwd: folder });
      ok(maps.length > 400);
      const missing = maps.filter((map) => {
        const { sources } = readJson(join(folder, map)) as SourceMap;
        return sources.length !== 1 || !existsSync(join(folder, dirname(map), sources[0] ?? ''));
      });
      equal(missing, []);
    });

    test('has what its manifest names: exports under each condition, and commands', async () => {
      const folder = await installed();
      const { exports, bin = {} } = readJson(join(folder, 'package.json')) as Manifest;
      const targets = Object.values(exports).flatMap((target) =>
        typeof target === 'string' ? [target] : Object.values(target),
      );
      ok(targets.length > 6);
      equal(
        [...targets, ...Object.values(bin)].filter((target) => !existsSync(join(folder, target))),
        [],
      );
      for (const command of Object.values(bin))
        match(readFileSync(join(folder, command), 'utf8'), /^#!\/usr\/bin\/env node\n/);
    });

    test('gives publint nothing to say', async () => {
      const { path } = await stage.tarball();
      const bytes = Uint8Array.from(readFileSync(path)).buffer;
      const { messages } = await publint({ strict: true, pack: { tarball: bytes } });
      equal(messages, []);
    });

    test('is tested on the oldest Node that it says it runs on', () => {
      const { engines } = readJson(join(ROOT, 'package.json')) as Manifest;
      is(engines.node, `>=${NODES[0]}`);
    });
  },
  { timeoutMs: 300_000 },
);

suite(
  'the package, installed',
  (test) => {
    for (const type of PROJECTS) {
      for (const version of COMPILERS) {
        for (const resolution of RESOLUTIONS) {
          test(`has its types in a ${type} project, for TypeScript ${version} by ${resolution}`, async () => {
            const compiler = await stage.compiler(version);
            equal(await typeCheck(compiler, await stage.project(type), resolution), []);
          });
        }
      }
      for (const version of NODES) {
        test(`runs an operator in a ${type} project on Node ${version}`, async () => {
          const node = await stage.node(version);
          match(await run(node, ['--version'], { cwd: ROOT }), `v${version === 'latest' ? '' : version}`);
          const printed = await run(node, [await stage.program(type)], { cwd: stage.folder });
          match(printed, /^(created hello for world\n){2,}deleted hello for world\nOK\n$/);
        });
      }
    }
  },
  { timeoutMs: 300_000 },
);

suite(
  'the command, installed',
  (test) => {
    for (const version of NODES) {
      test(`serves on Node ${version}, and loads what it needs later`, async () => {
        const folder = await stage.project('module');
        const manifest = join(folder, 'site.yaml');
        writeFileSync(manifest, MANIFEST);
        const command = join(folder, 'node_modules/.bin/operatorkit-apiserver');
        const args = [command, '--rbac', '--load', manifest, '--kubeconfig', join(folder, 'kubeconfig')];
        await using server = await serve(await stage.node(version), args, folder);
        const kubeconfig = readFileSync(join(folder, 'kubeconfig'), 'utf8');
        const [, token = ''] = /"token":"([^"]+)"/u.exec(kubeconfig) ?? [];
        const [, authority = ''] = /certificate-authority-data: (\S+)/u.exec(kubeconfig) ?? [];
        const dispatcher = new Agent({ connect: { ca: Buffer.from(authority, 'base64') } });
        const create = async (name: string): Promise<number> => {
          const answer = await fetch(`${server.url}/apis/example.com/v1/namespaces/default/sites`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ apiVersion: 'example.com/v1', kind: 'Site', metadata: { name } }),
            dispatcher,
          });
          return answer.status;
        };
        is(await (await fetch(`${server.url}/readyz`, { dispatcher })).text(), 'ok');
        equal([await create('right'), await create('wrong')], [201, 422]);
        await dispatcher.close();
        is(await server.stop(), 0);
      });

      test(`writes definitions on Node ${version}, and finds a stale one`, async () => {
        const folder = await stage.project('module');
        writeFileSync(join(folder, 'resources.mjs'), RESOURCES);
        const node = await stage.node(version);
        const command = join(folder, 'node_modules/.bin/operatorkit-crd');
        const args = [command, './resources.mjs', '--out', 'definitions'];
        await run(node, args, { cwd: folder });
        const file = join(folder, 'definitions/sites.example.com.yaml');
        const written = readFileSync(file, 'utf8');
        match(written, /kind: CustomResourceDefinition/);
        await run(node, [...args, '--check'], { cwd: folder });
        writeFileSync(file, written.replace('maxLength: 20', 'maxLength: 10'));
        const stale: unknown = await run(node, [...args, '--check'], { cwd: folder }).catch(
          (e: unknown) => e,
        );
        match(String(stale), /sites\.example\.com\.yaml/);
      });
    }
  },
  { timeoutMs: 120_000 },
);

suite(
  'Stage',
  (test) => {
    test('leaves nothing behind when all is done', async () => {
      await stage.remove();
      not(existsSync(stage.folder));
    });
  },
  { timeoutMs: 60_000 },
);
