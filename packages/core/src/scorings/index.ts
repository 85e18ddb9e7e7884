/**
 * Scorings by name, as published by others or made for Kioku, to be given as `ranking.scoring`.
 *
 * @module @kioku/core/scorings
 */

export type { Scoring, ScoringInput, ScoringResult } from "../contracts/scoring.js";
export { actrScoring } from "./actr-scoring.js";
export type { ActrScoringOptions } from "./actr-scoring.js";
export { airiPlaygroundScoring } from "./airi-playground-scoring.js";
export type { AiriPlaygroundScoringOptions } from "./airi-playground-scoring.js";
export { airiScoring } from "./airi-scoring.js";
export type { AiriScoringOptions } from "./airi-scoring.js";
export { autosnippetScoring } from "./autosnippet-scoring.js";
export type { AutosnippetScoringOptions } from "./autosnippet-scoring.js";
export { digitalLifeScoring } from "./digital-life-scoring.js";
export type { DigitalLifeScoringOptions } from "./digital-life-scoring.js";
export { fsrsScoring } from "./fsrs-scoring.js";
export type { FsrsScoringOptions } from "./fsrs-scoring.js";
export { generativeAgentsScoring } from "./generative-agents-scoring.js";
export type { GenerativeAgentsScoringOptions } from "./generative-agents-scoring.js";
export { hou2024Scoring } from "./hou-2024-scoring.js";
export type { Hou2024ScoringOptions } from "./hou-2024-scoring.js";
export { memoryBankScoring } from "./memory-bank-scoring.js";
export { relevanceScoring } from "./relevance-scoring.js";
export { scoringPresets } from "./scoring-presets.js";
export type { ScoringPreset } from "./scoring-presets.js";
