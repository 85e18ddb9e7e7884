import type { Roster } from "../../mirror/roster.js";

/** How many are wanted, and what they score. */
export interface Cut {
  readonly limit: number;
  readonly scoreOf: (slot: number) => number;
}

/**
 * Of slots in the order of their scores, best first, those that can be among the first `limit` when
 * equal scores are ordered by id. One word in equally long texts gives tens of thousands of equal
 * scores; only few of them are looked at closely.
 */
export function firstOfEqual(
  roster: Roster,
  slots: readonly number[],
  { limit, scoreOf }: Cut,
): number[] {
  if (slots.length <= limit) return [...slots];
  const last = scoreOf(slots[limit - 1] ?? -1);
  const better = slots.filter((slot) => scoreOf(slot) > last);
  const wanted = limit - better.length;
  const first: number[] = [];
  for (const slot of slots) {
    if (scoreOf(slot) !== last) continue;
    const worst = first[wanted - 1];
    // The same id in another scope stays: paths decide then.
    const isBehind = worst !== undefined && roster.compareIds(slot, worst) > 0;
    if (!isBehind) insert(roster, first, slot);
    while (first.length > wanted && isAfter(roster, first, wanted - 1)) first.pop();
  }
  return [...better, ...first];
}

/** Whether the last one comes after another one by id. */
function isAfter(roster: Roster, slots: readonly number[], other: number): boolean {
  return roster.compareIds(slots.at(-1) ?? 0, slots[other] ?? 0) > 0;
}

/** Into its place by id. Most come in the order of their ids. */
function insert(roster: Roster, slots: number[], slot: number): void {
  let place = slots.length;
  while (place > 0 && roster.compareIds(slots[place - 1] ?? 0, slot) > 0) place -= 1;
  slots.splice(place, 0, slot);
}
