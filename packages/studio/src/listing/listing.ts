import { setImmediate as nextTurn } from "node:timers/promises";

import type { CallOptions, Page } from "@kioku/core";
import { LruMap } from "@kioku/core/toolkit";

/** Most pages whose rows are kept. */
const KEPT_PAGES = 8;

/** Page of a listing that was found. */
interface PageStart {
  /** Number of rows before it. */
  readonly from: number;
  /** Cursor that leads to it. */
  readonly cursor: string | undefined;
}

/** Pages of a listing, found one after the other. */
interface Walk {
  /** Pages that were found, in order; the first is there from the start. */
  readonly starts: PageStart[];
  /** Number of rows that were passed. */
  total: number;
  /** True if the end was reached. */
  isComplete: boolean;
}

/** Some rows of a listing. */
export interface ListedRows<Row> {
  /** The rows; fewer than asked for at the end. */
  readonly rows: readonly Row[];
  /** Number of rows that are known so far. */
  readonly total: number;
  /** False while more pages are being looked for. */
  readonly isComplete: boolean;
  /** Grows whenever the places of rows may have changed. */
  readonly edition: number;
}

/** Pages that a listing reads. */
export interface ListingSource<Row> {
  /** Reads a page by the cursor of the one before. */
  readonly read: (cursor: string | undefined, options: CallOptions) => Promise<Page<Row>>;
  /** Tells if this listing is the one that was asked for last: others do not walk. */
  readonly isWanted: () => boolean;
}

/**
 * A listing that can be read at any place, though its source has cursors alone: it walks through
 * the pages in the background, step by step, and remembers where each begins.
 */
export class Listing<Row> {
  readonly #source: ListingSource<Row>;
  #walk: Walk = startWalk();
  /** Walk that takes the place of the other one when it is complete. */
  #next: Walk | undefined;
  #edition = 0;
  #isStale = false;
  #isWalking = false;
  #pages = keptPages<Row>();

  constructor(source: ListingSource<Row>) {
    this.#source = source;
  }

  /** Looks for the pages anew at the next request: something was written. */
  markStale(): void {
    this.#isStale = true;
    this.forgetRows();
  }

  /** Reads all rows again that are asked for. */
  forgetRows(): void {
    if (this.#walk.isComplete && this.#walk.total === 0) this.#isStale = true;
    this.#pages = keptPages();
  }

  /** Returns rows of a place, without waiting for all pages to be found. */
  async rows(from: number, limit: number, options: CallOptions): Promise<ListedRows<Row>> {
    const isFirst = this.#walk.total === 0 && !this.#walk.isComplete;
    if (isFirst) await this.#step(this.#walk, options);
    if (this.#isStale && this.#walk.isComplete && this.#next === undefined) {
      this.#isStale = false;
      this.#next = startWalk();
    }
    const rows: Row[] = [];
    const walk = this.#walk;
    while (rows.length < limit && from + rows.length < walk.total) {
      const place = from + rows.length;
      const index = walk.starts.findLastIndex((start) => start.from <= place);
      const start = walk.starts[index];
      if (start === undefined) break;
      const page = await this.#page(walk, index, options);
      const found = page.slice(place - start.from, place - start.from + limit - rows.length);
      if (found.length === 0) break;
      rows.push(...found);
    }
    // The first view is not to wait for the walk: the next request starts it.
    if (!isFirst) this.#walkOn();
    const { total } = walk;
    const isComplete = this.#walk.isComplete && this.#next === undefined && !this.#isStale;
    return { rows, total, isComplete, edition: this.#edition };
  }

  async #page(walk: Walk, index: number, options: CallOptions): Promise<readonly Row[]> {
    const kept = this.#pages.get(index);
    if (kept) return kept;
    const { items, cursor } = await this.#source.read(walk.starts[index]?.cursor, options);
    this.#pages.set(index, items);
    const following = walk.starts[index + 1];
    const end = following?.from ?? walk.total;
    const from = walk.starts[index]?.from ?? 0;
    // Others have written.
    const isMoved = end - from !== items.length || following?.cursor !== cursor;
    if (isMoved && (following !== undefined || walk.isComplete)) this.#isStale = true;
    return items;
  }

  /** Reads the last page that was found, and with it where the next begins. */
  async #step(walk: Walk, options: CallOptions): Promise<void> {
    const start = walk.starts.at(-1);
    const { items, cursor } = await this.#source.read(start?.cursor, options);
    // Another request may have been faster.
    if (start !== walk.starts.at(-1) || walk.isComplete) return;
    if (walk === this.#walk) this.#pages.set(walk.starts.length - 1, items);
    walk.total += items.length;
    if (cursor === undefined) walk.isComplete = true;
    else walk.starts.push({ from: walk.total, cursor });
  }

  /** Goes on in the background. After a failure, the next request does. */
  #walkOn(): void {
    if (this.#isWalking || (this.#walk.isComplete && this.#next === undefined)) return;
    this.#isWalking = true;
    const walkToEnd = async (): Promise<void> => {
      for (;;) {
        // Requests that wait come first.
        await nextTurn();
        const walk = this.#walk.isComplete ? this.#next : this.#walk;
        if (walk === undefined || !this.#source.isWanted()) return;
        await this.#step(walk, {});
        if (walk === this.#next && walk.isComplete) this.#take(walk);
      }
    };
    const end = (): void => {
      this.#isWalking = false;
    };
    walkToEnd().then(end, end);
  }

  #take(walk: Walk): void {
    this.#walk = walk;
    this.#next = undefined;
    this.#edition += 1;
    this.forgetRows();
  }
}

function startWalk(): Walk {
  return { starts: [{ from: 0, cursor: undefined }], total: 0, isComplete: false };
}

function keptPages<Row>(): LruMap<number, readonly Row[]> {
  return new LruMap({ maxEntries: KEPT_PAGES });
}
