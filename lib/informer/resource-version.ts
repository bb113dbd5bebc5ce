/**
 * Compares two resource versions as the integers that they are.
 *
 * @returns below, at or above 0; undefined when one of them is no decimal number, so that all one can know is
 * whether they are equal.
 * @see https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/5504-comparable-resource-version
 */
export function compareResourceVersions(a: string | undefined, b: string | undefined): number | undefined {
  if (a === b) return 0;
  if (!isDecimal(a) || !isDecimal(b)) return undefined;
  // Without leading zeros the longer number is the greater one; so 64 bits need no BigInt.
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : 1;
}

function isDecimal(version: string | undefined): version is string {
  if (version === undefined || version.length === 0) return false;
  for (let at = 0; at < version.length; at += 1) {
    const code = version.codePointAt(at)!;
    if (code < 0x30 || code > 0x39) return false;
  }
  return version.length === 1 || version.codePointAt(0) !== 0x30;
}
