import { createMemory } from "@kioku/core";
import type { MemoryRoot, RankingOptions } from "@kioku/core";
import type { CompleteStore } from "@kioku/core/toolkit";
import { localEmbedder, localReranker } from "@kioku/embed-local";
import { scoringPresets } from "@kioku/plugins/scorings";
import type { ScoringPreset } from "@kioku/plugins/scorings";

/** Settings of recall that a run changes; absent members keep their defaults. */
export interface RecallSettings {
  readonly mode?: "hybrid" | "semantic" | "keyword";
  readonly scoring?: ScoringPreset;
  readonly ranking?: RankingOptions;
  readonly rerank?: boolean;
  /**
   * The records of each group are written in order, spread evenly over this many days before now.
   */
  readonly agesDays?: number;
}

/** Store and clock of a memory. */
interface MemoryParts {
  readonly store: CompleteStore;
  readonly clock: () => Date;
}

/** A memory over this store that recalls as the settings say. */
export function openMemory({ store, clock }: MemoryParts, settings: RecallSettings): MemoryRoot {
  const { scoring, ranking, rerank = false } = settings;
  return createMemory({
    store,
    embedder: localEmbedder(),
    reranker: rerank ? localReranker() : undefined,
    scoring: scoring && scoringPresets[scoring](),
    ranking,
    clock,
  });
}
