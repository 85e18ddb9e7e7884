import type { MemoryErrorCode } from "../errors/memory-error.js";
import type { CallOptions } from "../model/call-options.js";
import type { MemoryRecord } from "../model/record.js";
import type { Reach, Scope } from "../model/scope.js";
import type { ErasureReport } from "./forget-inputs.js";
import type { MemoryRoot } from "./memory-root.js";
import type { RecalledMemory, RecallNotice } from "./queries.js";

/** A record was written. */
export interface RememberedEvent extends Pick<RecordsEvent, "scope"> {
  /** The record as stored. */
  readonly record: MemoryRecord;
  /** False for a new version of a record. */
  readonly created: boolean;
}

/** Records that an event is about. */
export interface RecordsEvent {
  /** The scope of the records or of the call. */
  readonly scope: Scope;
  /** Their ids. */
  readonly ids: readonly string[];
}

/** Records were forgotten or swept. */
export type ForgottenEvent = RecordsEvent;

/** Records were put aside by `sweep`, because they had faded. */
export type ArchivedEvent = RecordsEvent;

/** Records got the vectors that they had not when they were written. */
export type EmbeddedEvent = RecordsEvent;

/** Records were marked as used. */
export interface UsedEvent extends RecordsEvent {
  /** Ids of those among them that were archived until then. */
  readonly restored: readonly string[];
}

/** A recall was answered. */
export interface RecalledEvent extends Pick<RecordsEvent, "scope"> {
  /** The text that was asked; empty for a context without a query. */
  readonly query: string;
  /** The answer. */
  readonly results: readonly RecalledMemory[];
  /** Why there are none. */
  readonly notice?: RecallNotice;
  /** From the call to the answer, in milliseconds. */
  readonly durationMs: number;
}

/** Memories came to mind by `surface`. */
export interface SurfacedEvent extends Pick<RecalledEvent, "scope" | "results"> {
  /** The cue, if one was given. */
  readonly cue?: string;
}

/** An embedder or reranker failed, and the work was done without it. */
export interface DegradedEvent extends Pick<RecordsEvent, "scope"> {
  /** The operation that went on without it. */
  readonly during: "recall" | "remember";
  /** The failure in words, without secrets or text of memories. */
  readonly reason: string;
  /** The failure itself. */
  readonly cause: unknown;
}

/** Something was erased. */
export interface ErasedEvent extends Pick<RecordsEvent, "scope"> {
  /** The removed data, and the places that were not reached. */
  readonly report: ErasureReport;
}

/** A verb that can be called, as `operation` names it. */
export type Operation = Exclude<
  keyof MemoryRoot,
  symbol | "scopePath" | "scope" | "on" | "close" | "runEmbeddingWorker"
>;

/** Failure of a call: the code of its error, or `aborted` if its signal was. */
export type FailedWith = MemoryErrorCode | "aborted";

/** A call has ended, well or not. */
export interface OperationEvent extends Pick<RecordsEvent, "scope"> {
  /** The verb. */
  readonly operation: Operation;
  /** From the call to its end, in milliseconds. */
  readonly durationMs: number;
  /** Number of records written, found or forgotten; 0 if it failed. */
  readonly count: number;
  /** The failure; absent if the call succeeded. */
  readonly error?: FailedWith;
}

/** Events of a memory by name, each emitted after the fact. */
export interface MemoryEvents {
  /** A record was written. */
  remembered: RememberedEvent;
  /** Records are gone. */
  forgotten: ForgottenEvent;
  /** Records were marked as used. */
  used: UsedEvent;
  /** Records were put aside. */
  archived: ArchivedEvent;
  /** A recall was answered. */
  recalled: RecalledEvent;
  /** Memories came to mind. */
  surfaced: SurfacedEvent;
  /** Work was done without an embedder or reranker that failed. */
  degraded: DegradedEvent;
  /** Records got their vectors later. */
  embedded: EmbeddedEvent;
  /** Something was erased. */
  erased: ErasedEvent;
  /** A call has ended. */
  operation: OperationEvent;
}

/** Options of a handler: its reach, and a signal that ends it. */
export interface EventOptions extends CallOptions {
  /** @defaultValue `"here"` */
  readonly reach?: Reach | undefined;
}

/** The names of all events. */
export const EVENTS: readonly (keyof MemoryEvents)[] =
  `remembered forgotten used archived recalled surfaced degraded embedded
  erased operation`.split(/\s+/u) as (keyof MemoryEvents)[];
