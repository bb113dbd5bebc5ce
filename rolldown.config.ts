// Makes dist/command/ of dist/lib/apiserver/cli.js: the command `operatorkit-apiserver` in some ten files instead of
// three hundred, since most of its start was Node looking for modules. Packages stay outside; what loads lazily does
// so still; functions and classes keep their names, for traces. `npm run build` runs it after tsc.
//
// docs/decisions/0014-the-command-starts-as-commonjs.md says why it is CommonJS, in ASCII, with tables as texts.
import { readFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';

import { defineConfig, type Plugin } from 'rolldown';

/** V8 parses JSON faster than JavaScript that says the same, whether that is cached or not. */
const parsedJson: Plugin = {
  name: 'parsed-json',
  load: {
    filter: { id: /\.json$/u },
    async handler(id) {
      return { code: moduleOf(JSON.parse(await readFile(id, 'utf8')) as object), moduleType: 'js' };
    },
  },
};

/** A start needs none of the tables' definitions, by far their largest part: whoever asks first has them parsed. */
function moduleOf({ definitions, ...rest }: { readonly definitions?: unknown }): string {
  if (definitions === undefined) return `export default ${parsed(rest)};`;
  return `let known; export default Object.defineProperty(${parsed(rest)}, 'definitions', {
    enumerable: true,
    get() { return known ??= ${parsed(definitions)}; },
  });`;
}

function parsed(value: unknown): string {
  return `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;
}

/** The files as they are written: all ASCII, and said to be CommonJS amid a package of modules. */
const commonJs: Plugin = {
  name: 'common-js',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk') file.code = file.code.replaceAll(/\P{ASCII}/gu, escaped);
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
  },
};

/** A single letter beyond ASCII doubles a file's size in memory, and the time it takes to read. */
function escaped(letter: string): string {
  return `\\u{${letter.codePointAt(0)!.toString(16)}}`;
}

// eslint-disable-next-line import/no-default-export -- where rolldown looks for it
export default defineConfig({
  input: { 'operatorkit-apiserver': 'dist/lib/apiserver/cli.js' },
  platform: 'node',
  external: (id) => !id.startsWith('.') && !isAbsolute(id),
  plugins: [parsedJson, commonJs],
  output: {
    dir: 'dist/command',
    format: 'cjs',
    chunkFileNames: '[name].js',
    comments: false,
    minify: {
      codegen: true,
      compress: { keepNames: { function: true, class: true } },
      mangle: { toplevel: true, keepNames: true },
    },
  },
});
