/** What a test of several tiers talks to: the direct client, the in-process server over HTTP, a real cluster. */
export type Tier = 'direct' | 'http' | 'real';

const TIERS: readonly string[] = ['direct', 'http', 'real'] satisfies readonly Tier[];

/** The tier this file runs in, which the runner says by `OPERATORKIT_TIER`; `http` when nobody says. */
export function tier(): Tier {
  const given = process.env['OPERATORKIT_TIER'] ?? 'http';
  if (!isTier(given))
    throw new Error(`cannot run in tier ${given}: OPERATORKIT_TIER must be one of ${TIERS.join(', ')}`);
  return given;
}

function isTier(text: string): text is Tier {
  return TIERS.includes(text);
}
