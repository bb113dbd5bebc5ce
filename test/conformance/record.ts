import { startControlPlane } from '../control-plane/control-plane.ts';
import { jsonText } from './json-text.ts';
import { playTopic } from './play-topic.ts';
import { writeRecording } from './recording.ts';
import { type Target, realTarget } from './target.ts';
import { TOPICS } from './topics.ts';

/**
 * Records what the real server answers: `node test/conformance/record.ts [topic…]`. Starts the control plane,
 * or uses the one of OPERATORKIT_KUBECONFIG.
 */
async function record(target: Target, wanted: readonly string[]): Promise<void> {
  const { signal } = new AbortController();
  for (const topic of TOPICS) {
    if (wanted.length > 0 && !wanted.includes(topic.name)) continue;
    const answers = await playTopic(target, topic, signal);
    const failed = [...answers].flatMap(([name, [first]]) =>
      first?.status === 0 ? [`${name}: ${jsonText(first.body)}`] : [],
    );
    if (failed.length > 0) throw new Error(`cannot record ${topic.name}: ${failed.join(', ')}`);
    writeRecording(topic.name, answers);
    console.log(`${topic.name}: ${answers.size} cases`);
  }
}

const kubeconfig = process.env['OPERATORKIT_KUBECONFIG'];
await using plane = kubeconfig === undefined ? await startControlPlane() : undefined;
await using target = await realTarget(kubeconfig ?? plane?.kubeconfigPath);
await record(target, process.argv.slice(2));
