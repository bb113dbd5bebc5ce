import type { JsonObject } from '../../../lib/object/json.ts';
import type { Step, Topic } from '../step.ts';
import { awaited, core, patch, post } from '../steps.ts';
import { containers, pods } from '../templates.ts';

const RESIZES = [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }];
const POD_SPEC = { automountServiceAccountToken: false, containers: [{ name: 'a', image: 'a' }] };
const POD = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'one' }, spec: POD_SPEC };

function change(spec: JsonObject): Step {
  return patch('merge', `${core('pods', '/one')}?dryRun=All`, { spec });
}

/** What is wrong with containers of pods in detail, shown by templates, and with changes of pods. */
export const CONTAINER_CHECKS: Topic = {
  name: 'container-checks',
  cases: {
    'init containers: resizes': pods({
      initContainers: [
        { name: 'b', image: 'b', resizePolicy: RESIZES },
        { name: 'c', image: 'c', resizePolicy: RESIZES, restartPolicy: 'Always' },
      ],
    }),
    'pods: changes': [
      awaited(core('serviceaccounts', '/default'), { quiet: true }),
      post(core('pods'), POD, { quiet: true }),
      change({ activeDeadlineSeconds: -1 }),
      change({ activeDeadlineSeconds: 2_147_483_648 }),
      change({ tolerations: [{ key: 't' }] }),
      change({ tolerations: [{ operator: 'Exists', effect: 'NoSchedule' }] }),
      change({ tolerations: [{ effect: 'Nope' }] }),
      change({ tolerations: [{ key: 'not valid', operator: 'Exists' }] }),
    ],
    'pods: time to end': [
      awaited(core('serviceaccounts', '/default'), { quiet: true }),
      post(`${core('pods')}?dryRun=All`, {
        ...POD,
        spec: { ...POD_SPEC, terminationGracePeriodSeconds: -1 },
      }),
    ],
    'environment: sources': containers({
      env: [
        { fieldRef: { fieldPath: 'spec.host' } },
        { fieldRef: { fieldPath: 'metadata.labels' } },
        { fieldRef: { fieldPath: "metadata.labels['a b']" } },
        { fieldRef: { fieldPath: 'spec.x' }, resourceFieldRef: { resource: 'limits.x', divisor: '2' } },
        { resourceFieldRef: { resource: 'limits.cpu', divisor: '1k' } },
        { configMapKeyRef: {} },
        { secretKeyRef: { name: 'Not Valid', key: '..a/b' } },
        { fileKeyRef: { key: 'a=b', volumeName: 'Not Valid', path: '../x' } },
        { fileKeyRef: {} },
      ].map((valueFrom, index) => ({ name: `A${index}`, valueFrom })),
    }),
    'containers: restarts, headers, AppArmor': containers(
      {
        restartPolicyRules: [
          {},
          { action: 'x', exitCodes: {} },
          { action: 'Restart', exitCodes: { operator: 'In' } },
        ],
      },
      {
        livenessProbe: { httpGet: { port: 1, httpHeaders: [{ name: 'A' }, {}] } },
        lifecycle: { preStop: { sleep: {} } },
        resources: { claims: [{}] },
      },
      { securityContext: { appArmorProfile: {} } },
      { securityContext: { appArmorProfile: { type: 'Localhost', localhostProfile: ' ' } } },
      { securityContext: { appArmorProfile: { type: 'Unconfined', localhostProfile: 'a' } } },
      { securityContext: { appArmorProfile: { type: 'x', localhostProfile: 'a' } } },
    ),
    'pods: systems, AppArmor, groups': pods(
      { os: {} },
      { os: { name: 'x' } },
      { securityContext: { appArmorProfile: { type: 'Localhost' }, supplementalGroupsPolicy: 'x' } },
      { securityContext: { sysctls: [{ name: 'a' }] } },
    ),
  },
};
