import type { ResolvedRanking } from "../api/ranking-options.js";
import type { Embedder } from "../contracts/embedder.js";
import type { CompleteStore } from "../contracts/memory-store.js";
import type { Reranker } from "../contracts/reranker.js";
import type { Scoring } from "../contracts/scoring.js";
import type { GuardedEmbedder } from "../embedding/guarded-embedder.js";
import type { Logger } from "../model/logger.js";
import type { Schedule } from "../model/schedule.js";
import type { Retention } from "./check-retention.js";
import type { EmbedderProfiles } from "./embedder-profiles.js";
import type { EmbeddingWorkers } from "./embedding/queue/embedding-workers.js";
import type { EmbeddingRetry, ResolvedRetry } from "./embedding/retry/embedding-retry.js";
import type { KnownSpaces } from "./embedding/spaces/choose-embedders.js";
import type { EventHub } from "./event-hub.js";
import type { HookRunner } from "./hooks/hook-runner.js";
import type { Lifecycle } from "./lifecycle.js";
import type { MemoryState } from "./memory-state.js";
import type { Tracing } from "./observe/tracing.js";
import type { SurfacedLately } from "./surfaced-lately.js";
import type { WriteQueue } from "./write/write-queue.js";

/** What every operation of one memory works with. */
export interface Engine {
  readonly store: CompleteStore;
  /** The first is asked first. */
  readonly embedders: readonly GuardedEmbedder[];
  /** Makes later what the embedders failed at. */
  readonly retry: EmbeddingRetry;
  /** How much later what an embedder failed at is tried again. */
  readonly retryDelays: ResolvedRetry;
  /** When vectors are made: with the write, or by workers. */
  readonly embedding: "inline" | "queued";
  readonly workers: EmbeddingWorkers;
  readonly profiles: EmbedderProfiles;
  readonly spaces: KnownSpaces;
  readonly reranker: Reranker | undefined;
  readonly scoring: Scoring;
  readonly ranking: ResolvedRanking;
  readonly hooks: HookRunner;
  readonly events: EventHub;
  /** Makes writers of one record follow each other. */
  readonly writeQueue: WriteQueue;
  readonly lifecycle: Lifecycle;
  readonly logger: Logger;
  /** Absent: nothing is traced. */
  readonly tracing: Tracing | undefined;
  readonly surfacedLately: SurfacedLately;
  /** Most of one answer that may be untrusted, 0 to 1. */
  readonly untrustedShare: number;
  readonly retention: readonly Retention[];
  readonly clock: () => Date;
  /** A timer that a call waits for. */
  readonly schedule: Schedule;
  /** In [0, 1). */
  readonly random: () => number;
  readonly generateId: (at: Date) => string;
  /** Tells this memory from others; holds nothing. */
  readonly identity: object;
  /** State of adapters and tools for this memory. */
  readonly state: MemoryState;
  /** Another embedder, held to the limits of this memory's own. */
  readonly guard: (embedder: Embedder) => GuardedEmbedder;
}
