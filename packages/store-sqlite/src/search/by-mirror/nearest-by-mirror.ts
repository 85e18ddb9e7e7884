import { nearestCandidates } from "../../codes/nearest-candidates.js";
import { compareFound } from "../found-record.js";
import type { FoundRecord } from "../found-record.js";
import type { VectorQuery } from "../search-part.js";
import { firstOfEqual } from "./first-of-equal.js";
import { selectedAt } from "./mirror-search.js";
import type { MirrorSearch } from "./mirror-search.js";

/** Candidates that are compared by one statement, in about a millisecond. */
const PORTION = 256;

/** The nearest vectors of the selection: candidates by their codes, compared by what is on disk. */
export async function nearestByMirror(
  search: MirrorSearch,
  { space, values, limit }: VectorQuery,
): Promise<readonly FoundRecord[]> {
  const { similarities, mirror, pause } = search;
  const slots = await candidates(search, { space, values, limit });
  const scores = new Map<number, number>();
  for (let start = 0; start < slots.length; start += PORTION) {
    const pausing = pause();
    if (pausing) await pausing;
    const portion = slots.subarray(start, start + PORTION);
    const rows = Array.from(portion, (slot) => mirror.roster.rowAt(slot));
    for (const [index, score] of similarities.of({ space, values }, rows).entries()) {
      if (score !== undefined) scores.set(portion[index] ?? -1, score);
    }
  }
  const scoreOf = (slot: number): number => scores.get(slot) ?? Number.NEGATIVE_INFINITY;
  const scored = [...scores.keys()].toSorted((a, b) => scoreOf(b) - scoreOf(a));
  return firstOfEqual(mirror.roster, scored, { limit, scoreOf })
    .map((slot): FoundRecord => ({ ...selectedAt(search, slot), score: scoreOf(slot) }))
    .toSorted(compareFound)
    .slice(0, limit);
}

/** Slots that hold the nearest; all of them where there are no codes. */
async function candidates(
  { mirror, selected, pause }: MirrorSearch,
  { space, values, limit }: VectorQuery,
): Promise<Uint32Array> {
  const { allows, mask } = selected;
  const matrix = mirror.matrices.get(space.id);
  if (matrix)
    return nearestCandidates(matrix, { query: values, count: limit, allows, mask, pause });
  const { roster } = mirror;
  const slots = Array.from({ length: roster.size }, (_, slot) => slot);
  return Uint32Array.from(
    slots.filter((slot) => roster.isAlive(slot) && (!allows || allows(slot))),
  );
}
