/**
 * Mind: what a memory makes of what it was told. Facts, portraits, summaries and reminders, each
 * sentence with its sources.
 *
 * @module @kioku/mind
 */

export type { Conversation, HeardTurn, PromptPressure, PromptWindow } from "./api/conversation.js";
export type { DocumentBlock, DocumentName, DocumentOptions } from "./api/documents.js";
export type { DocumentSentence, Explanation, MindDocument, Quote } from "./api/documents.js";
export type { EpisodesQuery, LongTermMemory } from "./api/episodes.js";
export type { Mind, MindEvents, MindOptions, MindTriggers, ReminderEvent } from "./api/mind.js";
export type { SessionOptions } from "./api/mind.js";
export type { Reminder, ReminderInput } from "./api/reminders.js";
export type { ConsolidateOptions, MindStats, MindSweepOptions } from "./api/runs.js";
export type { MindSweepReport, PastChange, PastRun, PlannedChange, Refusal } from "./api/runs.js";
export type { RunDetails, RunReport, RunTrigger, ScopeFailure, TokenCounts } from "./api/runs.js";
export { sessionContext } from "./context/session-context.js";
export type { SessionContext, SessionContextOptions } from "./context/session-context.js";
export { proveRecalled } from "./documents/prove-recalled.js";
export { readHistory, readSources, traceMemory } from "./documents/trace.js";
export type { MemoryTrace, TraceOptions } from "./documents/trace.js";
export { checkProposals, type CheckedProposals } from "./gate/check-proposals.js";
export type { Addition, Change, Proposal, RefusalReason } from "./model/operation.js";
export type { RefusedProposal, Reinforcement, Replacement, Retraction } from "./model/operation.js";
export { STATE_KINDS } from "./model/kinds.js";
export { BANDS, tallyOf } from "./records/tally.js";
export type { Tally, TallyOptions } from "./records/tally.js";
export { askModel, type ModelAnswer, type ModelQuestion } from "./proposals/ask-model.js";
export { readRun } from "./run/read-run.js";
export { readRuns, type RunsQuery } from "./run/read-runs.js";
export { createMind } from "./view/create-mind.js";
export { keepSentences, type KeepOptions } from "./keep/keep-sentences.js";
export { summarize, type SummaryOptions } from "./keep/summarize.js";
export { wordWeights } from "./keep/word-weights.js";
export type { Batch, ChosenSentence, WordWeights } from "./model/batch.js";
export type { Turn } from "./model/turn.js";
