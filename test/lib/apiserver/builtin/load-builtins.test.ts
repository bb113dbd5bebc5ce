import type { ApiObject } from '../../../../lib/apiserver/api-object.ts';
import { loadBuiltins } from '../../../../lib/apiserver/builtin/load-builtins.ts';
import { textAt } from '../../../../lib/apiserver/fields.ts';
import type { ResourceDefinition } from '../../../../lib/apiserver/resource-definition.ts';
import { applyDefaults } from '../../../../lib/apiserver/schema/defaults.ts';
import { validate } from '../../../../lib/apiserver/schema/validate.ts';
import { StatusError } from '../../../../lib/apiserver/status-error.ts';
import type { JsonObject } from '../../../../lib/object/json.ts';
import { defined, equal, instanceOf, is, ok, throws } from '../../../kit/assert.ts';
import { suite } from '../../../kit/suite.ts';
import { OBJECT_CASES } from '../golden/object-cases.ts';
import { recordings, sorted, type Recording } from '../golden/recordings.ts';

const UID = '<uid>';

function find(
  definitions: readonly ResourceDefinition[],
  groupVersion: string,
  plural: string,
): ResourceDefinition {
  const found = definitions.find(
    (one) =>
      one.plural === plural && (one.group === '' ? '' : `${one.group}/`) + one.version === groupVersion,
  );
  return defined(found);
}

/** A creation as the server does it: defaults, schema, strategy. */
function created(definition: ResourceDefinition, obj: ApiObject): Recording {
  const { schema, strategy, generation } = definition;
  const defaulted = applyDefaults(defined(schema), strategy?.infer?.(obj) ?? obj);
  const wrong = validate(defined(schema), defaulted, '');
  if (wrong.length > 0) return { code: 422, causes: wrong };
  const complete = defined(strategy).complete?.(defaulted) ?? defaulted;
  const ready = defined(strategy).prepareCreate?.(complete) ?? complete;
  const causes = strategy?.validate?.(ready, undefined) ?? [];
  if (causes.length > 0) return { code: 422, causes };
  const { labels, annotations } = ready.metadata;
  const metadata = { labels, annotations, ...(generation ? { generation: 1 } : {}) };
  return { stored: JSON.parse(JSON.stringify({ ...ready, metadata })) as JsonObject };
}

/** A real one: it is the value of labels, too. */
const OWN_UID = '00000000-0000-4000-8000-000000000000';

/** Addresses and ports are the server's to choose. */
function withoutAllocated(recording: Recording): unknown {
  const text = JSON.stringify(recording)
    .replaceAll(OWN_UID, UID)
    .replaceAll(/"10\.\d+\.\d+\.\d+"/gu, '"<address>"')
    .replaceAll(/"nodePort":\d+/gu, '"nodePort":0');
  const { causes, ...rest } = JSON.parse(text) as Recording;
  return causes === undefined ? rest : { ...rest, causes: sorted(causes) };
}

suite('loadBuiltins', (test) => {
  const golden = recordings<Recording>('objects');
  for (const [name, { groupVersion, plural, kind, object }] of Object.entries(OBJECT_CASES))
    test(`creates like a real API server: ${name}`, async () => {
      const definition = find(await loadBuiltins(), groupVersion, plural);
      const metadata = {
        name: 'golden',
        namespace: 'default',
        uid: OWN_UID,
        resourceVersion: '',
        creationTimestamp: '2026-01-01T00:00:00Z',
      };
      const obj: ApiObject = { apiVersion: groupVersion, kind, ...object, metadata };
      const wanted = defined(golden[name]);
      if (wanted.code === 400) {
        const error = throws(() => created(definition, obj));
        instanceOf(error, StatusError);
        equal({ code: error.status.code, message: error.message }, wanted);
      } else equal(withoutAllocated(created(definition, obj)), withoutAllocated(wanted));
    });

  test('gives each Service another address, in order', async () => {
    const services = find(await loadBuiltins(), 'v1', 'services');
    const address = (name: string): unknown => {
      const metadata = { name, uid: name, resourceVersion: '', creationTimestamp: '2026-01-01T00:00:00Z' };
      const spec = { type: 'ClusterIP', ports: [{ port: 80 }] };
      const made = services.strategy?.prepareCreate?.({ apiVersion: 'v1', kind: 'Service', metadata, spec });
      return textAt(made, 'spec', 'clusterIP');
    };
    equal([address('a'), address('b')], ['10.96.0.10', '10.96.0.11']);
  });

  test('resolves every schema, and each of them only once', async () => {
    for (const definition of await loadBuiltins()) {
      ok(definition.schema?.properties?.['metadata'] !== undefined, definition.kind);
      const again = definition.schema;
      is(again, definition.schema);
    }
  });
});
