import type { Scoring } from "../contracts/scoring.js";
import type { AsOf } from "../model/as-of.js";
import type { Filter } from "../model/filter.js";
import type { Emotion, MemoryRecord } from "../model/record.js";
import type { Reach } from "../model/scope.js";

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
  /**
   * How many records of the same thread to bring along on each side of every hit, 0 to 100; only
   * such as `kinds` and `filter` allow. Whether or not they come along, neighbours support each
   * other. @defaultValue 0
   */
  readonly neighbours?: number | undefined;
  /**
   * 0: the best matches, however alike; 1: as unlike each other as can be (MMR). @defaultValue 0
   */
  readonly diversity?: number | undefined;
  /**
   * The mood of whoever recalls, for scorings that look at it, such as
   * `fsrsScoring({ moodCongruence: 0.5 })`.
   */
  readonly mood?: Emotion | undefined;
  /** Whether to ask the memory's reranker, if it has one. @defaultValue `true` */
  readonly rerank?: boolean | undefined;
  /** How relevance, recency and importance make one score. @defaultValue the memory's own */
  readonly scoring?: Scoring | undefined;
  /** Ids to leave out, such as what this session has already been told. */
  readonly exclude?: readonly string[] | undefined;
  /** What was known, or true, at another moment. @defaultValue now, on both axes */
  readonly asOf?: AsOf | undefined;
  /** @defaultValue `false` */
  readonly includeArchived?: boolean | undefined;
  /** Fill `signals` of every hit. @defaultValue `false` */
  readonly explain?: boolean | undefined;
}

/** What a relevance is made of. */
export interface RelevanceParts {
  /** What keywords bring. */
  readonly words?: number;
  /** What similarity in meaning brings. */
  readonly meaning?: number;
  /** What the ranks bring, with `fusion: "rrf"`. */
  readonly ranks?: number;
  /** What the records just before and after it in its thread bring. */
  readonly neighbours?: number;
  /** What the best record of its thread brings. */
  readonly thread?: number;
  /** What it loses because it is from another time than the query names: 0 or less. */
  readonly dates?: number;
}

/** Why a memory has its place; filled when `explain` was asked for. */
export interface RecallSignals {
  /** Cosine similarity of its vector and the query's, -1 to 1; absent if one of them has none. */
  readonly similarity?: number;
  /**
   * The same on the scale that all embedders share, 0 to 1: unrelated texts are at 0.15, question
   * and answer at 0.6.
   */
  readonly meaning?: number;
  /** How well keywords match, 0 to 1; absent if the text leg was not asked or found nothing. */
  readonly keyword?: number;
  /**
   * Share of the query's words that are in a script this memory is written in; absent if it is all
   * of them. Where words could not be compared, meaning stands in for them.
   */
  readonly comparable?: number;
  /** How well it answers the query, 0 to 1: the sum of `parts`. */
  readonly relevance: number;
  /** What the relevance is made of; absent for what `surface` found. */
  readonly parts?: RelevanceParts;
  /** What the scoring added up, by name; absent: the relevance alone. */
  readonly terms?: Readonly<Record<string, number>>;
  /**
   * What the scoring multiplied that by, by name: the sum times all factors is the score before
   * reranking.
   */
  readonly factors: Readonly<Record<string, number>>;
  /**
   * The reranker's own score, if one was asked; with a `weight` w the score is
   * `(1 - w) · before + w · rerank`.
   */
  readonly rerank?: number;
}

/** What was just before and after a record in its thread. */
export interface RecalledNeighbours {
  /** Nearest last, so that `[...before, record, ...after]` is in order. */
  readonly before: readonly MemoryRecord[];
  /** Nearest first. */
  readonly after: readonly MemoryRecord[];
}

/** A record that was recalled, and how well it fits. */
export interface RecalledMemory extends MemoryRecord {
  /** 0 to 1, more is better. */
  readonly score: number;
  /**
   * `match`: it answers the query; `spontaneous`: it came to mind by itself, from `surface` only;
   * `neighbour`: it came along with a match, whose score it has, in a prompt only.
   */
  readonly reason: "match" | "spontaneous" | "neighbour";
  /** What is around it in its thread; only if the query asks for `neighbours`. */
  readonly neighbours?: RecalledNeighbours;
  /** Why; only with `explain`. */
  readonly signals?: RecallSignals;
}
