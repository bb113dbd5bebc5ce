import type { JsonObject } from '../../../lib/object/json.ts';
import type { Step, Topic } from '../step.ts';
import { configMap, core, get, grouped, post, watch } from '../steps.ts';
import { CUSTOM, KINDS_DEFINITIONS } from './kinds.ts';

const MAPS = core('configmaps');
const THINGS = grouped(CUSTOM, 'things');
/** Namespaces have one of their own, at a time of their own. */
const OURS = 'labelSelector=case=<id>';

function labelled(name: string, labels: JsonObject = {}): Step {
  return post(MAPS, configMap(name, { metadata: { labels: { case: '<id>', ...labels } } }), {
    quiet: true,
    as: name,
  });
}

function things(): readonly Step[] {
  const made = ['a', 'b', 'c'].map((name, index) =>
    post(
      THINGS,
      {
        apiVersion: CUSTOM,
        kind: 'Thing',
        metadata: { name, labels: { case: '<id>' } },
        spec: { size: index + 1, color: index === 1 ? 'blue' : 'red' },
      },
      { quiet: true, as: name },
    ),
  );
  // What a cache may answer is no older than what was read before.
  return [...made, get(THINGS, { quiet: true })];
}

const FIVE: readonly Step[] = [
  labelled('a', { app: 'x', tier: 'web' }),
  labelled('b', { app: 'y' }),
  labelled('c', { app: 'x' }),
  labelled('d', { tier: 'db' }),
  labelled('e'),
];

function selecting(selector: string): readonly Step[] {
  return [...FIVE, get(`${MAPS}?${OURS},${selector}`)];
}

function byField(selector: string): readonly Step[] {
  return [...FIVE, get(`${MAPS}?${OURS}&fieldSelector=${selector}`)];
}

function asked(query: string): readonly Step[] {
  return [...things(), get(`${THINGS}?${query}`)];
}

export const LISTS: Topic = {
  name: 'lists',
  definitions: KINDS_DEFINITIONS,
  cases: {
    'in the order of names': [labelled('b'), labelled('a'), labelled('c'), get(`${MAPS}?${OURS}`)],
    'of a namespace that is not there': [
      get('/api/v1/namespaces/missing-<id>/configmaps'),
      get(`/apis/${CUSTOM}/namespaces/missing-<id>/things`),
    ],
    'of nothing': [get(THINGS)],
    'across namespaces': [...things(), get(`/apis/${CUSTOM}/things?${OURS}`)],
    'one by field selector': byField('metadata.name=a'),
    'all but one by field selector': byField('metadata.name!=a'),
    'two fields': byField('metadata.name!=a,metadata.namespace=<ns>'),
    'two equals signs': byField('metadata.name==a'),
    'an unknown field': byField('data.a=1'),
    'a field selector that is none': byField('nothing'),
    'an empty field selector': byField(''),
    'an unknown field, custom': asked('fieldSelector=spec.none=1'),
    'selectable fields, custom': asked(`${OURS}&fieldSelector=spec.color=blue`),
    equality: selecting('app=x'),
    'two equals signs in a label selector': selecting('app==x'),
    'inequality, which absence fulfils': selecting('app!=x'),
    in: selecting('app in (x,y)'),
    notin: selecting('app notin (x)'),
    exists: selecting('tier'),
    'does not exist': selecting('!tier'),
    'several requirements': selecting('app=x,tier=web'),
    'an empty value': selecting('app='),
    spaces: selecting(' app  in  ( x , y ) , !tier '),
    numbers: selecting('app>1'),
    'less than a number that is none': selecting('app<x'),
    'a selector without its end': selecting('app in (x'),
    'a selector with an unknown operator': selecting('app is x'),
    'a selector with an invalid key': selecting('a/b/c=x'),
    'a selector with an invalid value': selecting('app=-'),
    'a selector that is a comma': selecting(','),
    pages: [
      ...FIVE,
      get(`${MAPS}?${OURS}&limit=2`, { as: 'page' }),
      get(`${MAPS}?${OURS}&limit=2&continue=<page.metadata.continue>`, { as: 'next' }),
      get(`${MAPS}?${OURS}&limit=2&continue=<next.metadata.continue>`),
    ],
    'pages of custom resources': [
      ...things(),
      get(`${THINGS}?limit=2`, { as: 'page' }),
      get(`${THINGS}?limit=2&continue=<page.metadata.continue>`),
    ],
    'a page that is exactly full': [...things(), get(`${THINGS}?limit=3`)],
    'a page larger than the list': [...things(), get(`${THINGS}?limit=10`)],
    'a later page without a limit': [
      ...things(),
      get(`${THINGS}?limit=1`, { as: 'page', quiet: true }),
      get(`${THINGS}?continue=<page.metadata.continue>`),
    ],
    'pages do not see what was created since': [
      ...things(),
      get(`${THINGS}?limit=1`, { as: 'page', quiet: true }),
      post(
        THINGS,
        { apiVersion: CUSTOM, kind: 'Thing', metadata: { name: 'bb' }, spec: { size: 1 } },
        { quiet: true },
      ),
      get(`${THINGS}?limit=5&continue=<page.metadata.continue>`),
    ],
    'a continue token with a resourceVersion': [
      ...things(),
      get(`${THINGS}?limit=1`, { as: 'page', quiet: true }),
      get(`${THINGS}?limit=1&continue=<page.metadata.continue>&resourceVersion=5`),
      get(`${THINGS}?limit=1&continue=<page.metadata.continue>&resourceVersion=0`),
      get(`${THINGS}?limit=1&continue=<page.metadata.continue>&resourceVersionMatch=Exact`),
    ],
    'a continue token that is none': asked('limit=1&continue=nonsense'),
    'limit 0': asked('limit=0'),
    'limit -1': asked('limit=-1'),
    'limit that is no number': asked('limit=x'),
    'timeoutSeconds that is no number': asked('timeoutSeconds=x'),
    'watch that is no flag': [...things(), watch(`${THINGS}?watch=nothing`, 1)],
    'resourceVersion 0': asked('resourceVersion=0'),
    'resourceVersion 0 with a limit': [...things(), get(`${THINGS}?resourceVersion=0&limit=1`)],
    'resourceVersion that is none': asked('resourceVersion=x'),
    'resourceVersion that is negative': asked('resourceVersion=-1'),
    'not older than': [...things(), get(`${THINGS}?resourceVersion=<b.metadata.resourceVersion>`)],
    'not older than, said explicitly': [
      ...things(),
      get(`${THINGS}?resourceVersion=<b.metadata.resourceVersion>&resourceVersionMatch=NotOlderThan`),
    ],
    exact: [
      ...things(),
      get(`${THINGS}?resourceVersion=<b.metadata.resourceVersion>&resourceVersionMatch=Exact`),
    ],
    'exact, built in': [
      labelled('a'),
      labelled('b'),
      get(`${MAPS}?${OURS}&resourceVersion=<a.metadata.resourceVersion>&resourceVersionMatch=Exact`),
    ],
    'exact with a limit': [
      ...things(),
      get(`${THINGS}?resourceVersion=<c.metadata.resourceVersion>&resourceVersionMatch=Exact&limit=2`),
    ],
    'a limit with a version': [
      ...things(),
      get(`${THINGS}?resourceVersion=<b.metadata.resourceVersion>&limit=1`),
    ],
    'exact 0': asked('resourceVersion=0&resourceVersionMatch=Exact'),
    'a match without a version': asked('resourceVersionMatch=Exact'),
    'not older than without a version': asked('resourceVersionMatch=NotOlderThan'),
    'an unknown match': asked('resourceVersion=1&resourceVersionMatch=Other'),
    'initial events without a watch': asked('sendInitialEvents=true&resourceVersionMatch=NotOlderThan'),
    'get with a version': [
      ...things(),
      get(`${THINGS}/a?resourceVersion=0`),
      get(`${THINGS}/a?resourceVersion=<a.metadata.resourceVersion>`),
      get(`${THINGS}/a?resourceVersion=x`),
    ],
  },
};
