import type { JsonObject } from '../../../lib/object/json.ts';
import type { Step, Topic } from '../step.ts';
import { containers, pods } from '../templates.ts';

/** What is wrong with the specs of pods, shown by the templates of a kind whose pods nobody needs to place. */

function initContainers(...all: readonly JsonObject[]): readonly Step[] {
  return pods(...all.map((more) => ({ initContainers: [{ name: 'b', image: 'b', ...more }] })));
}

function volumes(...all: readonly JsonObject[]): readonly Step[] {
  return pods(...all.map((source) => ({ volumes: [{ name: 'v', ...source }] })));
}

const HTTP = { httpGet: { port: 80 } };
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const SPREAD = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' };

export const POD_CHECKS: Topic = {
  name: 'pod-checks',
  cases: {
    'probes: handlers': containers(
      { livenessProbe: {} },
      { readinessProbe: { exec: {} } },
      { startupProbe: { ...HTTP, tcpSocket: { port: 'x' } } },
      { livenessProbe: { httpGet: { port: 0, path: 'x', scheme: 'FTP' } } },
      { livenessProbe: { httpGet: { port: 'Not A Port', httpHeaders: [{ name: 'a b', value: 'c' }] } } },
      { readinessProbe: { tcpSocket: { port: 70_000 } } },
      { readinessProbe: { grpc: { port: 0 } } },
      { readinessProbe: HTTP, livenessProbe: HTTP, startupProbe: HTTP },
    ),
    'probes: counts': containers(
      { livenessProbe: { ...HTTP, initialDelaySeconds: -1, periodSeconds: -1, failureThreshold: -1 } },
      { livenessProbe: { ...HTTP, successThreshold: 2, timeoutSeconds: -1 } },
      { startupProbe: { ...HTTP, successThreshold: -1, terminationGracePeriodSeconds: 0 } },
      { readinessProbe: { ...HTTP, successThreshold: 2, terminationGracePeriodSeconds: 5 } },
    ),
    lifecycle: containers(
      { lifecycle: { preStop: {}, postStart: { exec: {} } } },
      { lifecycle: { preStop: { sleep: { seconds: 31 } } } },
      { lifecycle: { preStop: { sleep: { seconds: -1 } }, postStart: { httpGet: { port: 'p' } } } },
      { lifecycle: { preStop: { sleep: { seconds: 0 } } } },
    ),
    'init containers: handlers': initContainers(
      { livenessProbe: HTTP, readinessProbe: HTTP, startupProbe: HTTP, lifecycle: {} },
      { restartPolicy: 'Always', livenessProbe: {}, lifecycle: { preStop: {} } },
      { restartPolicy: 'Always', startupProbe: HTTP },
      { restartPolicy: 'Sometimes' },
    ),
    environment: containers(
      { envFrom: [{}] },
      { envFrom: [{ prefix: 'a=', configMapRef: { name: 'Not Valid' }, secretRef: {} }] },
      { envFrom: [{ configMapRef: { name: 'a' } }, { secretRef: { name: 'a-' } }] },
      { env: [{ name: 'A', valueFrom: {} }] },
      {
        env: [
          { name: 'A', value: 'a', valueFrom: { secretKeyRef: { name: 'a', key: 'b' } } },
          {
            name: 'B',
            valueFrom: {
              secretKeyRef: { name: 'a', key: 'b' },
              fieldRef: { fieldPath: 'metadata.name' },
            },
          },
        ],
      },
    ),
    'containers: security': containers(
      { securityContext: { runAsUser: -1, runAsGroup: 2_147_483_648, procMount: 'Other' } },
      { securityContext: { procMount: 'Unmasked', seccompProfile: {} } },
      { securityContext: { seccompProfile: { type: 'Localhost' } } },
      { securityContext: { seccompProfile: { type: 'Localhost', localhostProfile: '/../a' } } },
      { securityContext: { seccompProfile: { type: 'RuntimeDefault', localhostProfile: 'a' } } },
      { securityContext: { seccompProfile: { type: 'Other' } } },
    ),
    'containers: resizes, devices, messages': containers(
      { resizePolicy: [{ resourceName: 'x', restartPolicy: 'y' }] },
      {
        resizePolicy: [
          { resourceName: 'cpu', restartPolicy: 'NotRequired' },
          { resourceName: 'cpu', restartPolicy: 'NotRequired' },
        ],
      },
      { volumeDevices: [{ name: 'x', devicePath: '/a/../b' }] },
      { terminationMessagePolicy: 'Never' },
    ),
    'pods: security': pods(
      { securityContext: { fsGroup: -1, runAsUser: -2, supplementalGroups: [1, -1] } },
      { securityContext: { fsGroupChangePolicy: 'Never', seccompProfile: { type: 'Localhost' } } },
      {
        securityContext: {
          sysctls: [
            { name: 'a b', value: '1' },
            { name: '', value: '1' },
            { name: 'a.b', value: '1' },
            { name: 'a.b', value: '2' },
          ],
        },
      },
      { shareProcessNamespace: true, hostPID: true },
    ),
    'pods: names': pods(
      { hostname: 'Not.Valid', subdomain: 'a.b', serviceAccountName: 'A', nodeName: 'B' },
      { priorityClassName: 'Not Valid', runtimeClassName: 'Not Valid', preemptionPolicy: 'Other' },
      { hostAliases: [{ ip: 'x', hostnames: ['a', 'Not Valid'] }] },
      { os: { name: 'plan9' }, dnsPolicy: 'Other' },
    ),
    'pods: DNS': pods(
      { dnsPolicy: 'None' },
      { dnsPolicy: 'None', dnsConfig: {} },
      { dnsConfig: { nameservers: ['10.0.0.1', 'x', '::1', '1.1.1.1'], options: [{}] } },
      { dnsConfig: { searches: ['.', 'a_b.c', 'Not Valid', 'a.'] } },
    ),
    'pods: gates': pods(
      { readinessGates: [{ conditionType: 'a b' }, { conditionType: '' }] },
      { schedulingGates: [{ name: 'a/b' }, { name: 'a/b' }, { name: '' }] },
    ),
    'pods: node affinity': pods(
      { affinity: { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [] } } } },
      {
        affinity: {
          nodeAffinity: {
            [REQUIRED]: {
              nodeSelectorTerms: [
                {
                  matchExpressions: [
                    { key: 'a b', operator: 'In' },
                    { key: 'a', operator: 'Gt', values: ['1', '2'] },
                    { key: 'a', operator: 'Exists', values: ['Not Valid!'] },
                    { key: 'a', operator: 'Like' },
                  ],
                  matchFields: [
                    { key: 'metadata.name', operator: 'In', values: ['A', 'b'] },
                    { key: 'x', operator: 'Gt', values: ['c'] },
                  ],
                },
              ],
            },
            [PREFERRED]: [
              {
                weight: 101,
                preference: { matchExpressions: [{ key: 'a', operator: 'In', values: ['Not Valid!'] }] },
              },
            ],
          },
        },
      },
    ),
    'pods: pod affinity': pods({
      affinity: {
        podAffinity: {
          [REQUIRED]: [
            { topologyKey: '', namespaces: ['Not Valid'] },
            { topologyKey: 'a b', labelSelector: { matchLabels: { 'a b': 'c' } }, matchLabelKeys: ['x y'] },
          ],
        },
        podAntiAffinity: {
          [PREFERRED]: [{ weight: 0, podAffinityTerm: { topologyKey: 'zone', mismatchLabelKeys: ['a'] } }],
        },
      },
    }),
    'pods: spread': pods(
      { topologySpreadConstraints: [{ maxSkew: 0, topologyKey: '', whenUnsatisfiable: 'Maybe' }] },
      { topologySpreadConstraints: [SPREAD, SPREAD] },
      {
        topologySpreadConstraints: [
          { ...SPREAD, whenUnsatisfiable: 'ScheduleAnyway', minDomains: 0, matchLabelKeys: ['a'] },
        ],
      },
      {
        topologySpreadConstraints: [
          { ...SPREAD, nodeAffinityPolicy: 'x', labelSelector: { matchLabels: { a: 'Not Valid!' } } },
        ],
      },
    ),
    'volumes: sources': volumes(
      { emptyDir: { sizeLimit: '-1' } },
      { hostPath: { path: '' } },
      { hostPath: { path: '/a/../b', type: 'Other' } },
      { secret: { defaultMode: 0o1000 } },
      {
        secret: {
          secretName: 'a',
          items: [
            { key: '', path: '' },
            { key: 'a', path: '/b', mode: -1 },
          ],
        },
      },
      {
        configMap: {
          items: [
            { key: 'a', path: '..b' },
            { key: 'a', path: 'b/../c' },
          ],
        },
      },
      { persistentVolumeClaim: { claimName: '' } },
      { nfs: { server: '', path: 'a' } },
      { emptyDir: {}, configMap: { name: 'a' } },
    ),
  },
};
