import { readFile } from 'node:fs/promises';

/** How a spec ended. */
export type Outcome = 'passes' | 'fails' | 'skips';

/** One spec that ran. */
export interface SpecResult {
  /** As upstream's documents write it, with its tags: `[sig-api-machinery] Watchers should … [Conformance]`. */
  readonly name: string;
  readonly outcome: Outcome;
  /** Why it failed or skipped itself; else empty. */
  readonly message: string;
  readonly seconds: number;
}

/** @see onsi/ginkgo:types/types.go, `Report`: one per suite. */
interface GinkgoSuite {
  readonly SpecReports: readonly GinkgoSpec[] | null;
  readonly SpecialSuiteFailureReasons?: readonly string[] | null;
}

interface GinkgoSpec {
  readonly ContainerHierarchyTexts: readonly string[] | null;
  readonly LeafNodeType: string;
  readonly LeafNodeText: string;
  readonly State: string;
  readonly RunTime: number;
  readonly Failure?: {
    readonly Message?: string;
    readonly Location?: { readonly FileName?: string; readonly LineNumber?: number };
  };
}

const NANOSECONDS = 1e9;

/** Specs that a filter kept from running say so by having no reason. */
function ran(spec: GinkgoSpec): boolean {
  if (spec.LeafNodeType !== 'It' || spec.State === 'pending') return false;
  return spec.State !== 'skipped' || (spec.Failure?.Message ?? '') !== '';
}

function outcomeOf({ State }: GinkgoSpec): Outcome {
  if (State === 'passed') return 'passes';
  return State === 'skipped' ? 'skips' : 'fails';
}

function messageOf({ State, Failure }: GinkgoSpec): string {
  if (State === 'passed') return '';
  const { FileName = '', LineNumber = 0 } = Failure?.Location ?? {};
  const file = FileName.split('/').at(-1);
  return `${State} at ${file}:${LineNumber}: ${Failure?.Message ?? ''}`;
}

/**
 * Reads ginkgo's JSON report.
 *
 * @returns what ran, by name.
 * @throws when the suite as a whole failed, such as by its time limit, since specs are missing then.
 */
export function parseReport(text: string): readonly SpecResult[] {
  const suites = JSON.parse(text) as readonly GinkgoSuite[];
  const reasons = suites.flatMap((suite) => suite.SpecialSuiteFailureReasons ?? []);
  if (reasons.length > 0) throw new Error(`cannot trust the report of ginkgo: ${reasons.join('; ')}`);
  return suites
    .flatMap((suite) => suite.SpecReports ?? [])
    .filter(ran)
    .map((spec) => ({
      name: [...(spec.ContainerHierarchyTexts ?? []), spec.LeafNodeText].join(' '),
      outcome: outcomeOf(spec),
      message: messageOf(spec),
      seconds: spec.RunTime / NANOSECONDS,
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The same from a file. */
export async function readReport(path: string): Promise<readonly SpecResult[]> {
  return parseReport(await readFile(path, 'utf8'));
}
