import type { ResolvedRanking } from "../api/options.js";
import type { Embedder } from "../contracts/embedder.js";
import type { CompleteStore } from "../contracts/memory-store.js";
import type { QueryExpander } from "../contracts/query-expander.js";
import type { Reranker } from "../contracts/reranker.js";
import type { Scoring } from "../contracts/scoring.js";
import type { GuardedEmbedder } from "../embedding/guarded-embedder.js";
import type { EmbedderProfiles } from "../embedding/measure-profile.js";
import type { Logger, Schedule } from "../model/call-options.js";
import type { EmbeddingWorkers } from "./embedding/queue/embedding-workers.js";
import type { EmbeddingRetry, ResolvedRetry } from "./embedding/retry/embedding-retry.js";
import type { KnownSpaces } from "./embedding/spaces/choose-embedders.js";
import type { EventHub } from "./event-hub.js";
import type { HookRunner } from "./hooks/run-hook.js";
import type { Lifecycle } from "./lifecycle.js";
import type { MemoryState } from "./memory-state.js";
import type { Tracing } from "./observe/tracing.js";
import type { Retention } from "./resolve-options.js";
import type { SurfacedLately } from "./surfaced-lately.js";
import type { WriteQueue } from "./write/write-queue.js";

/** Parts of one memory that its operations share. */
export interface Engine {
  readonly store: CompleteStore;
  readonly embedders: readonly GuardedEmbedder[];
  readonly retry: EmbeddingRetry;
  readonly retryDelays: ResolvedRetry;
  readonly embedding: "inline" | "queued";
  readonly workers: EmbeddingWorkers;
  readonly profiles: EmbedderProfiles;
  readonly spaces: KnownSpaces;
  /** Query expanders of the embedders, then of the options. */
  readonly expanders: readonly QueryExpander[];
  readonly reranker: Reranker | undefined;
  readonly scoring: Scoring;
  readonly ranking: ResolvedRanking;
  readonly hooks: HookRunner;
  readonly events: EventHub;
  /** Makes writers of one record follow each other. */
  readonly writeQueue: WriteQueue;
  readonly lifecycle: Lifecycle;
  readonly logger: Logger;
  readonly tracing: Tracing | undefined;
  readonly surfacedLately: SurfacedLately;
  readonly untrustedShare: number;
  readonly retention: readonly Retention[];
  readonly clock: () => Date;
  /** For timers that a call waits for. */
  readonly schedule: Schedule;
  readonly random: () => number;
  readonly generateId: (at: Date) => string;
  /** Empty object that identifies this memory. */
  readonly identity: object;
  readonly state: MemoryState;
  /** Applies the limits of this memory to another embedder. */
  readonly guard: (embedder: Embedder) => GuardedEmbedder;
}
