import { mostLateMs } from '../kit/late-transport.ts';
import { buildControlPlane } from './build.ts';
import { startControlPlane } from './control-plane.ts';

/** A control plane that several test processes use, and how they find it. */
export interface SharedControlPlane extends AsyncDisposable {
  /** `OPERATORKIT_KUBECONFIG` and `OPERATORKIT_KUBECTL`, both paths. */
  readonly env: Record<string, string>;
}

/** How much longer controllers do nothing than a request takes, where both are late. */
const STUTTER = 20;

/**
 * Starts the control plane of the cluster tier, after building it where that has not been done.
 *
 * @throws when it cannot be built or started; the message says what to install. Never skipped silently: a
 *   cluster tier without a cluster would pass.
 */
export async function startSharedControlPlane(): Promise<SharedControlPlane> {
  if (!process.env.KUBEBUILDER_ASSETS) await buildControlPlane((line) => console.error(line));
  const late = mostLateMs();
  const plane = await startControlPlane({ controllersStutterMs: late === undefined ? late : late * STUTTER });
  return {
    env: { OPERATORKIT_KUBECONFIG: plane.kubeconfigPath, OPERATORKIT_KUBECTL: plane.kubectlPath },
    [Symbol.asyncDispose]: () => plane[Symbol.asyncDispose](),
  };
}
