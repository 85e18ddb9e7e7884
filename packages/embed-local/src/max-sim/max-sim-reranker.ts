import { MemoryError, type Reranker } from "@kioku/core";
import type { RerankOptions, RerankScore } from "@kioku/core/toolkit";

import { checkRerankCall } from "../check-arguments.js";
import { EMBEDDER_ID } from "../static-table/asset-files.js";
import { TableHandle, type StaticTable } from "../static-table/static-table.js";
import { WorkPacer } from "../static-table/work-pacer.js";
import { RowLengths } from "./packed-rows.js";
import { QueryMatcher } from "./query-matcher.js";

/** Characters of a document that take about as long as one comparison of words. */
const CHARACTERS_PER_UNIT = 16;

/** The reranker over the static table. */
export class MaxSimReranker implements Reranker {
  readonly id: string = `${EMBEDDER_ID}+maxsim@1`;
  readonly weight: number = 0.35;
  readonly #table: TableHandle;
  readonly #lengths = new RowLengths();

  constructor(assetsUrl: URL) {
    this.#table = new TableHandle(assetsUrl, "localReranker");
  }

  async rerank(
    query: string,
    documents: readonly string[],
    options: RerankOptions = {},
  ): Promise<readonly RerankScore[]> {
    const { signal, topN } = options;
    signal?.throwIfAborted();
    checkRerankCall("localReranker", { query, documents, topN });
    // The caller may change the list while the table loads.
    const own = [...documents];
    const table = await this.#load();
    signal?.throwIfAborted();
    const matcher = new QueryMatcher(query, table, this.#lengths);
    const pacer = new WorkPacer(signal);
    const scores: RerankScore[] = [];
    for (const [index, document] of own.entries()) {
      const before = matcher.work;
      scores.push({ index, score: matcher.score(document) });
      const read = 1 + Math.floor(document.length / CHARACTERS_PER_UNIT);
      if (pacer.isDue(matcher.work - before + read)) await pacer.pause();
    }
    // Sorting is stable: equal scores stay in the order of their indexes.
    return scores.toSorted((a, b) => b.score - a.score).slice(0, topN);
  }

  close(): Promise<void> {
    this.#table.close();
    return Promise.resolve();
  }

  async #load(): Promise<StaticTable> {
    try {
      return await this.#table.load();
    } catch (cause) {
      if (!MemoryError.is(cause, "embedder-failed")) throw cause;
      throw new MemoryError("reranker-failed", cause.message, { cause });
    }
  }
}
