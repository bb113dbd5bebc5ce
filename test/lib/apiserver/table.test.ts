import type { ApiObject } from '../../../lib/apiserver/api-object.ts';
import { loadBuiltins } from '../../../lib/apiserver/builtin/load-builtins.ts';
import { customDefinitions } from '../../../lib/apiserver/custom-resources.ts';
import type { ResourceDefinition } from '../../../lib/apiserver/resource-definition.ts';
import { tableOf } from '../../../lib/apiserver/table.ts';
import type { JsonObject, JsonValue } from '../../../lib/object/json.ts';
import { defined, equal } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';
import { recordings } from './golden/recordings.ts';
import { TABLE_CASES } from './golden/table-cases.ts';

interface Shown {
  readonly columns: readonly string[];
  readonly cells: readonly JsonValue[];
  readonly conditions?: readonly JsonObject[];
  readonly object: ApiObject;
}

interface Table {
  readonly columnDefinitions: readonly { readonly name: string }[];
  readonly rows: readonly {
    readonly cells: readonly JsonValue[];
    readonly conditions?: readonly JsonObject[];
  }[];
}

const NOW = Date.parse('2026-01-01T01:00:00Z');

/** Ages depend on the day; that they are ages does not. */
function withoutAges(cells: readonly JsonValue[]): readonly JsonValue[] {
  return cells.map((cell) =>
    typeof cell === 'string' ? cell.replaceAll(/(?<![-\w.])(?:\d+[smhdy])+(?![-\w.])/gu, '<age>') : cell,
  );
}

function shown(definition: ResourceDefinition, obj: ApiObject): Omit<Shown, 'object'> {
  const nowMs = Date.parse(obj.metadata.creationTimestamp) + 5000;
  const table = tableOf(definition, [obj], { includeObject: 'None', nowMs }) as unknown as Table;
  const row = defined(table.rows[0]);
  return {
    columns: table.columnDefinitions.map(({ name }) => name),
    cells: withoutAges(row.cells),
    ...(row.conditions === undefined ? {} : { conditions: row.conditions }),
  };
}

function crd(columns: readonly JsonObject[]): ApiObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'sites.example.com', uid: 'u', resourceVersion: '1', creationTimestamp: '' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'sites', singular: 'site', kind: 'Site', listKind: 'SiteList' },
      versions: [{ name: 'v1', served: true, storage: true, additionalPrinterColumns: columns }],
    },
  };
}

function site(fields: JsonObject): ApiObject {
  const metadata = { name: 's', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:57:00Z' };
  return { apiVersion: 'example.com/v1', kind: 'Site', metadata, ...fields };
}

function cellsOf(columns: readonly JsonObject[], fields: JsonObject): readonly JsonValue[] {
  const definition = defined(customDefinitions(crd(columns))[0]);
  const table = tableOf(definition, [site(fields)], {
    includeObject: 'None',
    nowMs: NOW,
  }) as unknown as Table;
  return defined(table.rows[0]).cells;
}

suite('tableOf', (test) => {
  const golden = recordings<Shown>('tables');
  for (const [name, { groupVersion, plural }] of Object.entries(TABLE_CASES))
    test(`shows what a real API server shows: ${name}`, async () => {
      const [version, group = ''] = groupVersion.split('/').toReversed();
      const definition = (await loadBuiltins()).find(
        (one) => one.group === group && one.version === version && one.plural === plural,
      );
      const { object, conditions, columns, cells } = defined(golden[name]);
      equal(shown(defined(definition), object), {
        columns,
        cells: withoutAges(cells),
        ...(conditions === undefined ? {} : { conditions }),
      });
    });

  test('shows the age of custom resources without columns', () => {
    equal(cellsOf([], {}), ['s', '3m']);
  });

  test('shows cells of their column’s type only', () => {
    const column = (type: string): JsonObject => ({ name: type, type, jsonPath: '.spec.x' });
    const columns = ['string', 'integer', 'number', 'boolean', 'date'].map(column);
    equal(cellsOf(columns, { spec: { x: 1.5 } }), ['s', '1.5', 1, 1.5, null, '<unknown>']);
    equal(cellsOf(columns, { spec: { x: '2026-01-01T00:00:00Z' } }), [
      's',
      '2026-01-01T00:00:00Z',
      null,
      null,
      null,
      '60m',
    ]);
    equal(cellsOf(columns, {}), ['s', null, null, null, null, null]);
  });

  test('finds cells by filters', () => {
    const jsonPath = '.status.conditions[?(@.type=="Ready")].status';
    const status = {
      conditions: [
        { type: 'A', status: 'False' },
        { type: 'Ready', status: 'True' },
      ],
    };
    equal(cellsOf([{ name: 'Ready', type: 'string', jsonPath }], { status }), ['s', 'True']);
  });
});
