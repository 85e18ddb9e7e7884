import type { Operation } from "../../api/events.js";
import type { ErasureReport } from "../../api/forget-inputs.js";
import type { Receipt } from "../../api/inputs.js";
import type { EmbedQueuedReport, SweepReport } from "../../api/memory-root.js";
import type { PromptContext } from "../../api/prompt-context.js";
import type { ImportReport } from "../../api/transfer.js";
import type { QueueStats } from "../../contracts/embedding-queue.js";
import type { MemoryRecord, Page } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";

/** A call that is observed. */
export interface ObservedCall {
  readonly operation: Operation;
  readonly scope: Scope;
  /** As the caller gave them, which may be anything. */
  readonly options: unknown;
}

/** How the result of a call is counted, and what it was about. */
export interface Measure<T> {
  /** How many records a result concerns. */
  readonly count: (result: T) => number;
  /** How many records the call was to write, where that is another number. */
  readonly attempted?: (result: T) => number;
  /** The one record that a result is about. */
  readonly recordIn?: (result: T) => { readonly id: string } | undefined;
  /**
   * What the caller named: the id of a record, or anything else. It counts as an id once a record
   * was found by it.
   */
  readonly id?: unknown;
}

/** For receipts: how many inputs were written. */
export const WRITTEN: Measure<readonly Receipt[]> = {
  count: (receipts) =>
    receipts.filter(({ status }) => status === "stored" || status === "queued").length,
  attempted: (receipts) => receipts.length,
  recordIn: ([first, ...more]) =>
    first && more.length === 0 && first.status !== "rejected" ? first.record : undefined,
};

/** For lists: how many there are. */
export const FOUND: Measure<readonly unknown[]> = { count: (list) => list.length };

/** For pages: how many are on it. */
export const ON_PAGE: Measure<Page<unknown>> = { count: ({ items }) => items.length };

/** For a context: how many memories are in it. */
export const INCLUDED: Measure<PromptContext> = { count: ({ included }) => included.length };

/** For an erasure: what was named and what was derived from it. */
export const ERASED: Measure<ErasureReport> = {
  count: ({ records, derived }) => records.length + derived.length,
};

/** For an import: what was written. */
export const IMPORTED: Measure<ImportReport> = { count: ({ written }) => written };

/** For a sweep: what is gone or put aside. */
export const SWEPT: Measure<SweepReport> = {
  count: ({ removed, retired, archived }) => removed + retired + archived,
};

/** For a drain of the queue: what got its vectors. */
export const EMBEDDED: Measure<EmbedQueuedReport> = { count: ({ embedded }) => embedded };

/** For a queue: what waits and what somebody works on. */
export const QUEUED: Measure<QueueStats> = {
  count: ({ ready, leased, delayed }) => ready + leased + delayed,
};

/** For a record, or none. */
export const ONE_RECORD: Measure<MemoryRecord | undefined> = {
  count: (record) => (record ? 1 : 0),
  recordIn: (record) => record,
};

/** For a value, or none. */
export const IF_ANY: Measure<unknown> = { count: (found) => (found === undefined ? 0 : 1) };

/** For numbers. */
export const COUNTED: Measure<number> = { count: Number };
