import type { Embedder } from "../contracts/embedder.js";
import type { MemoryStore } from "../contracts/memory-store.js";
import type { Reranker } from "../contracts/reranker.js";
import type { Scoring } from "../contracts/scoring.js";
import type { Logger, Schedule } from "../model/call-options.js";
import type { AnyPlugin } from "./plugin.js";

/** Options of `createMemory`. The memory owns its parts and closes them with itself. */
export interface MemoryOptions<P extends readonly AnyPlugin[] = readonly AnyPlugin[]> {
  /** Where records are kept. */
  readonly store: MemoryStore;
  /**
   * Left out: recall is by keyword only. Several: what is written gets its vector from the first
   * that does not fail, and a recall asks the spaces of all of them that are `ready`. A first one
   * that is new to the store takes over with `reindex`.
   */
  readonly embedder?: Embedder | readonly Embedder[] | undefined;
  /** Left out: the order of fusion and scoring stands. */
  readonly reranker?: Reranker | undefined;
  /** Hooks and extensions, run in this order. */
  readonly plugins?: P | undefined;
  /** @defaultValue `fsrsScoring()` */
  readonly scoring?: Scoring | undefined;
  /** Weights that make one relevance of the results of a recall's legs. */
  readonly ranking?: RankingOptions | undefined;
  /**
   * Behaviour when the store holds vectors of other models and no complete space of these
   * embedders. `refuse` fails with `vector-space-mismatch` before anything is written; `start`
   * begins a second space, which `reindex` fills. Not needed if the embedder of the old vectors is
   * in the list.
   * @defaultValue `"refuse"`
   */
  readonly newSpace?: "refuse" | "start" | undefined;
  /**
   * When what is written gets its vectors. `inline`: before `remember` resolves. `queued`:
   * `remember` writes at once and never waits for the embedder; keyword search finds it, its
   * receipt says `queued`, and a worker of any process embeds it (`runEmbeddingWorker`,
   * `embedQueued`). Only inputs with `dedupe: { similarity }` are still embedded before they are
   * written. Needs a store with a queue; a memory that only writes needs no embedder then.
   * @defaultValue `"inline"`
   */
  readonly embedding?: "inline" | "queued" | undefined;
  /**
   * Longest time of one call of an embedder before it counts as failed, more than 0 milliseconds.
   * @defaultValue 30000
   */
  readonly embedTimeoutMs?: number | undefined;
  /**
   * Retries of vectors that an embedder failed to make, in the background, later and later, as long
   * as this memory is open. `reindex` makes the rest after it closed, and so do workers if the
   * store has a queue.
   * @defaultValue `true`
   */
  readonly retryEmbedding?: boolean | RetryOptions | undefined;
  /**
   * Most of one answer of `recall` and `surface` that may be of untrusted origin (`web`, `tool`, or
   * a trust of at most 0.5), as a share of its `limit`, 0 to 1; where it is more than 0, at least
   * one memory may.
   * @defaultValue 0.4
   */
  readonly untrustedShare?: number | undefined;
  /** Lifetimes of records by kind; `*` stands for all other kinds. Applied by `sweep`. */
  readonly retention?: Readonly<Record<string, RetentionPolicy>> | undefined;
  /**
   * Makes a span of every operation: an OpenTelemetry tracer, or what looks like one. @defaultValue
   * none
   */
  readonly tracer?: Tracer | undefined;
  /**
   * True to name the scope of the call in spans, as `gen_ai.memory.store.id`. Scopes may hold ids
   * of persons.
   * @defaultValue `false`
   */
  readonly traceScope?: boolean | undefined;
  /** @defaultValue `() => new Date()` */
  readonly clock?: (() => Date) | undefined;
  /**
   * In [0, 1); injected, so that ids and what `surface` draws can be replayed. @defaultValue the
   * system's secure random numbers
   */
  readonly random?: (() => number) | undefined;
  /**
   * Runs a task once after a delay, and returns what calls that off; injected, so that timeouts and
   * the background can be replayed.
   * @defaultValue `setTimeout`; the background does not keep the process alive
   */
  readonly schedule?: Schedule | undefined;
  /**
   * Makes ids of records from the instant of writing. @defaultValue UUIDv7, increasing within this
   * process
   */
  readonly generateId?: ((at: Date) => string) | undefined;
  /** @defaultValue silent */
  readonly logger?: Logger | undefined;
}

/** Delays of background retries. */
export interface RetryOptions {
  /**
   * Before the first try, in milliseconds, more than 0; after a failure up to twice as long, and so
   * on, each wait drawn between half of that and all of it. Where the failure says `retryAfterMs`,
   * at least that.
   * @defaultValue 1000
   */
  readonly minDelayMs?: number | undefined;
  /**
   * Longest wait between two tries that this memory chooses itself, in milliseconds, at least
   * `minDelayMs`. @defaultValue 300000
   */
  readonly maxDelayMs?: number | undefined;
}

/**
 * Weights that make one relevance of the results of a recall's legs. The defaults are the best that
 * was measured.
 */
export interface RankingOptions {
  /**
   * `weighted`: a weighted sum on absolute scales. `rrf`: reciprocal rank fusion, which looks at
   * ranks alone; its scores compare within one recall only.
   * @defaultValue `"weighted"`
   */
  readonly fusion?: "weighted" | "rrf" | undefined;
  /** Share of meaning beside keywords, 0 to 1. @defaultValue what the embedder's profile says */
  readonly meaningWeight?: number | undefined;
  /**
   * Share of the relevance of the record just before in the thread that is added, 0 to 1.
   * @defaultValue 0.5
   */
  readonly neighbourWeight?: number | undefined;
  /**
   * Share of the relevance of the thread's best record that is added, 0 to 1.
   * @defaultValue 0.4
   */
  readonly threadWeight?: number | undefined;
  /**
   * Share of its relevance that a memory of another time than the query names loses, 0 to 1.
   * @defaultValue 0.2
   */
  readonly dateWeight?: number | undefined;
}

/** Ranking options with defaults; that of `meaningWeight` is the embedder's. */
export interface ResolvedRanking {
  readonly fusion: "weighted" | "rrf";
  readonly meaningWeight: number | undefined;
  readonly neighbourWeight: number;
  readonly threadWeight: number;
  readonly dateWeight: number;
}

/** Lifetime of records of one kind. */
export interface RetentionPolicy {
  /** Days after its last change that a record is kept, more than 0. */
  readonly keepDays: number;
  /**
   * Fate of older records: `purge` removes them with their history, and what is left of records of
   * this kind that were forgotten before; `forget` keeps the history; `archive` only puts them
   * aside. Pinned records are not spared.
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
