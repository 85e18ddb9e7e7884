import type {
  CallOptions,
  EventOptions,
  Logger,
  Memory,
  MemoryEvents,
  Schedule,
  Scope,
  TextModel,
  WriteOptions,
} from "@kioku/core";

import type { Conversation } from "./conversation.js";
import type { DocumentName, DocumentOptions, Explanation, MindDocument } from "./documents.js";
import type { EpisodesQuery, LongTermMemory } from "./episodes.js";
import type { Reminder, ReminderInput } from "./reminders.js";
import type {
  ConsolidateOptions,
  MindStats,
  MindSweepOptions,
  MindSweepReport,
  RunReport,
  ScopeFailure,
} from "./runs.js";

/** Thresholds, each of which starts a run. */
export interface MindTriggers {
  /** Time without a new turn, in milliseconds, more than 0. @defaultValue 28800000, 8 hours */
  readonly idleMs?: number | undefined;
  /** Turns that wait, at least 1. @defaultValue 20 */
  readonly messages?: number | undefined;
  /** Tokens of the turns that wait, by estimate. @defaultValue 6000 */
  readonly tokens?: number | undefined;
  /** Sum of ten times their importance. @defaultValue 150 */
  readonly importance?: number | undefined;
}

/** Options of `createMind`. */
export interface MindOptions {
  /** Where turns are kept, and what the mind makes of them. */
  readonly memory: Memory;
  /** Proposes facts, titles and summaries. @defaultValue none: rules alone, all of it quotation */
  readonly model?: TextModel | undefined;
  /** @defaultValue `() => new Date()`; give the memory's own */
  readonly clock?: (() => Date) | undefined;
  /** Runs a task after a delay; returns its cancellation. @defaultValue `setTimeout` */
  readonly schedule?: Schedule | undefined;
  /** Kinds of records that are turns. @defaultValue `["message", "note"]` */
  readonly kinds?: readonly string[] | undefined;
  /** When runs start. */
  readonly triggers?: MindTriggers | undefined;
  /**
   * Start runs and surface reminders by itself, in the background, for scopes that this mind hears.
   * False: only `consolidate` and `sweep` do.
   * @defaultValue `true`
   */
  readonly automatic?: boolean | undefined;
  /** Share of the words of turns that rules keep as facts, 0 to 1. @defaultValue 0.26 */
  readonly keepShare?: number | undefined;
  /** Most tokens that models may take a day (UTC) and scope. @defaultValue none */
  readonly tokensPerDay?: number | undefined;
  /**
   * Length of a run's lease in milliseconds, more than 0, and the longest time to an answer of the
   * model. @defaultValue 120000
   */
  readonly leaseMs?: number | undefined;
  /** Failures of a model in a row after which rules go on alone, at least 1. @defaultValue 3 */
  readonly attempts?: number | undefined;
  /**
   * Recall by `context`: `rule`, what is relevant to the query; `model`, nothing, since the
   * model calls the tool `recall` when it wants to.
   * @defaultValue `"rule"`
   */
  readonly recall?: "rule" | "model" | undefined;
  /** @defaultValue silent */
  readonly logger?: Logger | undefined;
}

/** A reminder has surfaced. */
export interface ReminderEvent {
  /** Scope of the reminder. */
  readonly scope: Scope;
  /** The reminder. */
  readonly reminder: Reminder;
}

/** Events of a mind, beside those of its memory. */
export interface MindEvents extends MemoryEvents {
  /** A run has ended. */
  consolidated: RunReport;
  /** A run failed, and is tried again later. */
  "consolidation-failed": ScopeFailure;
  /** A reminder has surfaced. */
  reminder: ReminderEvent;
}

/**
 * A memory that makes something of what it was told: facts, portraits, summaries and reminders. It
 * can stand wherever a memory does. `forget` and `erase` reach what was made of their targets. What
 * `update` takes out of a turn is not shown any more; its new words are not consolidated.
 */
export interface Mind extends Memory, AsyncDisposable {
  /** Returns the mind of a scope below this one. */
  scope(...path: readonly [string, ...string[]]): Mind;
  /** Returns the view of one talk. The same id gives the same talk, in other processes, too. */
  session(id: string, options?: SessionOptions): Conversation;
  /** Consolidates what waits in this scope, batch by batch. One process at a time does. */
  consolidate(options?: ConsolidateOptions): Promise<RunReport>;
  /** Consolidates what is due in this scope and those below, and surfaces reminders. For cron. */
  sweep(options?: MindSweepOptions): Promise<MindSweepReport>;
  /** Takes back what a run changed, as far as no later run built on it; returns the changes. */
  undo(run: string, options?: WriteOptions): Promise<number>;
  /** Returns a document, empty if there is nothing to say. */
  document(name: DocumentName, options?: DocumentOptions): Promise<MindDocument>;
  /** Returns why a sentence, by id or text, stands in a document; `undefined` if none has it. */
  why(sentence: string, options?: DocumentOptions): Promise<Explanation | undefined>;
  /**
   * Returns long-term memories, the oldest first: `await mind.episodes({ turn: record.id })` finds
   * the one that a raw turn is part of.
   */
  episodes(query?: EpisodesQuery): Promise<readonly LongTermMemory[]>;
  /** Remembers to tell something once. */
  remind(input: ReminderInput, options?: WriteOptions): Promise<Reminder>;
  /** Returns the reminders that wait, the earliest due first. */
  reminders(options?: CallOptions): Promise<readonly Reminder[]>;
  /** Counts this scope. */
  stats(options?: CallOptions): Promise<MindStats>;
  /** Calls a handler after each event of this scope, as `memory.on`. */
  on<E extends keyof MindEvents>(
    event: E,
    handler: (payload: MindEvents[E]) => void,
    options?: EventOptions,
  ): void;
  /** Stops background work and waits for the run in progress. The memory stays open. */
  close(): Promise<void>;
}

/** Options of `session`. */
export interface SessionOptions {
  /**
   * False if later prompts of the talk do not hold what an earlier one was given, as with text that
   * a middleware adds to one turn: then `context` may tell it again.
   * @defaultValue `true`
   */
  readonly keepsContext?: boolean | undefined;
}
