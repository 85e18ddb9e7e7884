import type { Filter } from "../model/filter.js";
import type { MemoryRecord } from "../model/record.js";
import type { Reach } from "../model/scope.js";
import type { Scoring } from "../rank/scoring.js";

/** The moment a recall speaks of. */
export interface RecallInstant {
  /** Only what was true then: `validFrom` at or before it, `validTo` after it. */
  readonly validAt?: Date | undefined;
}

/** What to recall. Only `query` is needed. */
export interface RecallQuery {
  /** A question, a topic or a whole message; not blank. */
  readonly query: string;
  /** @defaultValue `"here"` */
  readonly reach?: Reach | undefined;
  /** 1 to 1,000. @defaultValue 10 */
  readonly limit?: number | undefined;
  /** By meaning and keyword, by meaning only, or by keyword only. @defaultValue `"hybrid"` */
  readonly mode?: "hybrid" | "semantic" | "keyword" | undefined;
  /** Only records of these kinds. */
  readonly kinds?: readonly string[] | undefined;
  /** Only records for which this holds; applied inside the search. */
  readonly filter?: Filter | undefined;
  /** Leave out what scores less, 0 to 1; what scores 0 is never returned. @defaultValue 0 */
  readonly minScore?: number | undefined;
  /** Whether to ask the memory's reranker, if it has one. @defaultValue `true` */
  readonly rerank?: boolean | undefined;
  /** How relevance, recency and importance make one score. @defaultValue the memory's own */
  readonly scoring?: Scoring | undefined;
  /** Ids to leave out, such as what this session has already been told. */
  readonly exclude?: readonly string[] | undefined;
  /** What was true at another moment. @defaultValue now */
  readonly asOf?: RecallInstant | undefined;
  /** @defaultValue `false` */
  readonly includeArchived?: boolean | undefined;
  /** Fill `signals` of every hit. @defaultValue `false` */
  readonly explain?: boolean | undefined;
}

/** Why a memory has its place; filled when `explain` was asked for. */
export interface RecallSignals {
  /** Cosine similarity of the vectors, -1 to 1; absent if the vector leg did not find it. */
  readonly similarity?: number;
  /** Share of what a perfect keyword match would score, 0 to 1; absent if the text leg was not asked or found nothing. */
  readonly keyword?: number;
  /**
   * Share of the query's words that are in a script this memory is written in; absent if it is all of them. Where words could not
   * be compared, meaning stands in for them.
   */
  readonly comparable?: number;
  /** Both legs fused, 0 to 1. */
  readonly relevance: number;
  /** The reranker's own score, if one was asked. */
  readonly rerank?: number;
  /** Factors of the scoring by name; with the default one, `relevance × recency × importance` is the score. */
  readonly factors: Readonly<Record<string, number>>;
}

/** A record that was recalled, and how well it fits. */
export interface RecalledMemory extends MemoryRecord {
  /** 0 to 1, more is better. */
  readonly score: number;
  /**
   * `match`: it answers the query; `neighbour`: it stands beside one that does (`neighbours` was asked for); `spontaneous`: it
   * came to mind by itself, from `surface` only.
   */
  readonly reason: "match" | "neighbour" | "spontaneous";
  /** Why; only with `explain`. */
  readonly signals?: RecallSignals;
}
