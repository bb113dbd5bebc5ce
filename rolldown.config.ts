// Makes dist/command/ of dist/lib/apiserver/cli.js: the command `operatorkit-apiserver` in some ten files instead of
// three hundred, since most of its start was Node looking for modules. Packages stay outside; what loads lazily does
// so still; functions and classes keep their names, for traces. `npm run build` runs it after tsc.
import { isAbsolute } from 'node:path';

import { defineConfig } from 'rolldown';

// eslint-disable-next-line import/no-default-export -- where rolldown looks for it
export default defineConfig({
  input: { 'operatorkit-apiserver': 'dist/lib/apiserver/cli.js' },
  platform: 'node',
  external: (id) => !id.startsWith('.') && !isAbsolute(id),
  output: {
    dir: 'dist/command',
    chunkFileNames: '[name].js',
    comments: false,
    minify: {
      codegen: true,
      compress: { keepNames: { function: true, class: true } },
      mangle: { toplevel: true, keepNames: true },
    },
  },
});
