import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Where kubectl is and whom it asks. */
export interface KubectlOptions {
  readonly kubectlPath: string;
  readonly kubeconfigPath: string;
}

/** Runs kubectl and gives its standard output. Rejects, with its standard error, when it fails. */
export type Kubectl = (args: readonly string[], input?: string) => Promise<string>;

const LARGEST_OUTPUT_BYTES = 64 * 1024 * 1024;

/** kubectl bound to one cluster. `input` becomes its standard input, as for `apply -f -`. */
export function newKubectl(options: KubectlOptions): Kubectl {
  return async (args, input) => {
    const running = promisify(execFile)(
      options.kubectlPath,
      ['--kubeconfig', options.kubeconfigPath, ...args],
      { maxBuffer: LARGEST_OUTPUT_BYTES },
    );
    running.child.stdin?.end(input);
    const { stdout } = await running;
    return stdout;
  };
}
