import type { Topic } from '../step.ts';
import { get } from '../steps.ts';
import { CUSTOM, GROUP, KINDS_DEFINITIONS } from './kinds.ts';

const AGGREGATED = {
  accept: 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json',
};

export const DISCOVERY: Topic = {
  name: 'discovery',
  definitions: KINDS_DEFINITIONS,
  cases: {
    'the versions of the core group': [get('/api', { hide: ['serverAddressByClientCIDRs'] })],
    'resources of the core group': [get('/api/v1')],
    'a built-in group': [get('/apis/apps'), get('/apis/autoscaling'), get('/apis/batch')],
    ...Object.fromEntries(
      [
        'apps/v1',
        'batch/v1',
        'networking.k8s.io/v1',
        'rbac.authorization.k8s.io/v1',
        'coordination.k8s.io/v1',
        'apiextensions.k8s.io/v1',
        'policy/v1',
        'autoscaling/v2',
        'discovery.k8s.io/v1',
        'events.k8s.io/v1',
        'storage.k8s.io/v1',
        'scheduling.k8s.io/v1',
        'node.k8s.io/v1',
        'admissionregistration.k8s.io/v1',
      ].map((groupVersion) => [`resources of ${groupVersion}`, [get(`/apis/${groupVersion}`)]]),
    ),
    'a custom group': [get(`/apis/${GROUP}`)],
    'resources of a custom group': [get(`/apis/${CUSTOM}`)],
    'an unknown group': [
      get('/apis/nothing.example.com'),
      get('/apis/nothing.example.com/v1'),
      get(`/apis/${GROUP}/v9`),
      get('/apis/apps/v9'),
    ],
    'the core group, aggregated': [get('/api', { headers: AGGREGATED, quiet: true })],
    health: [get('/healthz'), get('/livez'), get('/readyz')],
    'the version': [
      get('/version', {
        hide: [
          'gitCommit',
          'buildDate',
          'goVersion',
          'compiler',
          'platform',
          'gitTreeState',
          'gitVersion',
          'emulationMajor',
          'emulationMinor',
          'minCompatibilityMajor',
          'minCompatibilityMinor',
        ],
      }),
    ],
  },
};
