import type { RecordPlace } from "../record/record-place.js";
import type { Connection } from "../sql/connection.js";
import type { StoreContext } from "../store-context.js";
import { keywordRowid, LONG, MOST_PARTS, nextRecord } from "./keyword-rowid.js";
import { keywordText } from "./keyword-token.js";

// FTS5 wants rowids that are integers; the driver binds all numbers as doubles.
const INSERT = "insert into keywords (rowid, terms) values (cast(? as integer), ?)";
const DELETE = "delete from keywords where rowid = cast(? as integer)";
const PARTS = "select id from keywords_content where id >= ? and id < ?";
const WRITE_OUT = ["savepoint keywords", "release keywords"] as const;

/** So many are in memory at once. */
const MAX_PENDING = 16_384;
/** Terms of a part of a long text, unless there would be too many parts. */
const PART = 1_024;
/**
 * FTS5 writes out after so many added terms, or a 32nd part as many dropped ones: in 5 to 15 ms.
 */
const MAX_COST = 16_384;
const DROP_COST = 32;

/**
 * Cost above which a transaction is a large one: some 3,000 new records of 20 terms, or 100 that
 * go.
 */
const MUCH = 65_536;

/** What becomes of one rowid of the index. */
interface Pending {
  /** How many terms the index has there, at most. */
  readonly dropped: number;
  /** What it is to have; nothing if it is to go. */
  added: Added | undefined;
}

/** Terms from one index up to another. */
interface Added {
  readonly terms: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly scope: number;
}

/**
 * What one transaction does to the keyword index: done at its end, by ascending rowid. Whenever a
 * rowid is not greater than the one before, or a statement of any table begins a savepoint, FTS5
 * writes out a segment: a millisecond each.
 */
export class KeywordWriter {
  readonly #connection: Connection;
  readonly #pending = new Map<number, Pending>();
  /** Of all that was noted. */
  #cost = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Makes a record findable by these terms. */
  add({ scope, row }: RecordPlace, terms: readonly string[]): void {
    const { length } = terms;
    if (length === 0) return;
    if (length < LONG) {
      this.#put(keywordRowid(row, length), { terms, from: 0, to: length, scope });
      return;
    }
    const size = Math.max(PART, Math.ceil(length / MOST_PARTS));
    for (let from = 0; from < length; from += size) {
      const to = Math.min(length, from + size);
      this.#put(keywordRowid(row, LONG, from / size), { terms, from, to, scope });
    }
  }

  /** Makes a record with that many terms not findable by them any more. */
  drop(row: number, termCount: number): void {
    const first = keywordRowid(row, termCount);
    if (termCount > 0 && termCount < LONG) this.#drop(first, termCount);
    if (termCount < LONG) return;
    for (let rowid = first; this.#pending.has(rowid); rowid += 1) this.#drop(rowid, 0);
    const size = Math.max(PART, Math.ceil(termCount / MOST_PARTS));
    const parts = this.#connection.values<number>(PARTS, first, nextRecord(first));
    for (const rowid of parts) this.#drop(rowid, size);
  }

  #put(rowid: number, added: Added): void {
    this.#cost += added.to - added.from;
    const pending = this.#pending.get(rowid);
    if (pending) pending.added = added;
    else this.#pending.set(rowid, { dropped: 0, added });
  }

  #drop(rowid: number, dropped: number): void {
    this.#cost += dropped * DROP_COST;
    const pending = this.#pending.get(rowid);
    if (pending) pending.added = undefined;
    else this.#pending.set(rowid, { dropped, added: undefined });
  }

  /** True if writing it takes more than a slice or two. */
  get isMuch(): boolean {
    return this.#cost > MUCH;
  }

  /** Whether it should be flushed before there is more. */
  get isFull(): boolean {
    return this.#pending.size >= MAX_PENDING;
  }

  /**
   * Writes all of it. FTS5 keeps in memory what it is given, and writing it out takes a while: 1 µs
   * an added term, 16 µs a dropped one, whose posting it overwrites. So it is told to write out
   * from time to time.
   */
  async flush(pause: StoreContext["pause"]): Promise<void> {
    let cost = 0;
    const rowids = Float64Array.from(this.#pending.keys()).toSorted();
    for (const rowid of rowids) {
      const pausing = pause();
      if (pausing) await pausing;
      const pending = this.#pending.get(rowid);
      if (!pending) continue;
      this.#write(rowid, pending);
      cost +=
        pending.dropped * DROP_COST + (pending.added ? pending.added.to - pending.added.from : 0);
      if (cost < MAX_COST) continue;
      cost = 0;
      for (const statement of WRITE_OUT) this.#connection.run(statement);
    }
    this.#pending.clear();
  }

  #write(rowid: number, { dropped, added }: Pending): void {
    if (dropped > 0) this.#connection.run(DELETE, rowid);
    if (!added) return;
    const { terms, from, to, scope } = added;
    // A slice of it all would be a copy.
    const some = to - from === terms.length ? terms : terms.slice(from, to);
    this.#connection.run(INSERT, rowid, keywordText(some, scope));
  }
}
