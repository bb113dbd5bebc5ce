import { dirname, join } from 'node:path/posix';

/**
 * The rules about who may import whom (DESIGN §2), as data, and the little that is needed to hold a tree of
 * sources against them.
 */

/** Sources by path from the root of the checkout. */
export type Tree = ReadonlyMap<string, string>;

/** One import statement, re-export or dynamic import. */
export interface Import {
  /** What is imported, as written. */
  readonly specifier: string;
  /** It is gone at run time. `import { type X }` is not: the module is loaded all the same. */
  readonly typeOnly: boolean;
}

/**
 * What each layer of lib may import besides itself and `context`; everything that the named layers may import
 * is not included. `base` is the files directly in lib, `entry` its index.
 */
const LIB: Readonly<Record<string, readonly string[]>> = {
  base: [],
  object: ['base'],
  client: ['object', 'base'],
  queue: ['client', 'object', 'base'],
  informer: ['client', 'object', 'base'],
  schema: ['client', 'object', 'base'],
  status: ['client', 'object', 'base'],
  events: ['client', 'object', 'base'],
  rbac: ['client', 'object', 'base'],
  framework: ['schema', 'status', 'events', 'rbac', 'informer', 'queue', 'client', 'object', 'base'],
  manager: [
    'framework',
    'schema',
    'status',
    'events',
    'rbac',
    'informer',
    'queue',
    'client',
    'object',
    'base',
  ],
  apiserver: ['client', 'object', 'base'],
  // Top of all: the simulator of workloads is an operator like any other, docs/decisions/0001.
  testing: ['apiserver', 'framework', 'rbac', 'informer', 'queue', 'client', 'object', 'base'],
  entry: [
    'manager',
    'framework',
    'schema',
    'status',
    'events',
    'rbac',
    'informer',
    'queue',
    'client',
    'object',
    'base',
  ],
};

/** Packages that one file wraps: nobody else in context, lib and resource imports them at run time. */
const WRAPPED: Readonly<Record<string, string>> = {
  '@kubernetes/client-node': 'lib/client/kubeconfig.ts',
  winston: 'lib/logger.ts',
  'prom-client': 'lib/metrics.ts',
  'exponential-backoff': 'lib/backoff.ts',
  '@marcbachmann/cel-js': 'lib/apiserver/cel/syntax.ts',
  undici: 'lib/client/undici-transport.ts',
  '@opentelemetry/api': 'lib/tracing.ts',
};

/** Who may name the types of client-node: the kinds, and the conversions between its models and the wire. */
const CLIENT_NODE_TYPES: readonly string[] = ['lib/object/kinds.ts', 'lib/object/wire.ts'];

/** What only some files of context, lib and resource may use: everything that waits goes through the clock. */
const RESTRICTED: readonly {
  readonly what: RegExp;
  readonly name: string;
  readonly allowed: readonly string[];
}[] = [
  {
    name: 'time other than by a Clock',
    what: /(?<![\w.'])(setTimeout|setInterval)\(|\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bAbortSignal\.timeout\b|import[^;]*\b(setTimeout|setInterval|scheduler|\*)[^;]*['"](node:)?timers(\/promises)?['"]/,
    allowed: ['context/clock.ts'],
  },
  { name: 'Math.random', what: /\bMath\.random\b/, allowed: ['lib/backoff.ts'] },
  { name: 'process.exit', what: /\bprocess\.exit\(/, allowed: ['cli.ts'] },
];

const OURS: ReadonlySet<string | undefined> = new Set(['context', 'lib', 'resource']);

/** Every breach of the rules, as `file: what`, in the order of the tree. */
export function breaches(tree: Tree): string[] {
  return [...tree].flatMap(([file, source]) => {
    const found = importsOf(source).flatMap((one) => [layerBreach(file, one), packageBreach(file, one)]);
    return [...found, defaultExportBreach(source), ...restrictedBreaches(file, source)]
      .filter((breach) => breach !== undefined)
      .map((breach) => `${file}: ${breach}`);
  });
}

/** Imports at the start of a line, which is where the formatter puts them, and dynamic ones anywhere. */
export function importsOf(source: string): Import[] {
  const code = withoutComments(source);
  const statements = code.matchAll(
    /^\s*(?:import|export)\s+(type\s+(?!from\b))?(?:[^;'"`()=]*?\bfrom\s*)?['"]([^'"]+)['"]/gm,
  );
  const dynamic = code.matchAll(/(\btypeof\s+)?\bimport\(\s*['"]([^'"]+)['"]/g);
  return [...statements, ...dynamic].map(([, typeOnly, specifier]) => ({
    specifier: specifier ?? '',
    typeOnly: typeOnly !== undefined,
  }));
}

/** Enough for our formatted sources: comments that begin a line, and those that follow code. */
function withoutComments(source: string): string {
  return source
    .replaceAll(/^\s*\/\*[^]*?\*\//gm, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/\s\/\/ .*$/gm, '');
}

function layerBreach(file: string, { specifier }: Import): string | undefined {
  const [top] = file.split('/');
  const isPublic = specifier === 'operatorkit' || specifier.startsWith('operatorkit/');
  if (isPublic) return OURS.has(top) ? `imports ${specifier}, its own public name` : undefined;
  if (!specifier.startsWith('.')) return undefined;
  const target = join(dirname(file), specifier);
  return mayImport(file, target) ? undefined : `imports ${target}`;
}

function mayImport(file: string, target: string): boolean {
  const [from, to] = [file, target].map((path) => path.split('/')[0]);
  switch (from ?? '') {
    case 'context':
      return to === 'context';
    case 'lib':
      return to === 'context' || (to === 'lib' && mayImportInLib(libLayer(file), libLayer(target)));
    case 'resource':
      return mayResourceImport(file, target);
    case 'examples':
      return to === 'examples' && file.split('/')[1] === target.split('/')[1];
    default:
      return true;
  }
}

function mayImportInLib(from: string, to: string): boolean {
  return from === to || (LIB[from] ?? []).includes(to);
}

function libLayer(path: string): string {
  const [, first = '', second] = path.split('/');
  if (second !== undefined) return first;
  return first === 'index.ts' ? 'entry' : 'base';
}

/** Folders of resource share the files directly in it, and never import each other; its index names them all. */
function mayResourceImport(file: string, target: string): boolean {
  const [to, folder, inside] = target.split('/');
  if (to === 'context') return true;
  if (to === 'lib') return !['apiserver', 'testing'].includes(libLayer(target));
  if (to !== 'resource') return false;
  return file === 'resource/index.ts' || inside === undefined || folder === file.split('/')[1];
}

function packageBreach(file: string, { specifier, typeOnly }: Import): string | undefined {
  if (!OURS.has(file.split('/')[0])) return undefined;
  const name = Object.keys(WRAPPED).find((known) => specifier === known || specifier.startsWith(`${known}/`));
  if (name === undefined || WRAPPED[name] === file) return undefined;
  if (!typeOnly) return `imports ${name} at run time, which only ${WRAPPED[name]} may`;
  const isFree = name !== '@kubernetes/client-node' || CLIENT_NODE_TYPES.includes(file);
  return isFree ? undefined : `imports types of ${name}, which only ${CLIENT_NODE_TYPES.join(' and ')} may`;
}

function defaultExportBreach(source: string): string | undefined {
  const has = /^export\s+default\b|^export\s*\{[^}]*\bas\s+default\b/m.test(withoutComments(source));
  return has ? 'has a default export' : undefined;
}

function restrictedBreaches(file: string, source: string): string[] {
  if (!OURS.has(file.split('/')[0])) return [];
  const code = withoutComments(source);
  return RESTRICTED.filter(
    ({ what, allowed }) => what.test(code) && !allowed.some((path) => isPath(file, path)),
  ).map(({ name }) => `uses ${name}`);
}

/** Whether `file` is the allowed path, or, for a bare name, any file of that name. */
function isPath(file: string, allowed: string): boolean {
  return file === allowed || (!allowed.includes('/') && file.endsWith(`/${allowed}`));
}
