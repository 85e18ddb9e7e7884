import type { RecalledMemory } from "../api/queries.js";
import type { Filter } from "../model/filter.js";
import type { MemoryRecord } from "../model/record.js";
import { scopeToPath } from "../model/scope.js";
import { isTrusted } from "../model/trust.js";

/**
 * Share of an answer that may be untrusted where nobody says otherwise. Ten poisoned records have
 * been seen to take 48 % of what was retrieved.
 */
export const DEFAULT_UNTRUSTED_SHARE = 0.4;

/** What a view tells beside its verbs, for `layer`, which has to keep the share, too. */
export interface WithUntrustedShare {
  /** Share of an answer that may be untrusted. */
  readonly untrustedShare: number;
}

/** What `isTrusted` says, as a filter that a store can apply. */
export const TRUSTED_ONLY: Filter = {
  "@origin": { $nin: ["web", "tool"] },
  "@trust": { $gt: 0.5 },
};

/** How many memories of an answer may be untrusted: none at a share of 0, else at least one. */
export function untrustedPlaces(share: number, limit: number): number {
  if (share === 0) return 0;
  // 0.29 · 100 is a little less than 29.
  return Math.max(1, Math.floor(share * limit + 1e-9));
}

/** The list without the untrusted ones that come after the first `places` of them. */
export function limitUntrusted<T>(
  items: readonly T[],
  places: number,
  recordOf: (item: T) => MemoryRecord,
): readonly T[] {
  let left = places;
  return items.filter((item) => {
    if (isTrusted(recordOf(item))) return true;
    left -= 1;
    return left >= 0;
  });
}

/**
 * The same for an answer whose memories may have neighbours: untrusted ones come along only where
 * untrusted memories left places, those of the best memory first, the nearest first. A record
 * counts once, wherever it is.
 */
export function limitUntrustedWithNeighbours(
  memories: readonly RecalledMemory[],
  places: number,
): readonly RecalledMemory[] {
  const allowed = limitUntrusted(memories, places, (memory) => memory);
  const counted = new Set(allowed.filter((one) => !isTrusted(one)).map((one) => nameOf(one)));
  const fits = (record: MemoryRecord): boolean => {
    const name = nameOf(record);
    if (isTrusted(record) || counted.has(name)) return true;
    if (counted.size >= places) return false;
    counted.add(name);
    return true;
  };
  return allowed.map((memory) => {
    const { neighbours } = memory;
    if (!neighbours) return memory;
    const before = neighbours.before.toReversed().filter((one) => fits(one));
    const after = neighbours.after.filter((one) => fits(one));
    return { ...memory, neighbours: { before: before.toReversed(), after } };
  });
}

function nameOf({ scope, id }: MemoryRecord): string {
  return `${id}\0${scopeToPath(scope)}`;
}
