/**
 * How deep objects and lists may be nested. The real API server stops at 10,000; here a stack must hold them,
 * which overflows soon after 2,000.
 */
const DEEPEST = 1000;

/**
 * Why a value that was parsed is none that can be kept: nested too deep, or a number beyond all numbers. Undefined
 * where nothing is wrong with it.
 *
 * @see kubernetes-sigs/json:internal/golang/encoding/json/scanner.go (maxNestingDepth)
 */
export function plainJsonProblem(value: unknown, levels: number = DEEPEST): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : tooLarge(value);
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return 'exceeded max depth';
  if (Array.isArray(value)) return firstProblem(value, levels);
  // Tags of YAML make other things too, such as bytes.
  const isPlain = Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? firstProblem(Object.values(value), levels) : 'not a JSON value';
}

function firstProblem(values: readonly unknown[], levels: number): string | undefined {
  for (const value of values) {
    const problem = plainJsonProblem(value, levels - 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function tooLarge(value: number): string {
  return `json: cannot unmarshal number ${String(value)} into Go value of type float64`;
}
