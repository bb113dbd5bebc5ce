import type { JsonObject } from '../../../lib/object/json.ts';
import type { Step, Topic } from '../step.ts';
import { configMap, core, del, get, grouped, patch, post, watch } from '../steps.ts';
import { CUSTOM, KINDS_DEFINITIONS } from './kinds.ts';

const MAPS = core('configmaps');
const THINGS = grouped(CUSTOM, 'things');

function thing(name: string, metadata: JsonObject = {}): JsonObject {
  return { apiVersion: CUSTOM, kind: 'Thing', metadata: { name, ...metadata }, spec: { size: 1 } };
}

const MADE = post(THINGS, thing('a', { labels: { on: 'yes' } }), { quiet: true, as: 'made' });
const SINCE = 'watch=1&resourceVersion=<made.metadata.resourceVersion>';
const CHANGED = patch('merge', `${THINGS}/a`, { spec: { size: 2 } }, { quiet: true });
const LEFT = patch('merge', `${THINGS}/a`, { metadata: { labels: { on: null } } }, { quiet: true });
const BACK = patch('merge', `${THINGS}/a`, { metadata: { labels: { on: 'yes' } } }, { quiet: true });
const DELETED = del(`${THINGS}/a`, undefined, { quiet: true });

function refused(query: string): readonly Step[] {
  return [MADE, watch(`${THINGS}?${query}`, 1), watch(`${MAPS}?${query}`, 0)];
}

export const WATCHES: Topic = {
  name: 'watches',
  definitions: KINDS_DEFINITIONS,
  cases: {
    'from a version on': [MADE, CHANGED, DELETED, watch(`${THINGS}?${SINCE}`, 2)],
    'from a version on, built in': [
      post(MAPS, configMap('a', { metadata: { labels: { case: '<id>' } } }), { quiet: true, as: 'made' }),
      patch('merge', `${MAPS}/a`, { data: { a: '1' } }, { quiet: true }),
      del(`${MAPS}/a`, undefined, { quiet: true }),
      watch(`${MAPS}?${SINCE}&labelSelector=case=<id>`, 2),
    ],
    'a change of nothing is no event': [
      MADE,
      patch('merge', `${THINGS}/a`, { spec: { size: 1 } }, { quiet: true }),
      CHANGED,
      watch(`${THINGS}?${SINCE}`, 1),
    ],
    'without a version: what is there, then what comes': [MADE, CHANGED, watch(`${THINGS}?watch=1`, 1)],
    'version 0': [
      MADE,
      CHANGED,
      get(THINGS, { quiet: true }),
      watch(`${THINGS}?watch=1&resourceVersion=0`, 1),
    ],
    'watch=true': [MADE, watch(`${THINGS}?watch=true`, 1)],
    'across namespaces': [
      MADE,
      CHANGED,
      watch(`/apis/${CUSTOM}/things?${SINCE}&fieldSelector=metadata.namespace=<ns>`, 1),
    ],
    'one object by its name': [
      MADE,
      post(THINGS, thing('b'), { quiet: true }),
      CHANGED,
      watch(`${THINGS}?${SINCE}&fieldSelector=metadata.name=a`, 1),
    ],
    'one object by its path': [MADE, get(`${THINGS}/a?watch=1&timeoutSeconds=1`, { quiet: true })],
    'leaving a selection is a deletion, coming back an addition': [
      MADE,
      CHANGED,
      LEFT,
      patch('merge', `${THINGS}/a`, { spec: { size: 3 } }, { quiet: true }),
      BACK,
      DELETED,
      watch(`${THINGS}?${SINCE}&labelSelector=on=yes`, 4),
    ],
    'a deletion outside of the selection is no event': [
      MADE,
      LEFT,
      DELETED,
      post(THINGS, thing('b', { labels: { on: 'yes' } }), { quiet: true }),
      watch(`${THINGS}?${SINCE}&labelSelector=on=yes`, 2),
    ],
    'leaving a selection by a field': [
      MADE,
      patch('merge', `${THINGS}/a`, { spec: { color: 'blue' } }, { quiet: true }),
      patch('merge', `${THINGS}/a`, { spec: { color: 'red' } }, { quiet: true }),
      watch(`${THINGS}?${SINCE}&fieldSelector=spec.color=red`, 2),
    ],
    'a finalizer keeps the object': [
      post(THINGS, thing('a', { finalizers: ['example.com/a'] }), { quiet: true, as: 'made' }),
      DELETED,
      DELETED,
      patch('merge', `${THINGS}/a`, { metadata: { finalizers: null } }, { quiet: true }),
      watch(`${THINGS}?${SINCE}`, 2),
    ],
    'status is a modification': [
      MADE,
      patch('merge', `${THINGS}/a/status`, { status: { ready: true } }, { quiet: true }),
      watch(`${THINGS}?${SINCE}`, 1),
    ],
    'initial events': [
      MADE,
      CHANGED,
      watch(
        `${THINGS}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
        2,
      ),
    ],
    'initial events from version 0': [
      MADE,
      get(THINGS, { quiet: true }),
      watch(
        `${THINGS}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&resourceVersion=0`,
        2,
      ),
    ],
    'initial events not older than': [
      MADE,
      watch(
        `${THINGS}?${SINCE}&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
        2,
      ),
    ],
    'no initial events': [
      MADE,
      CHANGED,
      watch(
        `${THINGS}?${SINCE}&sendInitialEvents=false&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
        1,
      ),
    ],
    'initial events without bookmarks': [
      MADE,
      watch(`${THINGS}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan`, 1),
    ],
    'initial events without a match': refused('watch=1&sendInitialEvents=true&allowWatchBookmarks=true'),
    'initial events with another match': refused(
      'watch=1&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=Exact',
    ),
    'initial events with a version and no match': refused(
      'watch=1&sendInitialEvents=false&resourceVersion=1',
    ),
    'a match without initial events': refused('watch=1&resourceVersion=1&resourceVersionMatch=NotOlderThan'),
    'an unknown match': refused('watch=1&resourceVersion=1&resourceVersionMatch=Other'),
    'a version that is none': [MADE, watch(`${THINGS}?watch=1&resourceVersion=x`, 1)],
    'a continue token': [MADE, watch(`${THINGS}?watch=1&continue=x`, 1, { quiet: true })],
    'an unknown field': [MADE, watch(`${THINGS}?watch=1&fieldSelector=spec.none=1`, 1)],
    'an invalid selector': [MADE, watch(`${THINGS}?watch=1&labelSelector=a b`, 1)],
    'a timeout ends it': [MADE, watch(`${THINGS}?watch=1&timeoutSeconds=1`)],
    'a timeout that is none': refused('watch=1&timeoutSeconds=x'),
    'a watch of Tables': [
      MADE,
      CHANGED,
      watch(`${THINGS}?watch=1`, 1, { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } }),
      watch(`${THINGS}?${SINCE}`, 1, { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' } }),
    ],
    'a watch of metadata': [
      MADE,
      CHANGED,
      watch(`${THINGS}?${SINCE}`, 1, {
        headers: { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' },
      }),
    ],
    'a watch of an unknown resource': [watch(`${grouped(CUSTOM, 'others')}?watch=1`, 1, { quiet: true })],
  },
};
