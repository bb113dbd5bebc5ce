import type { Context } from '../../../context/index.ts';
import type { Client } from '../../client/client.ts';
import { isConflict, isNotFound } from '../../client/errors.ts';
import { pathOf } from '../../client/path.ts';
import { Pod } from '../../object/kinds.ts';
import { refOf } from './owned-objects.ts';
import { SIMULATED_NODE } from './simulated-node.ts';

/** Puts a Pod on its node, as a scheduler does. Nothing happens when it is on one, or gone. */
export async function bind(ctx: Context, client: Client, pod: Pod): Promise<void> {
  const { name, namespace, uid } = pod.metadata ?? {};
  const binding = {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name, namespace, uid },
    target: { apiVersion: 'v1', kind: 'Node', name: wantedNode(pod) ?? SIMULATED_NODE },
  };
  try {
    const { body } = await client.raw(ctx, {
      method: 'POST',
      path: pathOf(Pod, refOf(pod), 'binding'),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(binding),
    });
    for await (const _ of body); // The answer says nothing more, but its connection is free only at its end.
  } catch (error) {
    if (!isConflict(error) && !isNotFound(error)) throw error;
  }
}

/** The node that a Pod is on, or is meant for. */
export function nodeOf(pod: Pod): string | undefined {
  return pod.spec?.nodeName ?? wantedNode(pod);
}

/** The node that an affinity names, as the controllers of DaemonSets write it. */
function wantedNode(pod: Pod): string | undefined {
  const required = pod.spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required?.nodeSelectorTerms
    .flatMap(({ matchFields = [] }) => matchFields)
    .find(({ key, operator }) => key === 'metadata.name' && operator === 'In')?.values?.[0];
}
