import type { RecalledMemory } from "../api/queries.js";
import { compareText } from "../model/compare-text.js";
import type { MemoryRecord } from "../model/record.js";
import { scopeToPath } from "../model/scope.js";

/** A memory that may be shown, and which others it stands with. */
export interface PlacedMemory {
  readonly memory: RecalledMemory;
  /**
   * Hits and what is around them in one thread share a number as far as they meet; the lowest has
   * the best hit.
   */
  readonly block: number;
}

/**
 * Hits and what came along with them, each once, in the order in which they deserve room: a hit,
 * then the nearest around it.
 */
export function placeMemories(memories: readonly RecalledMemory[]): readonly PlacedMemory[] {
  const hits = new Map(memories.map((memory) => [nameOf(memory), memory]));
  const placed = new Map<string, { readonly memory: RecalledMemory; readonly block: number }>();
  const blocks = new Blocks();
  for (const hit of memories) {
    const window = [hit, ...nearestFirst(hit).map((record) => toRecalled(record, hit))];
    const met = window.flatMap((memory) => placed.get(nameOf(memory))?.block ?? []);
    const block = blocks.join(met);
    for (const memory of window) {
      const name = nameOf(memory);
      if (!placed.has(name)) placed.set(name, { memory: hits.get(name) ?? memory, block });
    }
  }
  return [...placed.values()].map(({ memory, block }) => ({ memory, block: blocks.first(block) }));
}

/** Best block first, and within one as it happened. */
export function compareByBlock(a: PlacedMemory, b: PlacedMemory): number {
  return a.block - b.block || compareByInstant(a.memory, b.memory);
}

/** Oldest first, those of one instant by id, which is also the order of a thread. */
export function compareByInstant(a: MemoryRecord, b: MemoryRecord): number {
  return instantOf(a).getTime() - instantOf(b).getTime() || compareText(a.id, b.id);
}

/** When it happened, or else when it was written. */
export function instantOf({ occurredAt, createdAt }: MemoryRecord): Date {
  return occurredAt ?? createdAt;
}

/** Numbers that can become one. */
class Blocks {
  readonly #joined: number[] = [];

  /** The number of all that were met, or a new one. */
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

function nearestFirst({ neighbours }: RecalledMemory): readonly MemoryRecord[] {
  if (!neighbours) return [];
  const before = neighbours.before.toReversed();
  const { after } = neighbours;
  const distances = Array.from({ length: Math.max(before.length, after.length) }).keys();
  return [...distances].flatMap((distance) =>
    [before[distance], after[distance]].filter((record) => record !== undefined),
  );
}

function toRecalled(record: MemoryRecord, { score }: RecalledMemory): RecalledMemory {
  return { ...record, score, reason: "neighbour" };
}

function nameOf({ scope, id }: MemoryRecord): string {
  return `${id}\0${scopeToPath(scope)}`;
}
