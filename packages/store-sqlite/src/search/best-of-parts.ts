import { compareText } from "@kioku/core/toolkit";

import type { PartMatches, SearchPart } from "./search-part.js";

/** A record of a part, and its score. */
export interface PartSlot {
  readonly part: SearchPart;
  readonly slot: number;
  /** `NaN`: it does not match. */
  readonly score: number;
}

/** Returns the slots of each part that are among the best `limit` of all. */
export function bestOfParts(
  parts: readonly SearchPart[],
  matches: readonly PartMatches[],
  limit: number,
): readonly (readonly number[])[] {
  const [only] = matches;
  if (only && matches.length === 1) return [Array.from(only.slots).slice(0, limit)];
  const all = parts.flatMap((part, index): PartSlot[] => {
    const { slots = [], scores = [] } = matches[index] ?? {};
    return Array.from(slots, (slot, place) => ({ part, slot, score: scores[place] ?? 0 }));
  });
  const best = all.toSorted(comparePartSlots).slice(0, limit);
  return parts.map((part) => best.filter((one) => one.part === part).map(({ slot }) => slot));
}

/** Orders by score, best first, those without one last, then by id and path. */
export function comparePartSlots(a: PartSlot, b: PartSlot): number {
  if (a.score < b.score) return 1;
  if (a.score > b.score) return -1;
  const isMissing = Number(Number.isNaN(a.score)) - Number(Number.isNaN(b.score));
  if (isMissing !== 0) return isMissing;
  if (a.part === b.part) return a.part.compare(a.slot, b.slot);
  return (
    compareText(a.part.idAt(a.slot), b.part.idAt(b.slot)) ||
    compareText(a.part.pathAt(a.slot), b.part.pathAt(b.slot))
  );
}
