import { MemoryError } from "@kioku/core";

import { loadStaticTable } from "./load-static-table.js";
import type { StaticTable } from "./static-table.js";

/**
 * Tables that somebody still holds, by folder, so that an embedder and a reranker share one. A
 * cache that cannot show: whatever folder a table came from, its bytes are those that
 * `asset-files.ts` names, and nobody writes to it.
 */
const tables = new Map<string, WeakRef<Promise<StaticTable>>>();

function sharedTable(folder: URL): Promise<StaticTable> {
  const shared = tables.get(folder.href)?.deref();
  if (shared) return shared;
  const loading = loadStaticTable(folder);
  tables.set(folder.href, new WeakRef(loading));
  const forget = (): void => {
    tables.delete(folder.href);
  };
  loading.catch(forget);
  return loading;
}

/** One plugin's hold on the table: loads it on first use, lets go of it on `close`. */
export class TableHold {
  readonly #folder: URL;
  readonly #owner: string;
  #table: Promise<StaticTable> | undefined;
  #isClosed = false;

  /** Takes the folder of the files, and the name that `closed` errors say. */
  constructor(folder: URL, owner: string) {
    this.#folder = folder;
    this.#owner = owner;
  }

  /** Loads once for all callers; a failed load is forgotten, so that the next call tries again. */
  async load(): Promise<StaticTable> {
    this.#checkOpen();
    const loading = (this.#table ??= sharedTable(this.#folder));
    const table = await loading.catch((error: unknown) => {
      if (this.#table === loading) this.#table = undefined;
      throw error;
    });
    this.#checkOpen();
    return table;
  }

  /** Ends the hold; more than once does no harm. */
  close(): void {
    this.#isClosed = true;
    this.#table = undefined;
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new MemoryError("closed", `${this.#owner} was closed.`);
  }
}
