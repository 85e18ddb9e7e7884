/**
 * Scorings by name, as published by others or made for Kioku, to be given as `ranking.scoring`.
 *
 * @module @kioku/plugins/scorings
 */

export { airiPlaygroundScoring } from "./airi-playground-scoring.js";
export type { AiriPlaygroundScoringOptions } from "./airi-playground-scoring.js";
export { airiTiers } from "./airi-tiers.js";
export type { AiriTier, AiriTiers, AiriTiersOptions, TieredRecord } from "./airi-tiers.js";
export { generativeAgentsScoring } from "./generative-agents-scoring.js";
export type { GenerativeAgentsScoringOptions } from "./generative-agents-scoring.js";
export { memoryTier, type MemoryTier } from "./memory-tier.js";
export { airiScoring, type AiriScoringOptions } from "./product-scorings.js";
export { autosnippetScoring, type AutosnippetScoringOptions } from "./product-scorings.js";
export { digitalLifeScoring, type DigitalLifeScoringOptions } from "./product-scorings.js";
export { memoryBankScoring } from "./product-scorings.js";
export { actrScoring, type ActrScoringOptions } from "./recall-probability-scorings.js";
export { hou2024Scoring, type Hou2024ScoringOptions } from "./recall-probability-scorings.js";
export { scoringPresets, type ScoringPreset } from "./scoring-presets.js";
