import type { V1ConfigMap, V1CustomResourceDefinition, V1Lease, V1Pod } from '@kubernetes/client-node';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { isInvalidConfig } from '../../../lib/errors.ts';
import {
  ESCAPED_FIELDS,
  MICRO_TIME_FIELDS,
  TIME_FIELDS,
  fromClientNode,
  toClientNode,
} from '../../../lib/object/client-node.ts';
import type { Pod } from '../../../lib/object/kinds.ts';
import { defined, equal, instanceOf, is, ok, throws } from '../../kit/assert.ts';
import { suite } from '../../kit/suite.ts';

const TEXT = '2026-01-02T15:04:05Z';
const MICRO = '2026-01-02T15:04:05.123456Z';

/** The fields of all models of client-node as its declarations have them: `'name'?: type;`. */
async function declaredFields(): Promise<readonly { readonly name: string; readonly type: string }[]> {
  const folder = join(
    dirname(fileURLToPath(import.meta.resolve('@kubernetes/client-node'))),
    'gen',
    'models',
  );
  const files = (await readdir(folder)).filter((file) => file.endsWith('.d.ts'));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return texts.flatMap((text) =>
    text
      .matchAll(/^ {4}'([^']+)'\??: ([^;{]+)/gm)
      .map(([, name = '', type = '']) => ({ name, type: type.replace(' | null', '').trim() }))
      .toArray(),
  );
}

suite('the tables of client-node.ts', (test) => {
  test("have all times of client-node's models", async () => {
    const fields = await declaredFields();
    const named = (type: string): Set<string> =>
      new Set(fields.filter((field) => field.type === type).map(({ name }) => name));
    equal([...named('Date')].toSorted(), [...TIME_FIELDS].toSorted());
    equal([...named('V1MicroTime')].toSorted(), [...MICRO_TIME_FIELDS].toSorted());
  });

  test('have no name that is something else in another model', async () => {
    const times = new Set([...TIME_FIELDS, ...MICRO_TIME_FIELDS]);
    const others = (await declaredFields()).filter(
      ({ name, type }) => times.has(name) && type !== 'Date' && type !== 'V1MicroTime',
    );
    equal(others, []);
  });

  test('have all escaped names', async () => {
    const escaped = (await declaredFields()).flatMap(({ name }) => (/^_(.+)/.exec(name) ?? []).slice(1));
    equal([...new Set(escaped)].toSorted(), [...ESCAPED_FIELDS].toSorted());
  });
});

suite('fromClientNode', (test) => {
  test('makes strings of times, on all levels', () => {
    const pod: V1Pod = {
      metadata: { name: 'a', creationTimestamp: new Date(TEXT) },
      status: {
        startTime: new Date(TEXT),
        conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: new Date(TEXT) }],
      },
    };
    const wire: Pod = fromClientNode(pod) as Pod;
    equal(wire, {
      metadata: { name: 'a', creationTimestamp: TEXT },
      status: { startTime: TEXT, conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: TEXT }] },
    });
  });

  test('gives micro times six decimals', () => {
    const lease: V1Lease = { spec: { renewTime: new Date('2026-01-02T15:04:05.120Z') } };
    is(fromClientNode(lease).spec?.renewTime, '2026-01-02T15:04:05.120000Z');
  });

  test('gives names their real spelling', () => {
    const crd = {
      spec: {
        versions: [
          { schema: { openAPIV3Schema: { _default: { _enum: 1 }, x_kubernetes_int_or_string: true } } },
        ],
      },
    } as unknown as V1CustomResourceDefinition;
    equal(fromClientNode(crd), {
      spec: {
        versions: [
          { schema: { openAPIV3Schema: { default: { _enum: 1 }, 'x-kubernetes-int-or-string': true } } },
        ],
      },
    });
  });

  test('leaves the keys of users alone', () => {
    const map: V1ConfigMap = {
      metadata: { labels: { _from: 'a' } },
      data: { _default: 'a', x_kubernetes_y: 'b' },
    };
    equal(fromClientNode(map), map);
  });

  test('takes lists, leaves out what is undefined, and changes nothing that it was given', () => {
    const given = [{ metadata: { name: 'a', creationTimestamp: new Date(TEXT), uid: undefined } }];
    equal(fromClientNode(given), [{ metadata: { name: 'a', creationTimestamp: TEXT } }]);
    instanceOf(given[0]?.metadata.creationTimestamp, Date);
  });

  test('refuses an invalid Date, and names the field', () => {
    const error = throws(
      () => fromClientNode({ metadata: { creationTimestamp: new Date('x') } }),
      /creationTimestamp must be a valid Date/,
    );
    ok(isInvalidConfig(error));
  });

  test("keeps a custom resource's own names", () => {
    const website = {
      apiVersion: 'example.com/v1',
      kind: 'Website',
      spec: { _from: 'a', at: new Date(TEXT) },
    };
    equal(fromClientNode(website), { ...website, spec: { _from: 'a', at: TEXT } });
  });
});

suite('toClientNode', (test) => {
  test('makes Dates of times, by their names and only of times', () => {
    const wire: Pod = {
      metadata: { creationTimestamp: TEXT, annotations: { startTime: TEXT } },
      status: { startTime: TEXT, message: TEXT },
    };
    const pod = toClientNode<V1Pod>(wire);
    instanceOf(pod.metadata?.creationTimestamp, Date);
    instanceOf(pod.status?.startTime, Date);
    is(pod.status?.message, TEXT);
    is(pod.metadata?.annotations?.['startTime'], TEXT);
  });

  test('takes a time that is no time as it is', () => {
    is(toClientNode<V1Pod>({ status: { startTime: 'soon' } }).status?.startTime, 'soon');
  });

  test('keeps microseconds', () => {
    const lease = toClientNode<V1Lease>({ spec: { renewTime: MICRO } });
    const time = defined(lease.spec?.renewTime);
    is(time.getTime(), Date.parse('2026-01-02T15:04:05.123Z'));
    is(time.toISOString(), MICRO);
    is(JSON.stringify(time), `"${MICRO}"`);
  });

  test('escapes names in models, not in what users name', () => {
    const schema = {
      type: 'object',
      default: { default: 1 },
      properties: { default: { default: 'x', enum: ['x'] } },
    };
    const crd = {
      apiVersion: 'apiextensions.k8s.io/v1',
      spec: { versions: [{ schema: { openAPIV3Schema: schema } }] },
    };
    equal(toClientNode<typeof crd>(crd), {
      apiVersion: 'apiextensions.k8s.io/v1',
      spec: {
        versions: [
          {
            schema: {
              openAPIV3Schema: {
                type: 'object',
                _default: { default: 1 },
                properties: { default: { _default: 'x', _enum: ['x'] } },
              },
            },
          },
        ],
      },
    });
  });

  test("converts only the metadata of a custom resource, as client-node's own serializer does", () => {
    const website = {
      apiVersion: 'example.com/v1',
      metadata: { creationTimestamp: TEXT },
      spec: { time: TEXT, default: 1 },
    };
    const model = toClientNode<typeof website>(website) as unknown as {
      metadata: { creationTimestamp: unknown };
      spec: unknown;
    };
    instanceOf(model.metadata.creationTimestamp, Date);
    equal(model.spec, website.spec);
  });

  test('is the opposite of fromClientNode', () => {
    const wire = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: 'a',
        creationTimestamp: TEXT,
        labels: { time: TEXT },
        managedFields: [{ time: TEXT, fieldsV1: { 'f:time': {} } }],
      },
      spec: { containers: [{ name: 'c', env: [{ name: '_from' }] }] },
      status: { startTime: TEXT },
    };
    equal(fromClientNode(toClientNode<object>(wire as never)), wire);
  });
});
