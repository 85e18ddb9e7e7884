/**
 * Scorings by name, as published by others or made for Kioku, to be given as `ranking.scoring`.
 *
 * @module @kioku/core/scorings
 */

export type { Scoring, ScoringInput, ScoringResult } from "../contracts/scoring.js";
export { actrScoring } from "./recall-probability-scorings.js";
export type { ActrScoringOptions } from "./recall-probability-scorings.js";
export { airiPlaygroundScoring } from "./airi-playground-scoring.js";
export type { AiriPlaygroundScoringOptions } from "./airi-playground-scoring.js";
export { airiScoring } from "./product-scorings.js";
export type { AiriScoringOptions } from "./product-scorings.js";
export { autosnippetScoring } from "./product-scorings.js";
export type { AutosnippetScoringOptions } from "./product-scorings.js";
export { digitalLifeScoring } from "./product-scorings.js";
export type { DigitalLifeScoringOptions } from "./product-scorings.js";
export { fsrsScoring } from "./fsrs-scoring.js";
export type { FsrsScoringOptions } from "./fsrs-scoring.js";
export { generativeAgentsScoring } from "./generative-agents-scoring.js";
export type { GenerativeAgentsScoringOptions } from "./generative-agents-scoring.js";
export { hou2024Scoring } from "./recall-probability-scorings.js";
export type { Hou2024ScoringOptions } from "./recall-probability-scorings.js";
export { memoryBankScoring } from "./product-scorings.js";
export { relevanceScoring } from "./product-scorings.js";
export { scoringPresets } from "./scoring-presets.js";
export type { ScoringPreset } from "./scoring-presets.js";
