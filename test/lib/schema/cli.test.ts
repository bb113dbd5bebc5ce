import { execFile } from 'node:child_process';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { runCommand } from '../../../lib/schema/command/run.ts';
import { equal, is, match, not, ok } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import type { TestContext } from '../../kit/suite.ts';
import { newFolder } from '../apiserver/command/folder.ts';

const LIB = join(import.meta.dirname, '../../../lib/schema');
const CLI = join(LIB, 'cli.ts');
const FILE = 'websites.example.com.yaml';

interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command as a user does. */
async function spawned(folder: string, ...args: readonly string[]): Promise<Result> {
  return await new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], { cwd: folder }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

/** Runs the command in this process, which is quicker. */
async function run(...args: readonly string[]): Promise<Result> {
  let [out, err] = ['', ''];
  const code = await runCommand(args, { print: (text) => (out += text), complain: (text) => (err += text) });
  return { code, out, err };
}

/** A module that exports a website with these members of its spec. Each has a name of its own: modules are loaded once. */
async function resources(folder: string, name: string, properties: object, more = ''): Promise<string> {
  const path = join(folder, name);
  const text = `import { customResource } from ${JSON.stringify(join(LIB, 'custom-resource.ts'))};
const spec: object = ${JSON.stringify({ type: 'object', properties })};
export const Website = customResource({ group: 'example.com', kind: 'Website', versions: { v1: { spec } } });
export const unrelated = 1;
${more}`;
  await writeFile(path, text);
  return path;
}

async function folderOf(t: TestContext): Promise<string> {
  const folder = await newFolder(t);
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}

const text = { type: 'string' };

suite(
  'operatorkit-crd',
  (test) => {
    test('writes the files, and finds them up to date', async (t) => {
      const folder = await folderOf(t);
      await resources(folder, 'resources.ts', { image: text });
      const first = await spawned(folder, './resources.ts');
      equal(first, { code: 0, out: `${join('crds', FILE)} written\n`, err: '' });
      const written = await readFile(join(folder, 'crds', FILE), 'utf8');
      const second = await spawned(folder, 'resources.ts');
      equal(second, { code: 0, out: `${join('crds', FILE)} is up to date\n`, err: '' });
      is(await readFile(join(folder, 'crds', FILE), 'utf8'), written);
      equal(await spawned(folder, 'resources.ts', '--check'), { code: 0, out: '', err: '' });
      equal(await spawned(folder, 'resources.ts', '--stdout'), { code: 0, out: written, err: '' });
    });

    test('says what is wrong without a trace', async (t) => {
      const folder = await folderOf(t);
      const { code, out, err } = await spawned(folder, './nowhere.ts');
      equal([code, out], [2, '']);
      match(err, /^operatorkit-crd: cannot load \.\/nowhere\.ts: Cannot find module [^\n]*\n$/);
    });

    test('explains itself', async () => {
      const { code, out, err } = await run('--help');
      equal([code, err], [0, '']);
      match(out, 'Usage: operatorkit-crd [options] MODULE...');
    });

    test('writes all resources of all modules, each once', async (t) => {
      const folder = await folderOf(t);
      const more = `export { Website as Site };
export const Policy = customResource({ group: 'example.com', kind: 'Policy', versions: { v1: { spec } } });`;
      const path = await resources(folder, 'all.ts', { image: text }, more);
      const { code, err } = await run(path, path, '--out', join(folder, 'out', 'crds'));
      equal([code, err], [0, '']);
      equal((await readdir(join(folder, 'out', 'crds'))).toSorted(), ['policies.example.com.yaml', FILE]);
    });

    test('prints several as one stream of documents', async (t) => {
      const folder = await folderOf(t);
      const more = `export const Policy = customResource({ group: 'example.com', kind: 'Policy', versions: { v1: { spec } } });`;
      const { out } = await run(await resources(folder, 'stream.ts', { image: text }, more), '--stdout');
      equal(out.match(/^ {2}name: .*$/gm), ['  name: policies.example.com', '  name: websites.example.com']);
      equal(out.match(/^---$/gm), ['---', '---']);
    });

    test('shows how a file is not up to date, and writes nothing', async (t) => {
      const folder = await folderOf(t);
      await run(
        await resources(folder, 'before.ts', { image: text, size: { type: 'integer' } }),
        '--out',
        folder,
      );
      const before = await readFile(join(folder, FILE), 'utf8');
      const { code, out, err } = await run(
        await resources(folder, 'after.ts', { image: { ...text, minLength: 1 } }),
        '--out',
        folder,
        '--check',
      );
      equal([code, out], [1, '']);
      match(err, `${join(folder, FILE)} is not up to date:\n…\n`);
      match(err, '\n+                   minLength: 1\n');
      match(err, /^-\s+size:$/m);
      match(err, `warning: ${join(folder, FILE)}: v1: spec.image has minLength 1, and had none\n`);
      is(await readFile(join(folder, FILE), 'utf8'), before);
    });

    test('fails to check a file that is not there', async (t) => {
      const folder = await folderOf(t);
      const { code, err } = await run(
        await resources(folder, 'missing.ts', {}),
        '--out',
        join(folder, 'x'),
        '--check',
      );
      equal([code, err], [1, `${join(folder, 'x', FILE)} is not there\n`]);
    });

    test('warns of changes that objects may not survive, and writes them', async (t) => {
      const folder = await folderOf(t);
      await run(
        await resources(folder, 'old.ts', { image: text, size: { type: 'integer' } }),
        '--out',
        folder,
      );
      const { code, out, err } = await run(
        await resources(folder, 'new.ts', { image: text }),
        '--out',
        folder,
      );
      equal([code, out], [0, `${join(folder, FILE)} written\n`]);
      is(
        err,
        `warning: ${join(folder, FILE)}: v1: spec.size is removed: what objects have there is dropped\n`,
      );
    });

    test('does not warn of changes that all objects survive', async (t) => {
      const folder = await folderOf(t);
      await run(await resources(folder, 'small.ts', { image: text }), '--out', folder);
      equal(
        (await run(await resources(folder, 'large.ts', { image: text, size: text }), '--out', folder)).err,
        '',
      );
    });

    test('replaces what is no definition', async (t) => {
      const folder = await folderOf(t);
      const path = await resources(folder, 'replace.ts', {});
      for (const garbage of ['', 'a: [', 'spec: 1', 'spec: { names: {}, versions: [1] }']) {
        await writeFile(join(folder, FILE), garbage);
        const { code, err } = await run(path, '--out', folder);
        equal([code, err], [0, `warning: ${join(folder, FILE)} was no definition that could be compared\n`]);
      }
    });

    test('refuses what it cannot do', async (t) => {
      const folder = await folderOf(t);
      const write = async (name: string, contents: string): Promise<string> => {
        await writeFile(join(folder, name), contents);
        return join(folder, name);
      };
      const fine = await resources(folder, 'fine.ts', {});
      const other = await resources(folder, 'other.ts', { a: text });
      const wrong: readonly (readonly [string, readonly string[]])[] = [
        ['cannot start without a module', []],
        ["cannot read the arguments: Unknown option '--wrong'", ['--wrong']],
        ['--out must not be empty', [fine, '--out', '']],
        ['--stdout must stand without --out and --check', [fine, '--stdout', '--check']],
        ['cannot find a custom resource in ', [await write('empty.ts', 'export const a = 1;')]],
        [`cannot write ${FILE}: two different resources are of that name`, [fine, other, '--stdout']],
        ['cannot load ', [await write('enum.ts', 'export enum A { B }')]],
        ['cannot load ', [await write('syntax.ts', 'export const = 1;')]],
        ['cannot load ', [await write('throws.ts', 'throw new Error("boom\\nsecond line");')]],
        ['cannot load ', [await write('data.txt', 'a')]],
        ['cannot load ', [await write('import.ts', 'import "a-package-that-nobody-has";')]],
      ];
      for (const [want, args] of wrong) {
        const { code, out, err } = await run(...args);
        equal(
          [code, out, err.slice(0, `operatorkit-crd: ${want}`.length)],
          [2, '', `operatorkit-crd: ${want}`],
        );
        is(err.trimEnd().split('\n').length, 1, err);
        not(/\n\s+at /.test(err));
      }
    });

    test('says which option of a resource is wrong', async (t) => {
      const folder = await folderOf(t);
      const path = await resources(folder, 'wrong.ts', { a: { type: ['string', 'boolean'] } });
      const { code, err } = await run(path, '--stdout');
      is(code, 2);
      match(
        err,
        `operatorkit-crd: cannot load ${path}: CustomResourceOptions.versions.v1.spec cannot be said in a CustomResourceDefinition: spec.a may be boolean or string`,
      );
    });

    test('fails when it cannot write', async (t) => {
      const folder = await folderOf(t);
      await mkdir(join(folder, FILE));
      const path = await resources(folder, 'blocked.ts', {});
      const { code, err } = await run(path, '--out', folder);
      is(code, 1);
      ok(err.startsWith(`operatorkit-crd: cannot read ${join(folder, FILE)}: EISDIR`), err);
      await writeFile(join(folder, 'file'), '');
      match((await run(path, '--out', join(folder, 'file'))).err, /^operatorkit-crd: cannot (?:read|write) /);
    });
  },
  { timeoutMs: 20_000 },
);
