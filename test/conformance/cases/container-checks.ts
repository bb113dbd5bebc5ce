import type { Topic } from '../step.ts';
import { containers, pods } from '../templates.ts';

/** What is wrong with containers of pods in detail, shown by templates. */
export const CONTAINER_CHECKS: Topic = {
  name: 'container-checks',
  cases: {
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
