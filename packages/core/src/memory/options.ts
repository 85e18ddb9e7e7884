import type { Embedder } from "../embed/embedder.js";
import type { AnyPlugin } from "../plugin/plugin.js";
import type { Scoring } from "../rank/scoring.js";
import type { Reranker } from "../rerank/reranker.js";
import type { MemoryStore } from "../store/memory-store.js";
import type { Logger } from "./logger.js";
import type { RankingOptions } from "./ranking-options.js";

/** What a memory is made of. It owns what it is given and closes it with itself. */
export interface MemoryOptions<P extends readonly AnyPlugin[] = readonly AnyPlugin[]> {
  /** Where records are kept. */
  readonly store: MemoryStore;
  /**
   * Left out: recall is by keyword only. Several: what is written gets its vector from the first that does not fail, and a
   * recall asks the space of each.
   */
  readonly embedder?: Embedder | readonly Embedder[] | undefined;
  /** Left out: the order of fusion and scoring stands. */
  readonly reranker?: Reranker | undefined;
  /** Hooks and extensions, run in this order. */
  readonly plugins?: P | undefined;
  /** @defaultValue `fsrsScoring()` */
  readonly scoring?: Scoring | undefined;
  /** How what a recall found becomes one relevance. */
  readonly ranking?: RankingOptions | undefined;
  /**
   * What to do when the store holds vectors of other models but none of this embedder's. `refuse` fails with
   * `vector-space-mismatch` before anything is written; `start` begins a second space, which `reindex` fills.
   * @defaultValue `"refuse"`
   */
  readonly newSpace?: "refuse" | "start" | undefined;
  /** @defaultValue `() => new Date()` */
  readonly clock?: (() => Date) | undefined;
  /** In [0, 1); injected, so that ids and what `surface` draws can be replayed. @defaultValue the system's secure random numbers */
  readonly random?: (() => number) | undefined;
  /** Makes ids of records from the instant of writing. @defaultValue UUIDv7, increasing within this process */
  readonly generateId?: ((at: Date) => string) | undefined;
  /** @defaultValue silent */
  readonly logger?: Logger | undefined;
}
