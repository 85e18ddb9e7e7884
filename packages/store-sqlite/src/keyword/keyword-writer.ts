import type { RecordPlace } from "../record/record-place.js";
import type { Connection } from "../sql/connection.js";
import type { StoreContext } from "../store-context.js";
import { keywordRowid } from "./keyword-rowid.js";
import { keywordText } from "./keyword-token.js";

// FTS5 wants rowids that are integers; the driver binds all numbers as doubles.
const INSERT = "insert into keywords (rowid, terms) values (cast(? as integer), ?)";
const DELETE = "delete from keywords where rowid = cast(? as integer)";

/** So many are in memory at once. */
const MAX_PENDING = 16_384;

/** What becomes of one rowid of the index. */
interface Pending {
  /** Whether the index has it. */
  readonly isThere: boolean;
  /** What it is to have; nothing if it is to go. */
  text: string | undefined;
}

/**
 * What one transaction does to the keyword index: done at its end, by ascending rowid. Whenever a rowid is not greater than the
 * one before, or a statement of any table begins a savepoint, FTS5 writes out a segment: a millisecond each.
 */
export class KeywordWriter {
  readonly #connection: Connection;
  readonly #pending = new Map<number, Pending>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Makes a record findable by these terms. */
  add({ scope, row }: RecordPlace, terms: readonly string[]): void {
    if (terms.length === 0) return;
    const rowid = keywordRowid(row, terms.length);
    const text = keywordText(terms, scope);
    const pending = this.#pending.get(rowid);
    if (pending) pending.text = text;
    else this.#pending.set(rowid, { isThere: false, text });
  }

  /** Makes a record with that many terms not findable by them any more. */
  drop(row: number, termCount: number): void {
    if (termCount === 0) return;
    const rowid = keywordRowid(row, termCount);
    const pending = this.#pending.get(rowid);
    if (pending) pending.text = undefined;
    else this.#pending.set(rowid, { isThere: true, text: undefined });
  }

  /** Whether it should be flushed before there is more. */
  get isFull(): boolean {
    return this.#pending.size >= MAX_PENDING;
  }

  /** Writes all of it. */
  async flush(pause: StoreContext["pause"]): Promise<void> {
    const rowids = Float64Array.from(this.#pending.keys()).toSorted();
    for (const rowid of rowids) {
      const pausing = pause();
      if (pausing) await pausing;
      this.#write(rowid, this.#pending.get(rowid));
    }
    this.#pending.clear();
  }

  #write(rowid: number, { isThere, text }: Pending = { isThere: false, text: undefined }): void {
    if (isThere) this.#connection.run(DELETE, rowid);
    if (text !== undefined) this.#connection.run(INSERT, rowid, text);
  }
}
