import { fsrsScoring, relevanceScoring, type Scoring } from "@kioku/core";

import { airiPlaygroundScoring } from "./airi-playground-scoring.js";
import { airiTiers } from "./airi-tiers.js";
import { generativeAgentsScoring } from "./generative-agents-scoring.js";
import {
  airiScoring,
  autosnippetScoring,
  digitalLifeScoring,
  memoryBankScoring,
} from "./product-scorings.js";
import { actrScoring, hou2024Scoring } from "./recall-probability-scorings.js";

/** The name of a scoring that comes with core. */
export type ScoringPreset =
  | "act-r"
  | "airi"
  | "airi-playground"
  | "airi-tiers"
  | "autosnippet"
  | "digital-life"
  | "fsrs"
  | "generative-agents"
  | "hou-2024"
  | "memory-bank"
  | "relevance";

/** Makes the scorings that come with core by their names, each with its defaults. */
export const scoringPresets: Readonly<Record<ScoringPreset, () => Scoring>> = {
  relevance: relevanceScoring,
  fsrs: fsrsScoring,
  "generative-agents": generativeAgentsScoring,
  autosnippet: autosnippetScoring,
  airi: airiScoring,
  "airi-playground": airiPlaygroundScoring,
  "airi-tiers": () => airiTiers().scoring,
  "memory-bank": memoryBankScoring,
  "hou-2024": hou2024Scoring,
  "act-r": actrScoring,
  "digital-life": digitalLifeScoring,
};
