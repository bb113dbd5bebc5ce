import { parseArgs } from 'node:util';

import { InvalidConfigError, errorMessage } from '../../errors.ts';

/** What `operatorkit-crd` was asked to do. */
export interface CommandOptions {
  readonly help: boolean;
  /** Modules that export custom resources. */
  readonly modules: readonly string[];
  /** The folder of the files. */
  readonly out: string;
  /** Prints instead of writing. */
  readonly stdout: boolean;
  /** Compares instead of writing. */
  readonly check: boolean;
}

export const USAGE: string = `Usage: operatorkit-crd [options] MODULE...

Writes the CustomResourceDefinitions of all custom resources that the modules export, each to
<plural>.<group>.yaml. A module is TypeScript or JavaScript; Node runs it as it is.

  --out DIR   the folder of the files (default: ./crds); made if it is not there
  --stdout    prints them instead
  --check     writes nothing; fails, and shows how they differ, when files are not up to date
  --help      this text

Warns of changes to a file that objects in a cluster may not survive: fields that are removed,
become required or take fewer values, versions that are removed, names that change.

Exit codes: 0 done, or up to date; 1 not up to date (--check), or a file cannot be written;
2 wrong arguments, a module that cannot be loaded or exports no custom resource.
`;

const DEFAULT_OUT = 'crds';

/** Reads the arguments after the command's name. @throws InvalidConfigError that says which one is wrong. */
export function parseOptions(args: readonly string[]): CommandOptions {
  const { values, positionals } = parsed(args);
  const { help, out, stdout, check } = values;
  if (out === '') throw new InvalidConfigError('--out must not be empty');
  if (stdout && (check || out !== undefined))
    throw new InvalidConfigError('--stdout must stand without --out and --check');
  if (!help && positionals.length === 0)
    throw new InvalidConfigError(
      'cannot start without a module: name one that exports custom resources; see --help',
    );
  return { help, modules: positionals, out: out ?? DEFAULT_OUT, stdout, check };
}

interface Parsed {
  readonly values: {
    readonly help: boolean;
    readonly out?: string;
    readonly stdout: boolean;
    readonly check: boolean;
  };
  readonly positionals: readonly string[];
}

function parsed(args: readonly string[]): Parsed {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        out: { type: 'string' },
        stdout: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
      },
    });
  } catch (cause) {
    throw new InvalidConfigError(`cannot read the arguments: ${errorMessage(cause)}; see --help`, { cause });
  }
}
