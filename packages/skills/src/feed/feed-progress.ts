import type { JsonValue, Memory } from "@kioku/core";

import { recordName, type ChangedVersion } from "./feed-source.js";

/** Longest delay between the time in a record and its commit, in milliseconds. */
export const OVERLAP_MS = 60_000;
/** Most records to tell apart within the overlap, except those of the instant in progress. */
export const MAX_SEEN = 1_000;
/** Longest list of them in a note, in UTF-16 units; the store takes about twice that. */
const MAX_NOTED_LENGTH = 500_000;

interface Seen {
  readonly version: number;
  readonly atMs: number;
}

/**
 * The position of a feed: all records before the mark were delivered, except those committed later
 * than their time. So a feed looks again at the overlap before the mark, and knows up to 1,000
 * records of it. The overlap is never empty, since one batch has one instant.
 */
export class FeedProgress {
  #markMs: number;
  #floorMs: number;
  readonly #seen: Map<string, Seen>;
  #forgottenMs = -Infinity;

  constructor(markMs: number, floorMs: number = -Infinity, seen: Iterable<[string, Seen]> = []) {
    this.#markMs = markMs;
    this.#floorMs = floorMs;
    this.#seen = new Map(seen);
  }

  static from(note: JsonValue | undefined): FeedProgress | undefined {
    if (typeof note !== "object" || note === null || Array.isArray(note)) return undefined;
    const { mark, floor, seen } = note as Readonly<Record<string, JsonValue>>;
    if (typeof mark !== "number" || typeof floor !== "number" || !Array.isArray(seen)) {
      return undefined;
    }
    const entries = seen.flatMap((one): readonly [string, Seen][] => {
      const [name, version, atMs] = Array.isArray(one) ? (one as readonly JsonValue[]) : [];
      const fits =
        typeof name === "string" && typeof version === "number" && typeof atMs === "number";
      return fits ? [[name, { version, atMs }]] : [];
    });
    return new FeedProgress(mark, floor, entries);
  }

  get size(): number {
    return this.#seen.size;
  }

  /** Start of the overlap, in milliseconds. */
  get fromMs(): number {
    return Math.max(this.#markMs - OVERLAP_MS, this.#floorMs);
  }

  /** Returns true if a version, or a later one of its record, was delivered. */
  has(change: ChangedVersion): boolean {
    return (this.#seen.get(recordName(change))?.version ?? 0) >= change.version;
  }

  /** Marks a version as delivered, or as one to skip. */
  add(change: ChangedVersion): void {
    const { version, atMs } = change;
    if (!this.has(change)) this.#seen.set(recordName(change), { version, atMs });
  }

  /** Moves the mark forward, and forgets records before the overlap. */
  advance(toMs: number): void {
    this.#markMs = Math.max(this.#markMs, toMs);
    this.#forget();
    const excess = this.#seen.size - MAX_SEEN;
    if (excess <= 0 || this.#floorMs >= toMs) return;
    const oldest = [...this.#seen.values()].map(({ atMs }) => atMs).toSorted((a, b) => a - b);
    const floorMs = Math.min((oldest[excess - 1] ?? 0) + 1, toMs);
    this.#floorMs = Math.max(this.#floorMs, floorMs);
    this.#forget();
  }

  /** Moves the mark back to a change that was not delivered. */
  goBack(toMs: number): void {
    this.#markMs = Math.min(this.#markMs, toMs);
    this.#floorMs = Math.min(this.#floorMs, toMs);
    this.#forgottenMs = Math.min(this.#forgottenMs, this.fromMs);
  }

  /** Makes the note that `from` reads, given the time of the oldest change that waits. */
  toNote(oldestWaitingMs: number): JsonValue {
    const mark = Math.min(this.#markMs, oldestWaitingMs);
    const floor = Number.isFinite(this.#floorMs) ? Math.min(this.#floorMs, oldestWaitingMs) : 0;
    return { mark, floor, seen: this.#noted() };
  }

  /** Lists what was delivered, the latest that fit. The rest may come again. */
  #noted(): readonly JsonValue[] {
    const noted: JsonValue[] = [];
    let length = 0;
    for (const [name, { version, atMs }] of [...this.#seen].toReversed()) {
      const one = [name, version, atMs];
      length += JSON.stringify(one).length + 1;
      if (length > MAX_NOTED_LENGTH) break;
      noted.push(one);
    }
    return noted.toReversed();
  }

  #forget(): void {
    const { fromMs } = this;
    if (fromMs <= this.#forgottenMs) return;
    this.#forgottenMs = fromMs;
    for (const [name, { atMs }] of this.#seen) if (atMs < fromMs) this.#seen.delete(name);
  }
}

/** Keeps the position of a feed. Two keys take turns, so that there is always one note. */
export class FeedNotes {
  readonly #memory: Memory;
  readonly #name: string;
  #number = 0;

  constructor(memory: Memory, name: string) {
    this.#memory = memory;
    this.#name = name;
  }

  async read(): Promise<FeedProgress | undefined> {
    let last: FeedProgress | undefined;
    for (const turn of [0, 1]) {
      const note = await this.#memory.get(this.#keyOf(turn));
      const progress = FeedProgress.from(note);
      const number = numberOf(note);
      if (progress === undefined || number < this.#number) continue;
      last = progress;
      this.#number = number;
    }
    return last;
  }

  async write(note: JsonValue): Promise<void> {
    const number = this.#number + 1;
    const value = { ...(note as Readonly<Record<string, JsonValue>>), number };
    await this.#memory.set(this.#keyOf(number), value, { index: false, kind: "feed" });
    this.#number = number;
    await this.#memory.forget({ key: this.#keyOf(number + 1) }, { purge: true });
  }

  #keyOf(number: number): string {
    return `feed ${this.#name} ${number % 2 === 0 ? "even" : "odd"}`;
  }
}

function numberOf(note: JsonValue | undefined): number {
  const isObject = typeof note === "object" && note !== null && !Array.isArray(note);
  const number = isObject ? (note as Readonly<Record<string, JsonValue>>)["number"] : undefined;
  return typeof number === "number" ? number : -1;
}
