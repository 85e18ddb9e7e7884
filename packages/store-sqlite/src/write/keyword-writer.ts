import { keywordRowid, keywordText, LONG, MOST_PARTS, nextRecord } from "../schema/rows.js";
import type { RecordLocation } from "../schema/rows.js";
import type { Connection } from "../sql/connection.js";
import type { StoreContext } from "../sql/store-context.js";

// FTS5 requires integer rowids, and the driver binds all numbers as doubles.
const INSERT = "insert into keywords (rowid, terms) values (cast(? as integer), ?)";
const DELETE = "delete from keywords where rowid = cast(? as integer)";
const PARTS = "select id from keywords_content where id >= ? and id < ?";
const WRITE_OUT = ["savepoint keywords", "release keywords"] as const;

const MAX_PENDING = 16_384;
/** Terms per part of a long text, unless there would be too many parts. */
const PART = 1_024;
/** Cost after which FTS5 writes out, in 5 to 15 ms: an added term costs 1, a dropped one 32. */
const MAX_COST = 16_384;
const DROP_COST = 32;

/** Cost of a large transaction: 3,000 new records of 20 terms, or 100 deletions. */
const MUCH = 65_536;

interface Pending {
  /** Maximum number of terms that the index has there. */
  readonly dropped: number;
  /** New contents; `undefined` to delete. */
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
 * Changes of the keyword index by one transaction, applied at its end in rowid order. FTS5 writes
 * out a segment, in a millisecond, for each descending rowid and each savepoint.
 */
export class KeywordWriter {
  readonly #connection: Connection;
  readonly #pending = new Map<number, Pending>();
  #cost = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Makes a record findable by its terms. */
  add({ scope, row }: RecordLocation, terms: readonly string[]): void {
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

  /** Removes a record with this many terms. */
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

  /** True if writing takes more than a slice or two. */
  get isMuch(): boolean {
    return this.#cost > MUCH;
  }

  /** True if it should be flushed before more changes. */
  get isFull(): boolean {
    return this.#pending.size >= MAX_PENDING;
  }

  /**
   * Applies all changes. FTS5 buffers them, and writing out takes 1 µs an added term and 16 µs a
   * dropped one, whose posting it overwrites; so it is made to write out in between.
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
    // Slicing all of it would copy.
    const some = to - from === terms.length ? terms : terms.slice(from, to);
    this.#connection.run(INSERT, rowid, keywordText(some, scope));
  }
}
