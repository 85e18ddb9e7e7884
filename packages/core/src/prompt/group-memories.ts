import type { RecalledMemory } from "../api/queries.js";
import { recordKey } from "../internal/record-key.js";
import { compareText } from "../model/compare-text.js";
import type { MemoryRecord } from "../model/record.js";

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
    const met = window.flatMap((memory) => grouped.get(recordKey(memory))?.block ?? []);
    const block = blocks.join(met);
    for (const memory of window) {
      const key = recordKey(memory);
      if (!grouped.has(key)) grouped.set(key, { memory: hits.get(key) ?? memory, block });
    }
  }
  return [...grouped.values()].map(({ memory, block }) => ({ memory, block: blocks.first(block) }));
}

/** Orders blocks by their best hit, and within one by time. */
export function compareByBlock(a: GroupedMemory, b: GroupedMemory): number {
  return a.block - b.block || compareByTime(a, b);
}

/** Orders by time, those of one instant by id, which is also the order of a thread. */
export function compareByTime({ memory: a }: GroupedMemory, { memory: b }: GroupedMemory): number {
  return instantOf(a).getTime() - instantOf(b).getTime() || compareText(a.id, b.id);
}

/** Returns the time that a memory is of, or else when it was written. */
export function instantOf({ occurredAt, createdAt }: MemoryRecord): Date {
  return occurredAt ?? createdAt;
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
