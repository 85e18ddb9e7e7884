import type { TallyAnswer } from "../../../wire/statistics.js";

type Counts = Readonly<Record<string, number>>;

/** Adds counts up: of memories so far, and of older ones. */
export function addTally(before: TallyAnswer | undefined, next: TallyAnswer): TallyAnswer {
  if (before === undefined) return next;
  const { cursor: _, oldest: later, ...rest } = before;
  const oldest = next.oldest ?? later;
  const newest = before.newest ?? next.newest;
  return {
    ...rest,
    memories: before.memories + next.memories,
    archived: before.archived + next.archived,
    replaced: before.replaced + next.replaced,
    pinned: before.pinned + next.pinned,
    strength: before.strength.map((count, band) => count + (next.strength[band] ?? 0)),
    kinds: addCounts(before.kinds, next.kinds),
    origins: addCounts(before.origins, next.origins),
    days: addCounts(before.days, next.days),
    scopes: addScopes(before.scopes, next.scopes),
    ...(oldest === undefined ? {} : { oldest }),
    ...(newest === undefined ? {} : { newest }),
    ...(next.cursor === undefined ? {} : { cursor: next.cursor }),
  };
}

function addCounts(a: Counts, b: Counts): Counts {
  const sums = new Map(Object.entries(a));
  for (const [name, count] of Object.entries(b)) sums.set(name, (sums.get(name) ?? 0) + count);
  return Object.fromEntries(sums);
}

function addScopes(a: TallyAnswer["scopes"], b: TallyAnswer["scopes"]): TallyAnswer["scopes"] {
  const sums = new Map(a.map((one) => [JSON.stringify(one[0]), one]));
  for (const [scope, count] of b) {
    const path = JSON.stringify(scope);
    sums.set(path, [scope, (sums.get(path)?.[1] ?? 0) + count]);
  }
  return [...sums.values()];
}
