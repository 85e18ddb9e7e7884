import { keywordRowid, keywordText, LONG, MOST_PARTS } from "../schema/rows.js";
import type { RecordLocation } from "../schema/rows.js";
import type { Connection } from "../sql/connection.js";
import type { StoreContext } from "../sql/store-context.js";

// FTS5 requires integer rowids, and the driver binds all numbers as doubles.
const INSERT = "insert into keywords (rowid, terms) values (cast(? as integer), ?)";
// FTS5 has no text of its own, and finds the postings by the terms that were added.
const DELETE =
  "insert into keywords (keywords, rowid, terms) values ('delete', cast(? as integer), ?)";
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
  /** Contents that the index has there. */
  readonly dropped: Part | undefined;
  /** New contents; `undefined` to delete. */
  added: Part | undefined;
}

/** Terms from one index up to another. */
interface Part {
  readonly rowid: number;
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
  add(location: RecordLocation, terms: readonly string[]): void {
    for (const part of partsOf(location, terms)) {
      this.#cost += part.to - part.from;
      const pending = this.#pending.get(part.rowid);
      if (pending) pending.added = part;
      else this.#pending.set(part.rowid, { dropped: undefined, added: part });
    }
  }

  /** Removes a record with all of the terms that it was added with. */
  drop(location: RecordLocation, terms: readonly string[]): void {
    for (const part of partsOf(location, terms)) {
      this.#cost += (part.to - part.from) * DROP_COST;
      const pending = this.#pending.get(part.rowid);
      if (pending) pending.added = undefined;
      else this.#pending.set(part.rowid, { dropped: part, added: undefined });
    }
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
      const { dropped, added } = pending;
      if (dropped && added && isSame(dropped, added)) continue;
      if (dropped) this.#connection.run(DELETE, rowid, textOf(dropped));
      if (added) this.#connection.run(INSERT, rowid, textOf(added));
      cost += lengthOf(dropped) * DROP_COST + lengthOf(added);
      if (cost < MAX_COST) continue;
      cost = 0;
      for (const statement of WRITE_OUT) this.#connection.run(statement);
    }
    this.#pending.clear();
  }
}

/** Divides the terms of a record into what a rowid each has. */
function* partsOf({ scope, row }: RecordLocation, terms: readonly string[]): Iterable<Part> {
  const { length } = terms;
  if (length === 0) return;
  if (length < LONG) {
    yield { rowid: keywordRowid(row, length), terms, from: 0, to: length, scope };
    return;
  }
  const size = Math.max(PART, Math.ceil(length / MOST_PARTS));
  for (let from = 0; from < length; from += size) {
    const rowid = keywordRowid(row, LONG, from / size);
    yield { rowid, terms, from, to: Math.min(length, from + size), scope };
  }
}

function lengthOf(part: Part | undefined): number {
  return part ? part.to - part.from : 0;
}

function isSame(a: Part, b: Part): boolean {
  if (lengthOf(a) !== lengthOf(b) || a.from !== b.from || a.scope !== b.scope) return false;
  for (let index = a.from; index < a.to; index += 1) {
    if (a.terms[index] !== b.terms[index]) return false;
  }
  return true;
}

function textOf({ terms, from, to, scope }: Part): string {
  // Slicing all of it would copy.
  const some = to - from === terms.length ? terms : terms.slice(from, to);
  return keywordText(some, scope);
}
