/**
 * Records what a real server answers to other clients:
 *
 *     node test/conversations/record.ts [client…]
 *
 * Starts the control plane, or uses the one of OPERATORKIT_KUBECONFIG.
 */
import { startControlPlane } from '../control-plane/control-plane.ts';
import { ansible } from './ansible/conversation.ts';
import { clientGo } from './client-go/conversation.ts';
import { clientNode } from './client-node/conversation.ts';
import { converse } from './conversation.ts';
import { python } from './python/conversation.ts';
import { writeTranscript } from './transcript.ts';

const CONVERSATIONS = [clientNode, clientGo, python, ansible];

async function record(kubeconfig: string, wanted: readonly string[]): Promise<void> {
  const { signal } = new AbortController();
  const unknown = wanted.filter((name) => !CONVERSATIONS.some((one) => one.name === name));
  if (unknown.length > 0)
    throw new Error(
      `cannot record ${unknown.join(', ')}: there are ${CONVERSATIONS.map(({ name }) => name).join(', ')}`,
    );
  for (const conversation of CONVERSATIONS) {
    const { name } = conversation;
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const transcript = await converse(conversation, kubeconfig, signal);
    writeTranscript(name, transcript);
    console.log(`${name}: ${transcript.length} turns`);
  }
}

const given = process.env['OPERATORKIT_KUBECONFIG'];
await using plane = given === undefined ? await startControlPlane() : undefined;
await record(given ?? plane!.kubeconfigPath, process.argv.slice(2));
