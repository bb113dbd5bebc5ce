import { parseArgs } from 'node:util';

import { errorMessage, InvalidConfigError } from '../../errors.ts';
import { parseFault } from './fault-text.ts';
import type { TimedFault } from './fault-text.ts';

/** What `operatorkit-apiserver` was asked to do. */
export interface CommandOptions {
  readonly help: boolean;
  readonly port: number;
  readonly host: string;
  readonly tls: boolean;
  readonly rbac: boolean;
  /** Where the kubeconfig is written. */
  readonly kubeconfig: string;
  /** Files and folders with manifests. */
  readonly load: readonly string[];
  /** Where the state is kept. Undefined: it ends with the process. */
  readonly data: string | undefined;
  /** Where requests and answers are written. */
  readonly record: string | undefined;
  readonly faults: readonly TimedFault[];
}

export const USAGE: string = `Usage: operatorkit-apiserver [options]

A Kubernetes API server in one process: no cluster, no etcd. Ctrl-C ends it.

  --port N           where it listens (default: any free port)
  --host HOST        the address it listens on (default: 127.0.0.1)
  --tls              HTTPS, with a certificate authority of its own
  --rbac             roles decide who may do what, with --tls; the kubeconfig is an administrator's
  --kubeconfig FILE  where it writes the kubeconfig (default: ./operatorkit.kubeconfig)
  --load PATH        applies the manifests of a file or a folder; may be repeated
  --data FILE        keeps its state there, and starts with what is there
  --record FILE      writes all requests and answers there, as JSON lines, without secrets
  --fault TEXT       something that goes wrong; may be repeated:
                       fail:status=429,retryAfter=1,times=3,verb=list,resource=pods
                       delay:ms=200,resource=pods       answers come later
                       cut:every=30                     ends all watches every 30 seconds
                       refuse:every=60,ms=2000          takes no connections for two seconds
                       compact:every=60                 forgets the history
                     fail and delay take verb, resource, namespace, name, times, share (0 to 1)
  --help             this text
`;

const DEFAULT_KUBECONFIG = 'operatorkit.kubeconfig';
const HIGHEST_PORT = 65_535;

/** Reads the arguments after the command's name. @throws InvalidConfigError that says which one is wrong. */
export function parseOptions(args: readonly string[]): CommandOptions {
  const { help, port, host, tls, rbac, kubeconfig, load, data, record, fault } = parsed(args);
  return {
    help,
    port: portOf(port),
    host: filled('host', host) ?? '127.0.0.1',
    // kubectl shows its token to servers with TLS only.
    tls: tls || rbac,
    rbac,
    kubeconfig: filled('kubeconfig', kubeconfig) ?? DEFAULT_KUBECONFIG,
    load: load.map((path) => filled('load', path) ?? path),
    data: filled('data', data),
    record: filled('record', record),
    faults: fault.map(parseFault),
  };
}

interface Values {
  readonly help: boolean;
  readonly tls: boolean;
  readonly rbac: boolean;
  readonly port?: string;
  readonly host?: string;
  readonly kubeconfig?: string;
  readonly data?: string;
  readonly record?: string;
  readonly load: readonly string[];
  readonly fault: readonly string[];
}

function parsed(args: readonly string[]): Values {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        tls: { type: 'boolean', default: false },
        rbac: { type: 'boolean', default: false },
        port: { type: 'string' },
        host: { type: 'string' },
        kubeconfig: { type: 'string' },
        data: { type: 'string' },
        record: { type: 'string' },
        load: { type: 'string', multiple: true, default: [] },
        fault: { type: 'string', multiple: true, default: [] },
      },
    }).values;
  } catch (cause) {
    throw new InvalidConfigError(`cannot read the arguments: ${errorMessage(cause)}; see --help`, { cause });
  }
}

function portOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const port = Number(text);
  if (/^\d+$/u.test(text) && port <= HIGHEST_PORT) return port;
  throw new InvalidConfigError(
    `--port must be a number from 0 to ${HIGHEST_PORT}; got ${JSON.stringify(text)}`,
  );
}

function filled(option: string, value: string | undefined): string | undefined {
  if (value === '') throw new InvalidConfigError(`--${option} must not be empty`);
  return value;
}
