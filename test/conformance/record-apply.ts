import { startControlPlane } from '../control-plane/control-plane.ts';
import { apply } from './cases/apply.ts';
import { playTopic } from './play-topic.ts';
import { writeRecording } from './recording.ts';
import { realTarget } from './target.ts';

/**
 * Records what the real server answers to applies: `node test/conformance/record-apply.ts`. Starts the control
 * plane, or uses the one of OPERATORKIT_KUBECONFIG.
 */
const kubeconfig = process.env['OPERATORKIT_KUBECONFIG'];
await using plane = kubeconfig === undefined ? await startControlPlane() : undefined;
await using target = await realTarget(kubeconfig ?? plane?.kubeconfigPath);
writeRecording(apply.name, await playTopic(target, apply, new AbortController().signal));
