import type { Scope } from "@kioku/core";
import { pathToScope, type SearchHit } from "@kioku/core/toolkit";

import { comparePartSlots, type PartSlot } from "./best-of-parts.js";
import type { SearchPart, SlotScores } from "./search-part.js";

/** The hits of one part, still in arrays. */
export interface SlotHits {
  readonly part: SearchPart;
  /** Ascending. */
  readonly slots: Uint32Array;
  /** By leg; `NaN` where a record does not match. */
  readonly scores: readonly Float64Array[];
  /** Coverages in a text leg, and the scores in it. */
  readonly text: SlotScores | undefined;
  /** Slots just before in the thread, -1 for none; hits without a position are missing. */
  readonly previous: ReadonlyMap<number, number>;
}

/** A hit and its index in the arrays of its part. */
interface Place extends PartSlot {
  readonly hits: NamedHits;
  readonly index: number;
}

/** Hits and their ids. */
interface NamedHits extends SlotHits {
  readonly ids: readonly string[];
}

/** Hits, and the rows of their records in the same order. */
interface HitsWithRows {
  readonly hits: SearchHit[];
  readonly rows: readonly number[];
}

/** Returns the hits of all parts: by the score of the first leg, then by id and path. */
export function toSearchHits(parts: readonly SlotHits[]): HitsWithRows {
  const places: Place[] = [];
  for (const found of parts) {
    const { part, slots, scores } = found;
    const hits = { ...found, ids: Array.from(slots, (slot) => part.idAt(slot)) };
    const [first] = scores;
    for (let index = 0; index < slots.length; index += 1) {
      const score = first?.[index] ?? Number.NaN;
      places.push({ part, hits, index, slot: slots[index] ?? 0, score });
    }
  }
  places.sort((a, b) => b.score - a.score || comparePartSlots(a, b));
  const scopes = new Map<string, Scope>();
  return {
    hits: places.map((place) => toHit(place, scopes)),
    rows: places.map(({ part, slot }) => part.rowAt(slot)),
  };
}

type Writable<T> = { -readonly [key in keyof T]: T[key] };

function toHit({ part, hits, index, slot }: Place, scopes: Map<string, Scope>): SearchHit {
  const { ids, scores, text, previous } = hits;
  const ofLegs: (number | undefined)[] = [];
  for (const ofLeg of scores) ofLegs.push(numberAt(ofLeg, index));
  const hit: Writable<SearchHit> = {
    scope: scopeOf(part.pathAt(slot), scopes),
    id: ids[index] ?? "",
    scores: ofLegs,
  };
  const traits = part.traitsAt(slot);
  if (traits !== null) hit.traits = traits;
  const speaker = part.speakerAt(slot);
  if (speaker !== null) hit.speaker = speaker;
  const isMatch = text && numberAt(text.scores, index) !== undefined;
  if (isMatch && text.coverages) hit.coverage = text.coverages[index] ?? 0;
  const before = previous.get(slot);
  if (before === undefined) return hit;
  const thread = part.threadAt(slot);
  if (thread !== null) hit.thread = thread;
  // Mostly a hit as well.
  if (before !== -1) hit.previous = ids[indexOf(hits.slots, before)] ?? part.idAt(before);
  return hit;
}

/** Returns the index of a slot among ascending ones, or -1. */
function indexOf(slots: Uint32Array, slot: number): number {
  let [from, to] = [0, slots.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((slots[middle] ?? 0) < slot) from = middle + 1;
    else to = middle;
  }
  return slots[from] === slot ? from : -1;
}

function numberAt(numbers: Float64Array, index: number): number | undefined {
  const number = numbers[index];
  return Number.isNaN(number) ? undefined : number;
}

function scopeOf(path: string, scopes: Map<string, Scope>): Scope {
  const known = scopes.get(path);
  if (known) return known;
  const scope = pathToScope(path);
  scopes.set(path, scope);
  return scope;
}
