import type { RecalledMemory } from "../api/queries.js";
import { recordKey } from "../internal/record-key.js";
import { compareByTime, type RecordId } from "../model/record.js";

/** A memory that may be shown, and the number of its block. */
export interface GroupedMemory {
  readonly memory: RecalledMemory;
  /** Hits and neighbours that meet in one thread share a number; the lowest has the best hit. */
  readonly block: number;
}

/** Lists hits and their neighbours, each once, as they deserve room: a hit, then the nearest. */
export function groupMemories(memories: readonly RecalledMemory[]): readonly GroupedMemory[] {
  const hits = new Map(memories.map((memory) => [recordKey(memory), memory]));
  const grouped = new Map<string, GroupedMemory>();
  const blocks = new Blocks();
  for (const hit of memories) {
    const window = [hit, ...nearestFirst(hit)];
    const beside = [...window, ...newerOf(hit)];
    const met = beside.flatMap((memory) => grouped.get(recordKey(memory))?.block ?? []);
    const block = blocks.join(met);
    for (const memory of window) {
      const key = recordKey(memory);
      if (!grouped.has(key)) grouped.set(key, { memory: hits.get(key) ?? memory, block });
    }
  }
  return [...grouped.values()].map(({ memory, block }) => ({ memory, block: blocks.first(block) }));
}

/** Orders by time; in blocks, these by their best hit and each by time. */
export function compareGrouped(a: GroupedMemory, b: GroupedMemory, inBlocks: boolean): number {
  return (inBlocks ? a.block - b.block : 0) || compareByTime(a.memory, b.memory);
}

/** Numbers that can become one. */
class Blocks {
  readonly #joined: number[] = [];

  /** Joins the blocks, and returns their number; a new one for none. */
  join(met: readonly number[]): number {
    const block = Math.min(this.#joined.length, ...met.map((other) => this.first(other)));
    if (block === this.#joined.length) this.#joined.push(block);
    for (const other of met) this.#joined[this.first(other)] = block;
    return block;
  }

  first(block: number): number {
    let first = block;
    for (let next = this.#joined[first]; next !== undefined && next !== first;) {
      first = next;
      next = this.#joined[first];
    }
    return first;
  }
}

/** Returns the memory that a hit is shown beside, since it replaces it. */
function newerOf({ scope, replacedBy: id }: RecalledMemory): readonly RecordId[] {
  return id === undefined ? [] : [{ scope, id }];
}

function nearestFirst({ neighbours, score, relevance }: RecalledMemory): readonly RecalledMemory[] {
  if (!neighbours) return [];
  const before = neighbours.before.toReversed();
  const { after } = neighbours;
  const distances = Array.from({ length: Math.max(before.length, after.length) }).keys();
  return [...distances]
    .flatMap((distance) => [before[distance], after[distance]])
    .filter((record) => record !== undefined)
    .map((record) => ({ ...record, score, relevance, reason: "neighbour" }));
}
