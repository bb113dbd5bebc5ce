import type { JsonObject, JsonValue } from '../../../lib/object/json.ts';
import type { Step, Topic } from '../step.ts';
import { grouped, patch, type PatchType, post } from '../steps.ts';

const DEPLOYMENTS = grouped('apps/v1', 'deployments');

const DEPLOYMENT = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'one', labels: { b: '1', a: '2' } },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: {
      metadata: { labels: { z: 'c', a: 'b' } },
      spec: {
        terminationGracePeriodSeconds: 5,
        containers: [{ name: 'b', image: 'c', args: ['x'] }],
      },
    },
  },
};

/** A change of a deployment that is refused for its unknown fields. */
function changing(type: PatchType, change: JsonValue): readonly Step[] {
  return [
    post(DEPLOYMENTS, DEPLOYMENT, { quiet: true }),
    patch(type, `${DEPLOYMENTS}/one?fieldValidation=Strict`, change),
  ];
}

const UNSORTED: JsonObject = { z: 1, b: { d: 1, c: 1 }, a: 1 };
const SELECTOR = '/spec/selector';

/** In which order unknown fields are told of: that of the text which a patch makes. */
export const UNKNOWN_FIELD_ORDER: Topic = {
  name: 'unknown-field-order',
  cases: {
    'json patch: added in a value': changing('json', [{ op: 'add', path: SELECTOR, value: UNSORTED }]),
    'json patch: added one by one': changing('json', [
      { op: 'add', path: '/spec/z', value: 1 },
      { op: 'add', path: '/spec/a', value: 1 },
      { op: 'add', path: '/metadata/z', value: 1 },
      { op: 'add', path: '/a', value: 1 },
    ]),
    'json patch: in items': changing(
      'json',
      Array.from({ length: 11 }, (_, index) => ({
        op: 'add',
        path: '/spec/template/spec/containers/-',
        value: { name: `a${index}`, image: 'b', z: 1, a: 1 },
      })),
    ),
    'json patch: of a value that a step looked into': changing('json', [
      { op: 'add', path: SELECTOR, value: UNSORTED },
      { op: 'add', path: `${SELECTOR}/c`, value: 1 },
    ]),
    'json patch: below one that a step looked into': changing('json', [
      {
        op: 'add',
        path: '/spec/template/spec',
        value: { z: UNSORTED, ...UNSORTED, containers: [{ z: 1, name: 'a', a: 1 }] },
      },
      { op: 'add', path: '/spec/template/spec/a', value: UNSORTED },
    ]),
    'json patch: of a value that was tested': changing('json', [
      { op: 'add', path: SELECTOR, value: UNSORTED },
      { op: 'test', path: SELECTOR, value: { a: 1, b: { c: 1, d: 1 }, z: 1 } },
    ]),
    'json patch: replaced': changing('json', [{ op: 'replace', path: SELECTOR, value: UNSORTED }]),
    'json patch: copied': changing('json', [{ op: 'copy', path: SELECTOR, from: '/spec/strategy' }]),
    'json patch: copied and looked into': changing('json', [
      { op: 'copy', path: SELECTOR, from: '/spec/strategy' },
      { op: 'add', path: `${SELECTOR}/a`, value: 1 },
    ]),
    'json patch: looked into and copied': changing('json', [
      { op: 'add', path: '/spec/strategy/a', value: 1 },
      { op: 'copy', path: SELECTOR, from: '/spec/strategy' },
    ]),
    'json patch: copied into itself': changing('json', [
      { op: 'copy', path: '/spec/strategy/rollingUpdate', from: '/spec/strategy' },
    ]),
    'json patch: copied from a map': changing('json', [
      { op: 'copy', path: SELECTOR, from: '/spec/template/metadata/labels' },
    ]),
    'json patch: copied with a list': changing('json', [
      { op: 'copy', path: SELECTOR, from: '/spec/template/spec' },
    ]),
    'json patch: an item copied': changing('json', [
      { op: 'copy', path: SELECTOR, from: '/spec/template/spec/containers/0' },
    ]),
    'json patch: moved': changing('json', [{ op: 'move', path: SELECTOR, from: '/spec/strategy' }]),
    'json patch: metadata copied': changing('json', [{ op: 'copy', path: SELECTOR, from: '/metadata' }]),
    'json patch: copied into metadata': changing('json', [
      { op: 'copy', path: '/metadata/labels', from: '/spec/strategy' },
      { op: 'copy', path: '/metadata', from: '/spec' },
    ]),
    'merge patch: a new value': changing('merge', { spec: { ...UNSORTED, selector: UNSORTED } }),
    'merge patch: in a list': changing('merge', {
      spec: {
        template: {
          z: 1,
          a: 1,
          spec: { containers: Array.from({ length: 11 }, (_, index) => ({ z: 1, name: `a${index}`, a: 1 })) },
        },
      },
    }),
    'merge patch: names that begin alike': changing('merge', {
      spec: { 'a.b': 1, 'a-b': 1, a: { b: 1 }, ab: 1 },
    }),
    'strategic patch: a new value': changing('strategic', { spec: { ...UNSORTED, selector: UNSORTED } }),
    'strategic patch: names that begin alike': changing('strategic', {
      spec: { 'a.b': 1, 'a-b': 1, a: { b: 1 }, ab: 1 },
    }),
    'strategic patch: in a list': changing('strategic', {
      spec: {
        template: {
          z: 1,
          a: 1,
          spec: {
            containers: Array.from({ length: 11 }, (_, index) => ({
              z: 1,
              name: `a${index}`,
              image: 'b',
              a: 1,
            })),
          },
        },
      },
    }),
  },
};
