import type { RecalledMemory } from "../api/queries.js";
import { recordKey } from "../internal/record-key.js";
import type { Filter } from "../model/filter.js";
import type { MemoryRecord } from "../model/record.js";
import { isTrusted } from "../model/trust.js";

/** Default share of an answer. Ten poisoned records took 48 % of answers when nothing held them. */
export const DEFAULT_UNTRUSTED_SHARE = 0.4;

/** A member of views beside their verbs, for `layer`, which has to keep the share, too. */
export interface WithUntrustedShare {
  readonly untrustedShare: number;
}

/** The same as `isTrusted`, as a filter that a store can apply. */
export const TRUSTED: Filter = { "@origin": { $nin: ["web", "tool"] }, "@trust": { $gt: 0.5 } };

/** Returns how many of `count` memories may be untrusted: 0 at a share of 0, else at least 1. */
export function untrustedLimit(share: number, count: number): number {
  if (share === 0) return 0;
  // 0.29 · 100 is a little less than 29.
  return Math.max(1, Math.floor(share * count + 1e-9));
}

/** Returns the list without the untrusted ones after the first `most` of them. */
export function limitUntrusted<T>(
  items: readonly T[],
  most: number,
  recordOf: (item: T) => MemoryRecord,
): readonly T[] {
  let left = most;
  return items.filter((item) => {
    if (isTrusted(recordOf(item))) return true;
    left -= 1;
    return left >= 0;
  });
}

/** Does so with neighbours, which get the rest of the limit, those of the best memory first. */
export function limitAllUntrusted(
  memories: readonly RecalledMemory[],
  most: number,
): readonly RecalledMemory[] {
  const allowed = limitUntrusted(memories, most, (memory) => memory);
  const counted = new Set(allowed.filter((one) => !isTrusted(one)).map((one) => recordKey(one)));
  const fits = (record: MemoryRecord): boolean => {
    const key = recordKey(record);
    if (isTrusted(record) || counted.has(key)) return true;
    if (counted.size >= most) return false;
    counted.add(key);
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
