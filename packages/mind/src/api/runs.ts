import type { CallOptions, Scope } from "@kioku/core";

import type { RefusalReason } from "../model/operation.js";

/** Reason why a run was started. */
export type RunTrigger = "idle" | "messages" | "tokens" | "importance" | "demand" | "pressure";

/** Options of `consolidate`. */
export interface ConsolidateOptions extends CallOptions {
  /** Only if a trigger asks for it. @defaultValue `false` */
  readonly ifDue?: boolean | undefined;
  /** Plan, but write nothing. @defaultValue `false` */
  readonly dryRun?: boolean | undefined;
  /** Most tokens that models may take in this call; then rules go on alone. @defaultValue none */
  readonly maxTokens?: number | undefined;
  /** Called after each durable batch, with the report so far. */
  readonly onProgress?: ((report: RunReport) => void) | undefined;
}

/** A sentence that a run wrote or would write. */
export interface PlannedChange {
  /** `add`, `reinforce`, `supersede` and `retract` of facts; `episode`, of a summary. */
  readonly change: "add" | "reinforce" | "supersede" | "retract" | "episode";
  /** The sentence, or the title of the episode. */
  readonly text: string;
  /** Whom it is about; absent for an episode. */
  readonly subject?: string;
  /** The sentences that it replaces or ends. */
  readonly replaces: readonly string[];
  /** Ids of its raw turns. */
  readonly sources: readonly string[];
  /** `rule`, or the id of a model. */
  readonly by: string;
}

/** A proposal that was refused. It is kept for 30 days, unless its source is erased. */
export interface Refusal {
  /** Sort of the proposal, such as `add`. */
  readonly op: string;
  /** The proposed sentence; empty if there was none. */
  readonly text: string;
  /** Why it was refused. */
  readonly reason: RefusalReason;
  /** The known ones of its sources. */
  readonly sources: readonly string[];
  /** `rule`, or the id of a model. */
  readonly by: string;
}

/** Result of `consolidate`. Runs of nothing have no changes. */
export interface RunReport {
  /** Id of the run, for `undo`; it names all batches of the call. */
  readonly id: string;
  /** Scope that was consolidated. */
  readonly scope: Scope;
  /** Why it ran; `none`: nothing was due, or another process holds the lease. */
  readonly trigger: RunTrigger | "none";
  /** Turns that were looked at. */
  readonly turns: number;
  /** The first 1,000 changes, in order; those of a dry run were not written. */
  readonly changes: readonly PlannedChange[];
  /** Number of changes by sort. */
  readonly counts: Readonly<Partial<Record<PlannedChange["change"], number>>>;
  /** The first 100 refused proposals. */
  readonly refused: readonly Refusal[];
  /** Number of refused proposals by reason. */
  readonly refusals: Readonly<Partial<Record<RefusalReason, number>>>;
  /** Answers of a model that were of no use: empty, cut, repetitive or unreadable. */
  readonly badAnswers: number;
  /** Tokens that models took, by their count or an estimate. */
  readonly tokens: number;
  /** True if nothing was written because of `dryRun`. */
  readonly isDryRun: boolean;
}

/** A run that changed something, as it is kept. */
export interface PastRun {
  /** Id, for `undo` and `readRun`. */
  readonly id: string;
  /** When its last batch was written. */
  readonly at: Date;
  /** Why it ran; `character`: a card was adopted. */
  readonly trigger: RunTrigger | "character";
  /** Turns of its batches that changed something. */
  readonly turns: number;
  /** Number of changes by sort. */
  readonly counts: RunReport["counts"];
  /** Tokens that models took for it. */
  readonly tokens: number;
}

/** A sentence that a run wrote, and that its turns still say. */
export interface PastChange extends PlannedChange {
  /** Id of its record. */
  readonly id: string;
  /** True if `undo` takes it back; false once that was done, or a later run has built on it. */
  readonly canUndo: boolean;
}

/** Changes and refusals of a run. */
export interface RunDetails {
  /** Its changes in order, at most 500. */
  readonly changes: readonly PastChange[];
  /** Number of records that `undo` takes back. */
  readonly undoable: number;
  /** Refused proposals that are kept, at most 50. */
  readonly refused: readonly Refusal[];
}

/** Options of `sweep`. */
export interface MindSweepOptions extends CallOptions {
  /** Most scopes to consolidate, 1 or more. @defaultValue all */
  readonly limit?: number | undefined;
  /** Called after each scope, with the scopes done and its report. */
  readonly onProgress?: ((done: number, report: RunReport) => void) | undefined;
}

/** Failure of the run of a scope. */
export interface ScopeFailure {
  /** The scope. */
  readonly scope: Scope;
  /** The error. */
  readonly error: unknown;
}

/** Result of `sweep`. */
export interface MindSweepReport {
  /** Scopes that were looked at. */
  readonly scopes: number;
  /** Scopes in which something was due and done. */
  readonly consolidated: number;
  /** Reminders that came due. */
  readonly reminders: number;
  /** Scopes that failed, with their errors; the others were done. */
  readonly failures: readonly ScopeFailure[];
}

/** Tokens that models took. */
export interface TokenCounts {
  /** In all. */
  readonly total: number;
  /** Today, in UTC. */
  readonly today: number;
}

/** Figures of a scope. */
export interface MindStats {
  /** Facts that hold. */
  readonly facts: number;
  /** Long-term memories. */
  readonly episodes: number;
  /** Reminders that wait. */
  readonly reminders: number;
  /** Turns that no run has looked at, at most 1,000. */
  readonly waiting: number;
  /** Runs that wrote something or found nothing. */
  readonly runs: number;
  /** Turns that runs have looked at. */
  readonly turns: number;
  /** Tokens that models took, in all and today (UTC). */
  readonly tokens: TokenCounts;
  /** `tokens.total` for each fact that was kept; 0 without a model. */
  readonly tokensPerFact: number;
  /** `tokens.total` for each turn. */
  readonly tokensPerTurn: number;
  /** Refused proposals by reason. */
  readonly refusals: Readonly<Partial<Record<RefusalReason, number>>>;
  /** Answers of models that were of no use. */
  readonly badAnswers: number;
  /** Failures in a row; 0 after a success. */
  readonly failures: number;
  /** The last failure in words, without text of memories. */
  readonly lastFailure?: string;
  /** Earliest next attempt after a failure. */
  readonly retryAt?: Date;
  /** When a run last ended well. */
  readonly lastRunAt?: Date;
}
