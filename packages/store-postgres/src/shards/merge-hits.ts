import { compareText, recordKey, scopeToPath } from "@kioku/core/toolkit";
import type { SearchHit, SearchRequest } from "@kioku/core/toolkit";

/** Returns the hits that one store with all of these records would have found. */
export function mergeHits(
  hits: readonly SearchHit[],
  { legs, limit, around = 0, aroundBest = limit }: SearchRequest,
): SearchHit[] {
  const bests = legs.map(({ limit: most = limit }, leg) =>
    hits
      .filter(({ scores }) => scores[leg] !== undefined)
      .toSorted(byLeg(leg))
      .slice(0, most),
  );
  const centres = around > 0 ? bests.flatMap((best) => best.slice(0, aroundBest)) : [];
  const placed = withNeighbours(hits, centres, around);
  return [...new Set([...bests.flat(), ...placed])]
    .toSorted(byLeg(0))
    .map((hit) => (placed.has(hit) ? hit : withoutPlace(hit)));
}

function byLeg(leg: number): (a: SearchHit, b: SearchHit) => number {
  return (a, b) => {
    const [left, right] = [a.scores[leg] ?? -Infinity, b.scores[leg] ?? -Infinity];
    if (left !== right) return left > right ? -1 : 1;
    return compareText(a.id, b.id) || compareText(scopeToPath(a.scope), scopeToPath(b.scope));
  };
}

/** Returns the centres and up to `around` hits on each side of them in their threads. */
function withNeighbours(
  hits: readonly SearchHit[],
  centres: readonly SearchHit[],
  around: number,
): ReadonlySet<SearchHit> {
  const byKey = new Map(hits.map((hit) => [recordKey(hit), hit]));
  const afterKey = new Map(hits.map((hit) => [beforeOf(hit), hit]));
  const placed = new Set(centres);
  for (const centre of centres) {
    let [before, after]: (SearchHit | undefined)[] = [centre, centre];
    for (let step = 0; step < around; step += 1) {
      before = before && byKey.get(beforeOf(before) ?? "");
      after = after && afterKey.get(recordKey(after));
      for (const near of [before, after]) if (near) placed.add(near);
    }
  }
  return placed;
}

/** Returns the key of the record just before a hit in its thread. */
function beforeOf({ scope, previous: id }: SearchHit): string | undefined {
  return id === undefined ? undefined : recordKey({ scope, id });
}

/** Leaves out the place in a thread, which its shard gave it near a record that is no hit. */
function withoutPlace({ thread: _thread, previous: _previous, ...hit }: SearchHit): SearchHit {
  return hit;
}
