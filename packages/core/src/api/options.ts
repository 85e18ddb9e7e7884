import type { Embedder } from "../contracts/embedder.js";
import type { MemoryStore } from "../contracts/memory-store.js";
import type { QueryExpander } from "../contracts/query-expander.js";
import type { Reranker } from "../contracts/reranker.js";
import type { Scoring } from "../contracts/scoring.js";
import type { Logger, Schedule } from "../model/call-options.js";
import type { AnyPlugin } from "./plugin.js";

/** Options of `createMemory`. The memory owns its parts and closes them with itself. */
export interface MemoryOptions<P extends readonly AnyPlugin[] = readonly AnyPlugin[]> {
  /** Where records are kept. */
  readonly store: MemoryStore;
  /**
   * None: recall by keyword only. Several: writes use the first that works, recalls all whose
   * spaces are `ready`; a new first one takes over with `reindex`.
   */
  readonly embedder?: Embedder | readonly Embedder[] | undefined;
  /**
   * Weigh the words of queries and add others to search for, beside what the embedders bring along
   * for that; false: no expander at all. @defaultValue those of the embedders
   */
  readonly expander?: QueryExpander | readonly QueryExpander[] | false | undefined;
  /** Left out: the order of fusion and scoring stands. */
  readonly reranker?: Reranker | undefined;
  /** Hooks and extensions, run in this order. */
  readonly plugins?: P | undefined;
  /** @defaultValue `fsrsScoring()` */
  readonly scoring?: Scoring | undefined;
  /** Weights that make one relevance of the results of a recall's legs. */
  readonly ranking?: RankingOptions | undefined;
  /**
   * If the store holds only vectors of other models, `refuse` with `vector-space-mismatch`, or
   * `start` a second space, which `reindex` fills.
   * @defaultValue `"refuse"`
   */
  readonly newSpace?: "refuse" | "start" | undefined;
  /**
   * `inline`: before `remember` resolves. `queued`: by a worker of any process (the receipt says
   * so; keywords are found at once), in a store with a queue; such a writer needs no embedder.
   * Inputs with `dedupe: { similarity }` are embedded inline.
   * @defaultValue `"inline"`
   */
  readonly embedding?: "inline" | "queued" | undefined;
  /** Time limit of a call of an embedder, in milliseconds, more than 0. @defaultValue 30000 */
  readonly embedTimeoutMs?: number | undefined;
  /** Background retries of failed embeddings while this memory is open. @defaultValue `true` */
  readonly retryEmbedding?: boolean | RetryOptions | undefined;
  /**
   * Share of an answer that may be untrusted (`web`, `tool`, trust of at most 0.5), 0 to 1; above
   * 0, at least one memory may. @defaultValue 0.4
   */
  readonly untrustedShare?: number | undefined;
  /** Lifetimes of records by kind; `*` stands for all other kinds. Applied by `sweep`. */
  readonly retention?: Readonly<Record<string, RetentionPolicy>> | undefined;
  /** OpenTelemetry tracer that gets a span of every operation. @defaultValue none */
  readonly tracer?: Tracer | undefined;
  /** Name scopes, perhaps ids of persons, in spans. @defaultValue `false` */
  readonly traceScope?: boolean | undefined;
  /** @defaultValue `() => new Date()` */
  readonly clock?: (() => Date) | undefined;
  /** Returns a number in [0, 1), for ids and `surface`. @defaultValue secure random numbers */
  readonly random?: (() => number) | undefined;
  /** Runs a task after a delay; returns its cancellation. @defaultValue `setTimeout` */
  readonly schedule?: Schedule | undefined;
  /** Makes the id of a record from its time. @defaultValue UUIDv7, increasing in this process */
  readonly generateId?: ((at: Date) => string) | undefined;
  /** @defaultValue silent */
  readonly logger?: Logger | undefined;
}

/** Delays of background retries. */
export interface RetryOptions {
  /**
   * First delay in milliseconds, more than 0; doubled after each failure, drawn between half and
   * all of it, at least the failure's `retryAfterMs`. @defaultValue 1000
   */
  readonly minDelayMs?: number | undefined;
  /** Longest delay of its own in milliseconds, at least `minDelayMs`. @defaultValue 300000 */
  readonly maxDelayMs?: number | undefined;
}

/** Weights that make one relevance of a recall's legs. The defaults are the best measured. */
export interface RankingOptions {
  /** Share of meaning beside keywords, 0 to 1. @defaultValue what the embedder's profile says */
  readonly meaningWeight?: number | undefined;
  /** Share that the record just before in the thread adds, 0 to 1. @defaultValue 0.5 */
  readonly neighbourWeight?: number | undefined;
  /** Share that the best record of the thread adds, 0 to 1. @defaultValue 0.4 */
  readonly threadWeight?: number | undefined;
  /** Share lost by memories of another time than the query names, 0 to 1. @defaultValue 0.2 */
  readonly dateWeight?: number | undefined;
  /** `minScore` of queries without one, 0 to 1; 0 always fills the answer. @defaultValue 0.35 */
  readonly minScore?: number | undefined;
}

/** Ranking options with defaults; that of `meaningWeight` is the embedder's. */
export interface ResolvedRanking extends Readonly<
  Record<"neighbourWeight" | "threadWeight" | "dateWeight" | "minScore", number>
> {
  readonly meaningWeight: number | undefined;
}

/** Lifetime of records of one kind. */
export interface RetentionPolicy {
  /** Days after its last change that a record is kept, more than 0. */
  readonly keepDays: number;
  /**
   * Older records, pinned ones too: `purge` with all history, `forget` but keep history, or
   * `archive`.
   * @defaultValue `"purge"`
   */
  readonly afterwards?: "purge" | "forget" | "archive" | undefined;
}

/** The part of an OpenTelemetry `Span` that is used. */
export interface Span {
  /** Sets attributes. */
  setAttributes(attributes: Readonly<Record<string, string | number | boolean>>): unknown;
  /** Sets the outcome; code 2 is an error. */
  setStatus(status: { readonly code: number; readonly message?: string }): unknown;
  /** Ends it. */
  end(): void;
}

/** The part of an OpenTelemetry `Tracer` that is used, so that Kioku needs no package of theirs. */
export interface Tracer {
  /** Runs a function inside a new span, and returns what it returns. */
  startActiveSpan<T>(name: string, options: SpanOptions, run: (span: Span) => T): T;
}

/** Options of a new span. */
export interface SpanOptions {
  /** `SpanKind` of OpenTelemetry: 0 is internal, 2 is client. */
  readonly kind: number;
  /** Attributes known at the start. */
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
}
