import { VirtualClock } from '../../../../lib/testing/virtual-clock.ts';
import type { JsonObject } from '../../../../lib/object/json.ts';
import { equal, is } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { CRDS, newApi, newSiteApi, NS, type Api } from '../api.ts';

const ONE = `${NS}/configmaps/one`;
const APPLY = { type: 'application/apply-patch+yaml' };

function map(data: JsonObject): JsonObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one' }, data };
}

async function applied(api: Api, manager: string, data: JsonObject): Promise<readonly string[]> {
  const body = await api.ok('PATCH', `${ONE}?fieldManager=${manager}&force=true`, map(data), APPLY);
  return entries(body);
}

/** Each manager with its time, in the order of the answer. */
function entries(body: unknown): readonly string[] {
  return managersOf(body).map(
    ({ manager, operation, time }) => `${manager} ${operation} ${String(time).slice(17, 19)}`,
  );
}

interface Entry {
  readonly manager: string;
  readonly operation: string;
  readonly time?: string;
  readonly subresource?: string;
}

function managersOf(body: unknown): readonly Entry[] {
  const { metadata } = body as { readonly metadata: { readonly managedFields?: readonly Entry[] } };
  return metadata.managedFields ?? [];
}

suite('FieldManager', (test) => {
  test('orders managers by operation, then by time, then by name', async (t) => {
    const clock = new VirtualClock({ startMs: Date.parse('2026-01-01T00:00:00Z') });
    const api = await newApi(t, { clock });
    await api.ok('POST', `${NS}/configmaps?fieldManager=z`, map({ z: '1' }));
    await clock.advance(1000);
    await applied(api, 'b', { b: '1' });
    await applied(api, 'a', { a: '1' });
    await clock.advance(1000);
    equal(await applied(api, 'b', { b: '2' }), ['a Apply 01', 'b Apply 02', 'z Update 00']);
  });

  test('keeps times where nothing changes, and has none for who only shares', async (t) => {
    const clock = new VirtualClock({ startMs: Date.parse('2026-01-01T00:00:00Z') });
    const api = await newApi(t, { clock });
    await applied(api, 'a', { x: '1' });
    await clock.advance(5000);
    const before = await api.ok('GET', ONE);
    equal(await applied(api, 'a', { x: '1' }), ['a Apply 00']);
    is((await api.ok('GET', ONE))['metadata'].resourceVersion, before['metadata'].resourceVersion);
    equal(await applied(api, 'b', { x: '1' }), ['b Apply ', 'a Apply 00']);
  });

  test('shares what it stores of one write with the next', async (t) => {
    const api = await newApi(t);
    await applied(api, 'a', { x: '1' });
    await api.ok('PATCH', `${ONE}/?fieldManager=b`, { data: { y: '1' } });
    const { managedFields: first } = api.server.storage.get('configmaps', 'default/one')!.metadata;
    await api.ok('PATCH', `${ONE}?fieldManager=b`, { data: { y: '2' } });
    const { managedFields: second } = api.server.storage.get('configmaps', 'default/one')!.metadata;
    is(second?.[0]?.['fieldsV1'], first?.[0]?.['fieldsV1']);
  });

  test("owns a definition's status as the API server itself", async (t) => {
    const api = await newSiteApi(t);
    const managers = managersOf(await api.ok('GET', `${CRDS}/sites.example.com`));
    equal(managers.map(({ manager, subresource = '' }) => `${manager} ${subresource}`).toSorted(), [
      'kube-apiserver status',
      'unknown ',
    ]);
  });

  test('refuses bombs of aliases', async (t) => {
    const api = await newApi(t);
    const levels = Array.from(
      { length: 8 },
      (_, index) => `l${index + 1}: &l${index + 1} [${`*l${index},`.repeat(9)}]`,
    );
    const text = ['apiVersion: v1', 'kind: ConfigMap', 'l0: &l0 [a,a]', ...levels].join('\n');
    const answer = await api.call('PATCH', `${ONE}?fieldManager=a`, undefined, { ...APPLY, text });
    is(answer.status, 400);
  });
});
