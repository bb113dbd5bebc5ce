/**
 * Builds upstream's specs as a program, and ginkgo's command that runs them side by side, into the cache of the
 * control plane:
 *
 *     node test/upstream/program.ts
 *
 * Takes five minutes on two cores with an empty build cache, nothing when the result is there already. Disk:
 * 140 MB. The versions stand in `go/go.mod`; its Kubernetes is the control plane's.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { buildPinned, type Report } from '../control-plane/build.ts';
import { cacheFolder, type Pin, pins, requiredVersion } from '../control-plane/pins.ts';

const KUBERNETES = 'k8s.io/kubernetes';
const FOLDER = join(import.meta.dirname, 'go');

/** Paths of the executables. */
export interface Program {
  readonly specs: string;
  readonly ginkgo: string;
}

/**
 * What {@link buildProgram} builds.
 *
 * @throws when the specs are of another Kubernetes than the control plane: what passes there says nothing then.
 */
export function programPins(): readonly Pin[] {
  const version = requiredVersion(FOLDER, KUBERNETES);
  const ofServer = pins().find(({ packages }) => 'kube-apiserver' in packages)?.version;
  if (version !== ofServer)
    throw new Error(`cannot test Kubernetes ${ofServer} by the specs of ${version}: align the go.mod files`);
  const common = {
    folder: FOLDER,
    version,
    linkerFlags: '-s -w',
    sources: ['e2e_test.go'],
  };
  return [
    { ...common, packages: { 'upstream.test': '.' }, command: ['test', '-c'] },
    { ...common, packages: { ginkgo: 'github.com/onsi/ginkgo/v2/ginkgo' } },
  ];
}

/** Builds what is not there yet. @throws when Go is missing or too old, or a build fails; says how to fix it. */
export async function buildProgram(report: Report): Promise<Program> {
  return programIn(await buildPinned(programPins(), report));
}

/** What {@link buildProgram} built before; undefined where it has not, or not for these versions. */
export function findProgram(): Program | undefined {
  const folder = cacheFolder(process.env, programPins());
  return existsSync(folder) ? programIn(folder) : undefined;
}

function programIn(folder: string): Program {
  return { specs: join(folder, 'upstream.test'), ginkgo: join(folder, 'ginkgo') };
}

if (import.meta.main) console.log((await buildProgram((line) => console.error(line))).specs);
