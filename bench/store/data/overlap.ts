import { mean } from "../../recall/metrics.ts";

/**
 * Share of the expected that was found, as the mean over queries. Queries with nothing to expect
 * are left out.
 */
export function overlap<T>(
  found: readonly (readonly T[])[],
  expected: readonly (readonly T[])[],
): number {
  const shares = expected.flatMap((wanted, query) => {
    const got = new Set(found[query]);
    return wanted.length === 0 ? [] : [wanted.filter((one) => got.has(one)).length / wanted.length];
  });
  return mean(shares);
}
