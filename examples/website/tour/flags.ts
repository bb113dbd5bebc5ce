import { parseArgs } from 'node:util';

export interface Flags {
  /** End after the tour. */
  readonly once: boolean;
  /** Run the operator against this cluster instead of giving the tour. */
  readonly kubeconfig?: string;
  readonly context?: string;
  /** Show the operator's log lines. */
  readonly verbose: boolean;
  readonly help: boolean;
}

export const usage = `npm start                          give the tour on an API server in this process, run on until Ctrl-C
npm start -- --once                end after the tour; the exit code says whether every step converged
npm start -- --kubeconfig FILE     run the operator against any cluster, until Ctrl-C
             [--context NAME]      a context of that file other than its current one
             [--verbose]           with each of these: show the operator's log`;

/** Throws an Error with a message for people when the flags are wrong. */
export function parseFlags(args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      once: { type: 'boolean', default: false },
      kubeconfig: { type: 'string' },
      context: { type: 'string' },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const { once, kubeconfig, context, verbose, help } = values;
  if (once && kubeconfig !== undefined)
    throw new Error('--once gives the tour, which does not run with --kubeconfig');
  if (context !== undefined && kubeconfig === undefined) throw new Error('--context needs --kubeconfig');
  return {
    once,
    verbose,
    help,
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
    ...(context === undefined ? {} : { context }),
  };
}
