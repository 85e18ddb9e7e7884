import type { Embedder } from "../embed/embedder.js";
import type { Scoring } from "../rank/scoring.js";
import type { Reranker } from "../rerank/reranker.js";
import type { MemoryStore } from "../store/memory-store.js";
import type { EmbedderProfiles } from "./embedder-profiles.js";
import type { EventHub } from "./event-hub.js";
import type { HookRunner } from "./hook-runner.js";
import type { Lifecycle } from "./lifecycle.js";
import type { Logger } from "./logger.js";
import type { ResolvedRanking } from "./ranking-options.js";
import type { SurfacedLately } from "./surfaced-lately.js";

/** What every operation of one memory works with. */
export interface Engine {
  readonly store: MemoryStore;
  /** The first is asked first. */
  readonly embedders: readonly Embedder[];
  readonly profiles: EmbedderProfiles;
  readonly reranker: Reranker | undefined;
  readonly scoring: Scoring;
  readonly ranking: ResolvedRanking;
  readonly hooks: HookRunner;
  readonly events: EventHub;
  readonly lifecycle: Lifecycle;
  readonly logger: Logger;
  readonly surfacedLately: SurfacedLately;
  readonly clock: () => Date;
  /** In [0, 1). */
  readonly random: () => number;
  readonly generateId: (at: Date) => string;
}
