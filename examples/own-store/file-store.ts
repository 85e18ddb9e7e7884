import { MemoryError } from "@kioku/core";
import type { CallOptions, MemoryStore } from "@kioku/core";
import { copyRecord, findRecord, matchesSelection, pageOfRecords } from "@kioku/core/toolkit";

import { Journal } from "./journal.ts";
import { search } from "./search.ts";
import { apply, changeOf, redo } from "./table.ts";
import type { Change, Table } from "./table.ts";

/**
 * Keeps some thousand records in a file of one process: it answers from memory, and a change is on
 * the disk before it is acknowledged.
 */
export class FileStore implements MemoryStore {
  readonly name = "file";
  readonly capabilities = { vector: "none", text: true } as const;
  readonly #journal: Journal;
  #state: "new" | "open" | "closed" = "new";
  #table: Table = new Map();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.#journal = new Journal(path);
  }

  open: MemoryStore["open"] = (options) => {
    const read = async (): Promise<void> => {
      if (this.#state === "open") return;
      const table: Table = new Map();
      for (const line of await this.#journal.read()) redo(table, line as Change);
      await this.#journal.rewrite([...table].map((entry) => [entry])); // without what is gone
      this.#table = table;
      this.#state = "open";
    };
    return this.#inTurn(options, read, true);
  };

  write: MemoryStore["write"] = (ops, options) => {
    const own = structuredClone(ops); // a caller may change what it gave
    return this.#inTurn(options, async () => {
      const table: Table = new Map(this.#table);
      const results = own.map((op) => apply(table, op));
      const change = changeOf(this.#table, table);
      if (change.length > 0) await this.#journal.append(change);
      this.#table = table;
      return results;
    });
  };

  get: MemoryStore["get"] = (refs, { now, signal }) =>
    this.#inTurn({ signal }, async () => {
      const found = refs.map((ref) => findRecord(this.#table, ref, now));
      return found.map((entry) => entry && copyRecord(entry.record));
    });

  search: MemoryStore["search"] = (request, options) =>
    this.#inTurn(options, async () => search(this.#table, request));

  list: MemoryStore["list"] = (request, options) =>
    this.#inTurn(options, async () => {
      const selected = [...this.#table.values()].filter(
        (entry) =>
          matchesSelection(entry.record, request) &&
          (request.missingVectorIn === undefined || entry.search !== undefined),
      );
      return pageOfRecords(selected, request);
    });

  async close(): Promise<void> {
    await this.#turn;
    this.#state = "closed";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Runs one call after the other: each sees all that those before it wrote. */
  #inTurn<T>(
    options: CallOptions | undefined,
    call: () => Promise<T>,
    isOpening = false,
  ): Promise<T> {
    const answer = this.#turn.then(async () => {
      if (this.#state === "closed") throw new MemoryError("closed", "the store is closed");
      if (this.#state === "new" && !isOpening) throw new MemoryError("store-failed", "not open");
      options?.signal?.throwIfAborted();
      return call().catch((cause: unknown) => {
        if (MemoryError.is(cause)) throw cause;
        throw new MemoryError("store-failed", "the file cannot be used", { cause });
      });
    });
    this.#turn = answer.catch(() => undefined);
    return answer;
  }
}
