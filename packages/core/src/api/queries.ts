import type { Neighbours } from "../contracts/memory-store.js";
import type { Scoring } from "../contracts/scoring.js";
import type { CallOptions } from "../model/call-options.js";
import type { Filter } from "../model/filter.js";
import type { AsOf, Emotion, MemoryRecord } from "../model/record.js";
import type { Reach } from "../model/scope.js";

/** Records that a query is about. */
export interface RecordsQuery {
  /** @defaultValue `"here"` */
  readonly reach?: Reach | undefined;
  /** Only records of these kinds. */
  readonly kinds?: readonly string[] | undefined;
  /** Only records for which this holds; applied inside the search. */
  readonly filter?: Filter | undefined;
}

/** Query of `recall`. Only `query` is needed. */
export interface RecallQuery extends RecordsQuery {
  /** A question, a topic or a whole message; not blank. */
  readonly query: string;
  /** 1 to 1,000. @defaultValue 10 */
  readonly limit?: number | undefined;
  /** By meaning and keyword, by meaning only, or by keyword only. @defaultValue `"hybrid"` */
  readonly mode?: "hybrid" | "semantic" | "keyword" | undefined;
  /** Leave out less `relevance`, 0 to 1; 0 always fills. @defaultValue `ranking.minScore`, 0.35 */
  readonly minScore?: number | undefined;
  /** Most records of the thread to add on each side of a hit, 0 to 100. @defaultValue 0 */
  readonly neighbours?: number | undefined;
  /** 0: the best matches, however alike; 1: the least alike (MMR). @defaultValue 0 */
  readonly diversity?: number | undefined;
  /** Current mood, for scorings such as `fsrsScoring({ moodCongruence: 0.5 })`. */
  readonly mood?: Emotion | undefined;
  /** False to skip the reranker. @defaultValue `true` */
  readonly rerank?: boolean | undefined;
  /** Combines relevance, recency and importance. @defaultValue the memory's own */
  readonly scoring?: Scoring | undefined;
  /** Ids to leave out, such as what this session has already been told. */
  readonly exclude?: readonly string[] | undefined;
  /** Moment to read at, as known or as true then. @defaultValue now, on both axes */
  readonly asOf?: AsOf | undefined;
  /** @defaultValue `false` */
  readonly includeArchived?: boolean | undefined;
  /** Fill `signals` of every hit, and `omitted` of the answer. @defaultValue `false` */
  readonly explain?: boolean | undefined;
}

/** Summands of a relevance. */
export interface RelevanceParts {
  /** Share of keywords. */
  readonly words?: number;
  /** Share of similarity in meaning. */
  readonly meaning?: number;
  /** Share of the records just before and after it in its thread. */
  readonly neighbours?: number;
  /** Share of the best record of its thread. */
  readonly thread?: number;
  /** Loss by who said it, by its form, or for naming no time where one is asked for: 0 or less. */
  readonly speech?: number;
  /** Gain of the newest notes, and loss of what a newer memory repeats or replaces. */
  readonly version?: number;
  /** Loss for being of another time than the query names: 0 or less. */
  readonly dates?: number;
}

/** Evidence that the searched records can answer a query at all. */
export interface QueryEvidence {
  /** Share of the query's words that any record has, by weight, 0 to 1. */
  readonly known: number;
  /** Number of the query's words. */
  readonly words: number;
  /** Searchable records, at least 1. More of them match by chance. */
  readonly records: number;
  /** True if it names a person or a thing that no record names. */
  readonly namesUnknown: boolean;
  /** True if it asks for several things: the best record of one may be far from the best. */
  readonly isCompound: boolean;
  /** Best coverage of a record. */
  readonly bestCoverage: number;
  /** Best meaning of a record. */
  readonly bestMeaning: number;
}

/** Why a memory has its place; filled when `explain` was asked for. */
export interface RecallSignals {
  /** Cosine similarity of its vector and the query's, -1 to 1; absent if one of them has none. */
  readonly similarity?: number;
  /** Similarity on one scale for all embedders, 0 to 1; unrelated: 0.15, an answer: 0.6. */
  readonly meaning?: number;
  /** Match of keywords, 0 to 1; absent if the text leg was not asked or found nothing. */
  readonly keyword?: number;
  /** Share of the query's words that it has, by weight, 0 to 1. Absent: none were searched. */
  readonly coverage?: number;
  /** Share of the query's words in scripts of this memory; absent if all are. */
  readonly comparable?: number;
  /** Relevance to the query, 0 to 1: the sum of `parts`. */
  readonly relevance: number;
  /** Summands of the relevance; absent for memories that `surface` found. */
  readonly parts?: RelevanceParts;
  /** The same for all memories of an answer; absent for those that `surface` found. */
  readonly query?: QueryEvidence;
  /** Summands of the scoring by name; absent: the relevance alone. */
  readonly terms?: Readonly<Record<string, number>>;
  /** Factors of the scoring by name: the sum times all factors is the score before reranking. */
  readonly factors: Readonly<Record<string, number>>;
  /** Score of the reranker; with a weight w the score is `(1 - w) · before + w · rerank`. */
  readonly rerank?: number;
}

/** Records just before and after another one in its thread. */
export type RecalledNeighbours = Neighbours;

/** A record that was recalled, and how well it fits. */
export interface RecalledMemory extends MemoryRecord {
  /** Its rank as a number, 0 to 1, more is better. */
  readonly score: number;
  /** Fit of its own words and meaning, 0 to 1, without the memories around it and its age. */
  readonly relevance: number;
  /**
   * `match`: answers the query; `spontaneous`: from `surface`, or in a prompt without being asked
   * for; `neighbour`: came with a match, whose score and relevance it has, in prompts only.
   */
  readonly reason: "match" | "spontaneous" | "neighbour";
  /** Id of a newer memory that repeats it or tells of a change of it, and stands before it. */
  readonly replacedBy?: string;
  /** Neighbours in its thread; only if the query asks for `neighbours`. */
  readonly neighbours?: RecalledNeighbours;
  /** Why; only with `explain`. */
  readonly signals?: RecallSignals;
}

/** Answer of `recall`: the memories, best first. It is equal to a plain list of them. */
export interface Recalled extends ReadonlyArray<RecalledMemory> {
  /** Present if there are none. */
  readonly notice?: RecallNotice;
  /** The best of those left out, at most 20; only with `explain`. */
  readonly omitted?: readonly OmittedMemory[];
}

/** Why a recall returned nothing. */
export interface RecallNotice {
  /** `no-match`: there was nothing to choose from; `not-relevant`: nothing reached `minScore`. */
  readonly code: "no-match" | "not-relevant";
  /** The same as a sentence, for logs and models. */
  readonly text: string;
}

/** A memory that was found and left out. */
export interface OmittedMemory {
  /** Which. */
  readonly memory: RecalledMemory;
  /**
   * Too little `relevance`; more `untrusted` ones than their share; worse than `limit` others. From
   * a prompt also: no room in the `budget`, or a `duplicate` of a better one.
   */
  readonly reason: "relevance" | "untrusted" | "limit" | "budget" | "duplicate";
}

/** Query of `surface`. Nothing is needed. */
export interface SurfaceQuery extends RecordsQuery, Pick<RecallQuery, "exclude" | "explain"> {
  /** Text of the moment, which memories that fit it surface with more often. Not blank. */
  readonly cue?: string | undefined;
  /** Most memories, 1 to 100. @defaultValue 3 */
  readonly limit?: number | undefined;
  /**
   * Share of chance, 0 to 10. 0: the heaviest always; 1: by weight; in between, heavy ones more
   * often.
   * @defaultValue 0.25
   */
  readonly temperature?: number | undefined;
  /** Makes the draw repeatable, with `cooldown` 0. @defaultValue drawn from `random` */
  readonly seed?: number | string | undefined;
  /** Last surfaced memories to leave out, 0 to 100, at most half. @defaultValue 20 */
  readonly cooldown?: number | undefined;
  /** Least trust, 0 to 1. The default leaves out memories of `web` and `tool`. @defaultValue 0.6 */
  readonly minTrust?: number | undefined;
  /**
   * Current mood: a memory that felt like it surfaces up to twice as easily as one that felt the
   * opposite. To lift a low mood, give a bright one.
   */
  readonly mood?: Emotion | undefined;
}

/** Options of `get` and `read`. */
export interface ReadOptions extends CallOptions {
  /** Moment to read at, as known or as true then. @defaultValue now; `read` ignores validity */
  readonly asOf?: AsOf | undefined;
}

/** Options of `history`. */
export interface HistoryReadOptions extends CallOptions {
  /** Only versions after this one, such as the last one of the page before. @defaultValue 0 */
  readonly after?: number | undefined;
  /** Most versions, 1 to 1,000; fewer where texts exceed 1 Mi characters. @defaultValue all */
  readonly limit?: number | undefined;
}

/** A page of a listing. */
export interface ScopesQuery {
  /** 1 to 1,000; pages of 4 Mi characters end earlier, with a `cursor`. @defaultValue 100 */
  readonly limit?: number | undefined;
  /** `cursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** Query of `list`. */
export interface ListQuery
  extends RecordsQuery, ScopesQuery, Pick<RecallQuery, "asOf" | "includeArchived"> {
  /** By `key`, only records that have one are listed. @defaultValue `"createdAt"` */
  readonly orderBy?: "createdAt" | "updatedAt" | "key" | undefined;
  /** @defaultValue `"asc"` */
  readonly order?: "asc" | "desc" | undefined;
  /** True for superseded and future records; not with `asOf.validAt`. @defaultValue `false` */
  readonly includeRetired?: boolean | undefined;
}
