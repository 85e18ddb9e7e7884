import { MemoryError } from "@kioku/core";
import type { CallOptions } from "@kioku/core";

import { ResidentCatalogs } from "./catalog/resident-catalogs.js";
import { toMemoryError } from "./errors.js";
import { ResidentPostings } from "./keyword/resident-postings.js";
import { openDatabase } from "./open/open-database.js";
import type { ResolvedOptions } from "./options.js";
import { Connection } from "./sql/connection.js";
import { createQueryBuilder } from "./sql/query-builder.js";
import type { StoreContext } from "./store-context.js";
import { javascriptKernel } from "./vector/javascript-kernel.js";
import { ResidentVectors } from "./vector/resident-vectors.js";
import { simdKernel } from "./vector/simd-kernel.js";

/** Postings may take this part of what vectors may. */
const POSTINGS_SHARE = 8;

/** The life of a store: new, open, closed. Whatever goes wrong in between becomes a `MemoryError` here. */
export class StoreSession {
  readonly #options: ResolvedOptions;
  #opening: Promise<StoreContext> | undefined;
  #context: StoreContext | undefined;
  #closed = false;

  constructor(options: ResolvedOptions) {
    this.#options = options;
  }

  /** Opens the database, once. After a failure it may be tried again. */
  async open(options?: CallOptions): Promise<void> {
    this.#requireNotClosed();
    options?.signal?.throwIfAborted();
    this.#opening ??= this.#connect();
    try {
      this.#context = await this.#opening;
    } catch (error) {
      this.#opening = undefined;
      throw toMemoryError(error, this.#options.path);
    }
  }

  /** Runs one operation, from beginning to end without a pause. */
  run<T>(options: CallOptions | undefined, work: (context: StoreContext) => T): T {
    this.#requireNotClosed();
    options?.signal?.throwIfAborted();
    if (!this.#context) {
      throw new MemoryError("store-failed", "the sqlite store is not open: call open() first");
    }
    try {
      return work(this.#context);
    } catch (error) {
      throw toMemoryError(error, this.#options.path);
    }
  }

  /** Closes the database; waits for an `open` under way. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const context = await this.#opening?.catch(() => undefined);
    this.#context = undefined;
    try {
      context?.connection.close();
    } catch (error) {
      throw toMemoryError(error, this.#options.path);
    }
  }

  async #connect(): Promise<StoreContext> {
    const connection = new Connection(await openDatabase(this.#options));
    const kernel = simdKernel() ?? javascriptKernel();
    const resident = new ResidentVectors(kernel, this.#options.residentBytes);
    const catalogs = new ResidentCatalogs(this.#options.residentBytes);
    const postings = new ResidentPostings(this.#options.residentBytes / POSTINGS_SHARE);
    return { connection, queries: createQueryBuilder(), resident, catalogs, postings };
  }

  #requireNotClosed(): void {
    if (this.#closed) {
      throw new MemoryError("closed", "the sqlite store is closed: make a new one");
    }
  }
}
