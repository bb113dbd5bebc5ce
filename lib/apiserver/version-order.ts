interface ParsedVersion {
  /** 3: generally available, 2: beta, 1: alpha, 0: none of these. */
  readonly stage: number;
  readonly major: number;
  readonly minor: number;
}

function parse(version: string): ParsedVersion {
  const match = /^v(?<major>\d+)(?:(?<stage>alpha|beta)(?<minor>\d+))?$/u.exec(version);
  if (match === null) return { stage: 0, major: 0, minor: 0 };
  const { major, stage, minor } = match.groups!;
  return {
    stage: stage === undefined ? 3 : stage === 'beta' ? 2 : 1,
    major: Number(major),
    minor: Number(minor ?? 0),
  };
}

/**
 * Sorts versions as discovery prefers them: `v2`, `v1`, `v2beta1`, `v1alpha1`, and others by name.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/
 */
export function newestVersionFirst(left: string, right: string): number {
  const [one, other] = [parse(left), parse(right)];
  if (one.stage === 0 && other.stage === 0) return left < right ? -1 : Number(left > right);
  return other.stage - one.stage || other.major - one.major || other.minor - one.minor;
}
