import type { JsonValue } from "@kioku/core";

import { recordName } from "./feed-place.js";
import type { ChangedVersion } from "./feed-place.js";

/** Changes may be committed so much later than they say that they were written, in milliseconds. */
export const OVERLAP_MS = 60_000;
/**
 * Most records that are told apart within the overlap, but for those of the one instant that is
 * being looked through.
 */
export const MAX_SEEN = 1_000;
/** Longest list of them in a note, in UTF-16 units; the store takes about twice that. */
const MAX_NOTED_LENGTH = 500_000;

/** The last version of a record that was delivered. */
interface Seen {
  readonly version: number;
  readonly atMs: number;
}

/**
 * How far a feed came: all that was written before the mark was delivered, but for what is
 * committed later than it says. So it looks again at what was written within the overlap before the
 * mark, and knows what of that was delivered. Where that is more than 1,000 records, the overlap is
 * shorter; but it never begins after the mark, since what one batch writes has one instant.
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

  /** What was noted; `undefined` if it is none of a feed. */
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

  /** How many records are told apart. */
  get size(): number {
    return this.#seen.size;
  }

  /** From which instant on it has to look, in milliseconds. */
  get fromMs(): number {
    return Math.max(this.#markMs - OVERLAP_MS, this.#floorMs);
  }

  /** Whether a version, or a later one of its record, was delivered. */
  has(change: ChangedVersion): boolean {
    return (this.#seen.get(recordName(change))?.version ?? 0) >= change.version;
  }

  /** Notes that a version was delivered, or is nothing to deliver. */
  add(change: ChangedVersion): void {
    const { version, atMs } = change;
    if (!this.has(change)) this.#seen.set(recordName(change), { version, atMs });
  }

  /**
   * Notes that all that was written before then was looked at, and forgets what need not be told
   * apart any more.
   */
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

  /**
   * Notes that something was not delivered that was written then, so that it is looked for there.
   */
  goBack(toMs: number): void {
    this.#markMs = Math.min(this.#markMs, toMs);
    this.#floorMs = Math.min(this.#floorMs, toMs);
    this.#forgottenMs = Math.min(this.#forgottenMs, this.fromMs);
  }

  /** What `from` reads. Of what waits the oldest was written then. */
  toNote(oldestWaitingMs: number): JsonValue {
    const mark = Math.min(this.#markMs, oldestWaitingMs);
    const floor = Number.isFinite(this.#floorMs) ? Math.min(this.#floorMs, oldestWaitingMs) : 0;
    return { mark, floor, seen: this.#noted() };
  }

  /** What was delivered, the latest that fit: the rest may come again. */
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
