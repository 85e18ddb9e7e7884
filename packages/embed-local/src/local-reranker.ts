import { MemoryError } from "@kioku/core";
import type { Reranker, RerankOptions, RerankScore } from "@kioku/core";

import { assetsUrlOf } from "./assets-url.js";
import { QueryMatcher } from "./max-sim/query-matcher.js";
import { RowLengths } from "./max-sim/row-lengths.js";
import { EMBEDDER_ID } from "./static-table/asset-files.js";
import { TableHold } from "./static-table/shared-table.js";
import type { StaticTable } from "./static-table/static-table.js";
import { WorkPacer } from "./static-table/work-pacer.js";

/** What `localReranker` can be told. */
export interface LocalRerankerOptions {
  /**
   * Folder with the four asset files, as for `localEmbedder`.
   * @defaultValue the `assets` folder of this package
   */
  readonly assetsDir?: string | URL;
}

/** Characters of a document that take about as long as one comparison of words. */
const CHARACTERS_PER_UNIT = 16;

function invalid(message: string): MemoryError {
  return new MemoryError("invalid-input", `localReranker: ${message}`);
}

function checkCall(query: unknown, documents: readonly unknown[], topN: number | undefined): void {
  if (typeof query !== "string") throw invalid(`query must be a string, not ${typeof query}.`);
  if (!Array.isArray(documents)) throw invalid("documents must be an array of strings.");
  const index = documents.findIndex((document) => typeof document !== "string");
  if (index !== -1) {
    throw invalid(`documents[${index}] must be a string, not ${typeof documents[index]}.`);
  }
  if (topN !== undefined && (!Number.isInteger(topN) || topN < 1)) {
    throw invalid(`topN must be a whole number of at least 1, not ${String(topN)}.`);
  }
}

class LocalReranker implements Reranker {
  readonly id = `${EMBEDDER_ID}+maxsim@1`;
  readonly weight = 0.35;
  readonly #table: TableHold;
  readonly #lengths = new RowLengths();

  constructor(assetsUrl: URL) {
    this.#table = new TableHold(assetsUrl, "localReranker");
  }

  async rerank(
    query: string,
    documents: readonly string[],
    options: RerankOptions = {},
  ): Promise<readonly RerankScore[]> {
    const { signal, topN } = options;
    signal?.throwIfAborted();
    checkCall(query, documents, topN);
    const table = await this.#load();
    signal?.throwIfAborted();
    const matcher = new QueryMatcher(query, table, this.#lengths);
    const pacer = new WorkPacer(signal);
    const scores: RerankScore[] = [];
    for (const [index, document] of documents.entries()) {
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

/**
 * A reranker without a model of its own, over the table of words of `localEmbedder`, which the two share in memory: for
 * each telling word of the query it looks for the nearest word of the document, in English or Chinese, and answers the
 * mean of their cosines, 0 to 1 (late interaction, MaxSim; between the languages cosines count 1.6 times). Core mixes that into the score of the recall at a weight of
 * 0.35. Words that the table lacks are compared by their spelling, with each other only. A query without any English or
 * Chinese word gives 0 for all.
 *
 * Of a text the first 4,096 characters count, of a query at most 60 words. The same texts give the same bits on every
 * platform. The table is read on the first `rerank`; a load that failed is repeated by the next call. `rerank` yields to
 * the event loop every few milliseconds and then looks at its signal. It throws `reranker-failed` if a file of the table
 * is missing or damaged, `invalid-input` for wrong arguments, `closed` after `close`.
 *
 * @throws `invalid-input` for an option that is unknown or wrong.
 * @see Khattab and Zaharia, ColBERT, 2020: https://arxiv.org/abs/2004.12832
 */
export function localReranker(options: LocalRerankerOptions = {}): Reranker {
  return new LocalReranker(assetsUrlOf(options, "localReranker"));
}
