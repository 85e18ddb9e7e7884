import { createMemory, scoringPresets } from "@kioku/core";
import type { MemoryRoot, RankingOptions, ScoringPreset } from "@kioku/core";
import { localEmbedder, localReranker } from "@kioku/embed-local";

import type { Place } from "../places/place.ts";

/** What a run changes in how Kioku recalls; what is absent is left at its default. */
export interface RecallSettings {
  readonly mode?: "hybrid" | "semantic" | "keyword";
  readonly scoring?: ScoringPreset;
  readonly ranking?: RankingOptions;
  readonly rerank?: boolean;
  /** The records of each group are written in order, spread evenly over this many days before now. */
  readonly agesDays?: number;
}

/** Where its records are, and what tells the time to a memory that uses it. */
export interface MemoryPlace {
  readonly place: Place;
  readonly clock: () => Date;
}

/** A memory over this place that recalls as the settings say. */
export function openMemory({ place, clock }: MemoryPlace, settings: RecallSettings): MemoryRoot {
  const { scoring, ranking, rerank = false } = settings;
  return createMemory({
    store: place.createStore(),
    embedder: localEmbedder(),
    reranker: rerank ? localReranker() : undefined,
    scoring: scoring && scoringPresets[scoring](),
    ranking,
    clock,
  });
}
