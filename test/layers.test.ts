import { globSync, readFileSync } from 'node:fs';
import { equal, ok } from './kit/assert.ts';
import { suite } from './kit/suite.ts';
import { breaches, importsOf } from './layers.ts';

interface Case {
  readonly file: string;
  readonly source: string;
  /** What is wrong with it; undefined: nothing. */
  readonly want?: string;
}

/** A made-up tree, one file to a case. */
const CASES: Readonly<Record<string, Case>> = {
  'lib imports to the right': { file: 'lib/queue/a.ts', source: "import { x } from '../errors.ts';" },
  'lib imports context': { file: 'lib/errors.ts', source: "import { x } from '../context/index.ts';" },
  'lib imports to the left': {
    file: 'lib/client/a.ts',
    source: "import { x } from '../queue/work-queue.ts';",
    want: 'imports lib/queue/work-queue.ts',
  },
  'lib imports types to the left': {
    file: 'lib/object/a.ts',
    source: "import type {\n  X,\n  Y,\n} from '../client/client.ts';",
    want: 'imports lib/client/client.ts',
  },
  'lib re-exports from the left': {
    file: 'lib/errors.ts',
    source: "export * from './object/status.ts';",
    want: 'imports lib/object/status.ts',
  },
  'informer imports queue': {
    file: 'lib/informer/a.ts',
    source: "import '../queue/work-queue.ts';",
    want: 'imports lib/queue/work-queue.ts',
  },
  'framework imports the API server dynamically': {
    file: 'lib/framework/a.ts',
    source: "const server = await import('../apiserver/server.ts');",
    want: 'imports lib/apiserver/server.ts',
  },
  'the entry imports the testing helpers': {
    file: 'lib/index.ts',
    source: "export { VirtualClock } from './testing/virtual-clock.ts';",
    want: 'imports lib/testing/virtual-clock.ts',
  },
  'lib imports a resource': {
    file: 'lib/framework/a.ts',
    source: "import { wrap } from '../../resource/wrap.ts';",
    want: 'imports resource/wrap.ts',
  },
  'a folder of lib that no rule knows': {
    file: 'lib/helpers/a.ts',
    source: "import { x } from '../errors.ts';",
    want: 'imports lib/errors.ts',
  },
  'context imports lib': {
    file: 'context/a.ts',
    source: "import { x } from '../lib/errors.ts';",
    want: 'imports lib/errors.ts',
  },
  'lib imports its public name': {
    file: 'lib/client/a.ts',
    source: "import { x } from 'operatorkit';",
    want: 'imports operatorkit, its own public name',
  },
  'a resource imports what resources share': {
    file: 'resource/k8s/a.ts',
    source: "import { wrap } from '../wrap.ts';\nimport { x } from '../../lib/index.ts';",
  },
  'a resource imports another': {
    file: 'resource/k8s/a.ts',
    source: "import { x } from '../ansible/runner.ts';",
    want: 'imports resource/ansible/runner.ts',
  },
  'a resource imports the testing helpers': {
    file: 'resource/k8s/a.ts',
    source: "import { x } from '../../lib/testing/index.ts';",
    want: 'imports lib/testing/index.ts',
  },
  'an example imports public names and its own files': {
    file: 'examples/website/operator.ts',
    source:
      "import { x } from 'operatorkit/testing';\nimport { y } from './website.ts';\nimport z from 'node:fs';",
  },
  'an example imports a source': {
    file: 'examples/website/operator.ts',
    source: "import { x } from '../../lib/index.ts';",
    want: 'imports lib/index.ts',
  },
  'an example imports another': {
    file: 'examples/website/operator.ts',
    source: "import { x } from '../database/operator.ts';",
    want: 'imports examples/database/operator.ts',
  },
  'the wrapper imports what it wraps': { file: 'lib/logger.ts', source: "import { x } from 'winston';" },
  'another file imports what is wrapped': {
    file: 'lib/client/a.ts',
    source: "import { Agent } from 'undici';",
    want: 'imports undici at run time, which only lib/client/undici-transport.ts may',
  },
  'another file imports a part of what is wrapped': {
    file: 'lib/client/a.ts',
    source: "import { x } from 'winston/lib/x';",
    want: 'imports winston at run time, which only lib/logger.ts may',
  },
  'another file imports types of what is wrapped': {
    file: 'lib/queue/a.ts',
    source: "import type { Registry } from 'prom-client';",
  },
  'another file imports types in a way that loads the module': {
    file: 'lib/queue/a.ts',
    source: "import { type Registry } from 'prom-client';",
    want: 'imports prom-client at run time, which only lib/metrics.ts may',
  },
  'the kinds import types of client-node': {
    file: 'lib/object/kinds.ts',
    source: "import type { V1Pod } from '@kubernetes/client-node';",
  },
  'the kinds import client-node': {
    file: 'lib/object/kinds.ts',
    source: "import { V1Pod } from '@kubernetes/client-node';",
    want: 'imports @kubernetes/client-node at run time, which only lib/client/kubeconfig.ts may',
  },
  'another file imports types of client-node': {
    file: 'lib/framework/a.ts',
    source: "import type { V1Pod } from '@kubernetes/client-node';",
    want: 'imports types of @kubernetes/client-node, which only lib/object/kinds.ts and lib/object/wire.ts may',
  },
  'a test imports anything': { file: 'test/lib/a.test.ts', source: "import { x } from 'winston';" },
  'a default export': { file: 'bench/a.ts', source: 'export default 5;', want: 'has a default export' },
  'a default export by another name': {
    file: 'examples/a.ts',
    source: 'const a = 1;\nexport { a as default };',
    want: 'has a default export',
  },
  'the clock uses time': { file: 'context/clock.ts', source: 'const now = Date.now();' },
  'another file uses Date.now': {
    file: 'lib/queue/a.ts',
    source: 'const now = Date.now();',
    want: 'uses time other than by a Clock',
  },
  'another file starts a timer': {
    file: 'resource/wrap.ts',
    source: 'setTimeout(() => {}, 5);',
    want: 'uses time other than by a Clock',
  },
  'another file imports timers': {
    file: 'lib/queue/a.ts',
    source: "import { setTimeout as wait } from 'node:timers/promises';",
    want: 'uses time other than by a Clock',
  },
  'another file takes a turn of the event loop': {
    file: 'lib/queue/a.ts',
    source: "import { setImmediate as turn } from 'node:timers/promises';",
  },
  'a socket has a timeout': { file: 'lib/queue/a.ts', source: 'socket.setTimeout(5);' },
  'a comment speaks of time': {
    file: 'lib/queue/a.ts',
    source:
      "/**\n * Not `Date.now()`.\n * import { x } from 'winston';\n */\nconst a = 1; // Not setTimeout() either.",
  },
  'chance where it is not listed': {
    file: 'lib/queue/a.ts',
    source: 'const a = Math.random();',
    want: 'uses Math.random',
  },
  'a command exits': { file: 'resource/ansible/cli.ts', source: 'process.exit(1);' },
  'a library exits': { file: 'lib/manager/a.ts', source: 'process.exit(1);', want: 'uses process.exit' },
};

suite('breaches', (test) => {
  for (const [name, { file, source, want }] of Object.entries(CASES)) {
    test(`${want === undefined ? 'allows' : 'finds'}: ${name}`, () => {
      equal(breaches(new Map([[file, source]])), want === undefined ? [] : [`${file}: ${want}`]);
    });
  }
});

suite('layers', (test) => {
  test('are kept by all sources', () => {
    const files = globSync('{context,lib,resource,examples,bench,test}/**/*.ts').toSorted();
    const tree = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
    ok(files.length > 50);
    equal(breaches(tree), []);
  });

  test('are read from real sources', () => {
    const specifiers = importsOf(readFileSync('context/index.ts', 'utf8')).map(({ specifier }) => specifier);
    ok(specifiers.length > 10);
    ok(specifiers.includes('./clock.ts'));
  });
});
