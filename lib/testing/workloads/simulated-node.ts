import type { Context } from '../../../context/index.ts';
import type { Client } from '../../client/client.ts';
import { isAlreadyExists } from '../../client/errors.ts';
import { Node } from '../../object/kinds.ts';
import { timeText } from './conditions.ts';

/** The node that all Pods go to, unless they ask for another. */
export const SIMULATED_NODE = 'simulated';
/** The address of every node. */
export const HOST_IP = '192.0.2.1';

const PRESSURES = ['MemoryPressure', 'DiskPressure', 'PIDPressure'] as const;
const CAPACITY = { cpu: '1024', memory: '4Ti', 'ephemeral-storage': '64Ti', pods: '110000' };

/** Creates the node unless it is there, and makes it ready. */
export async function ensureSimulatedNode(ctx: Context, client: Client): Promise<void> {
  const ref = { name: SIMULATED_NODE };
  try {
    await client.create(ctx, Node, { metadata: { ...ref, labels: labels() } });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
  // Admission taints a node as not ready, and no controller watches over this one.
  await client.patch(ctx, Node, ref, { type: 'merge', value: { spec: { taints: null } } });
  const value = { status: nodeStatus(timeText(ctx.clock.now())) };
  await client.patch(ctx, Node, ref, { type: 'merge', value }, { subresource: 'status' });
}

function labels(): Record<string, string> {
  return {
    'kubernetes.io/hostname': SIMULATED_NODE,
    'kubernetes.io/os': 'linux',
    'kubernetes.io/arch': 'amd64',
    'operatorkit.giantswarm.io/simulated': 'true',
  };
}

function nodeStatus(now: string): NonNullable<Partial<Node['status']>> {
  const condition = (type: string, status: string, reason: string) => ({
    type,
    status,
    reason,
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  });
  return {
    addresses: [
      { type: 'InternalIP', address: HOST_IP },
      { type: 'Hostname', address: SIMULATED_NODE },
    ],
    capacity: CAPACITY,
    allocatable: CAPACITY,
    conditions: [
      ...PRESSURES.map((type) => condition(type, 'False', `KubeletHasNo${type}`)),
      condition('Ready', 'True', 'KubeletReady'),
    ],
  };
}
