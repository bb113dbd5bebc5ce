import type { Step } from '../../step.ts';
import { awaited, awaitedGone, del, get, grouped, patch, post } from '../../steps.ts';
import { definition } from '../kinds.ts';
import {
  DEFINITIONS,
  GROUP,
  NAME,
  FREE,
  made,
  withSpec,
  version,
  conditionIs,
  ESTABLISHED,
  TRIES,
  one,
  served,
} from './tries.ts';

/** What becomes of a definition: its names, its versions, its end. */
export const DEFINITION_LIFE: Readonly<Record<string, readonly Step[]>> = {
  'waits for its names': [
    post(DEFINITIONS, made(), { quiet: true }),
    { ...ESTABLISHED, quiet: true },
    post(DEFINITIONS, { ...definition('others', 'Try', FREE, { group: GROUP }) }, { quiet: true }),
    get(`${DEFINITIONS}/others.${GROUP}`, {
      until: conditionIs('NamesAccepted', 'False'),
      hide: ['metadata.resourceVersion'],
    }),
    del(NAME, undefined, { quiet: true }),
    awaitedGone(NAME, { quiet: true }),
    get(`${DEFINITIONS}/others.${GROUP}`, {
      until: conditionIs('Established', 'True'),
      hide: ['metadata.resourceVersion'],
    }),
  ],
  'waits for its short names': [
    post(DEFINITIONS, withSpec({ names: { plural: 'tries', kind: 'Try', shortNames: ['tr'] } }), {
      quiet: true,
    }),
    { ...ESTABLISHED, quiet: true },
    post(
      DEFINITIONS,
      {
        ...withSpec(
          { names: { plural: 'others', kind: 'Other', shortNames: ['tr'] } },
          { name: `others.${GROUP}` },
        ),
      },
      { quiet: true },
    ),
    get(`${DEFINITIONS}/others.${GROUP}`, {
      until: conditionIs('NamesAccepted', 'False'),
      hide: ['metadata.resourceVersion'],
    }),
  ],
  'takes its objects with it': served(
    made(),
    post(TRIES, one({ metadata: { name: 'one', finalizers: ['example.com/a'] } }), { quiet: true }),
    post(TRIES, one({ metadata: { name: 'two' } }), { quiet: true }),
    del(NAME, undefined, { hide: ['metadata.resourceVersion'] }),
    get(NAME, {
      until: conditionIs('Terminating', 'True'),
      hide: ['metadata.resourceVersion', 'metadata.managedFields', 'status.conditions'],
    }),
    awaitedGone(`${TRIES}/two`),
    post(TRIES, one({ metadata: { name: 'three' } }), { until: ({ status }) => status === 403 }),
    patch('merge', `${TRIES}/one`, { metadata: { finalizers: null } }, { quiet: true }),
    awaitedGone(NAME),
    awaitedGone(TRIES),
  ),
  'generation grows with its spec': [
    post(DEFINITIONS, made(), { quiet: true }),
    { ...ESTABLISHED, quiet: true },
    patch('merge', NAME, { metadata: { labels: { a: 'b' } } }, { hide: ['metadata.resourceVersion'] }),
    patch(
      'merge',
      NAME,
      { spec: { names: { shortNames: ['tr'] } } },
      { hide: ['metadata.resourceVersion', 'status'] },
    ),
  ],
  'scope, group and kind are immutable': [
    post(DEFINITIONS, made(), { quiet: true }),
    { ...ESTABLISHED, quiet: true },
    patch('merge', NAME, { spec: { scope: 'Cluster' } }),
    patch('merge', NAME, { spec: { group: 'other.example.com' } }),
    patch('merge', NAME, { spec: { names: { kind: 'Other' } } }),
    patch('merge', NAME, { spec: { names: { plural: 'others' } } }),
  ],
  'keeps a version that has objects': served(
    withSpec({ versions: [version('v1', { storage: true }), version('v2')] }),
    post(TRIES, one({ spec: { a: 1 } }), { quiet: true }),
    patch('merge', NAME, { spec: { versions: [version('v2', { storage: true })] } }),
    patch(
      'merge',
      NAME,
      { spec: { versions: [version('v1'), version('v2', { storage: true })] } },
      { hide: ['metadata.resourceVersion', 'status.conditions'] },
    ),
  ),
  'serves several versions': served(
    withSpec({
      versions: [
        version('v1', { storage: true }),
        version('v2'),
        version('v1beta1', { served: false }),
        version('v3alpha1', { deprecated: true, deprecationWarning: 'use v2' }),
        version('v3alpha2', { deprecated: true }),
      ],
    }),
    post(TRIES, one({ spec: { a: 1 } })),
    awaited(`${grouped(`${GROUP}/v2`, 'tries')}/one`),
    get(grouped(`${GROUP}/v2`, 'tries')),
    get(`${grouped(`${GROUP}/v1beta1`, 'tries')}/one`),
    get(`${grouped(`${GROUP}/v3alpha1`, 'tries')}/one`),
    get(`${grouped(`${GROUP}/v3alpha2`, 'tries')}/one`),
    post(grouped(`${GROUP}/v2`, 'tries'), one({}, `${GROUP}/v1`)),
    patch('merge', `${grouped(`${GROUP}/v2`, 'tries')}/one`, { spec: { b: 2 } }),
    get(`${TRIES}/one`),
    awaited(`/apis/${GROUP}`),
  ),
};
