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
  /** As the caller gave them: anything. */
  readonly options: unknown;
}

/** Counts the result of a call and says which record it is about. */
export interface Measure<T> {
  /** Counts the records that a result concerns. */
  readonly count: (result: T) => number;
  /** Counts the records that the call was to write, where that is another number. */
  readonly attempted?: (result: T) => number;
  readonly recordIn?: (result: T) => { readonly id: string } | undefined;
  /** Target as the caller named it; it counts as an id once a record was found by it. */
  readonly id?: unknown;
}

/** Counts written inputs. */
export const WRITTEN: Measure<readonly Receipt[]> = {
  count: (receipts) =>
    receipts.filter(({ status }) => status === "stored" || status === "queued").length,
  attempted: (receipts) => receipts.length,
  recordIn: ([first, ...more]) =>
    first && more.length === 0 && first.status !== "rejected" ? first.record : undefined,
};

/** Counts the items of a list. */
export const FOUND: Measure<readonly unknown[]> = { count: (list) => list.length };

/** Counts the items of a page. */
export const ON_PAGE: Measure<Page<unknown>> = { count: ({ items }) => items.length };

/** Counts the memories of a prompt. */
export const INCLUDED: Measure<PromptContext> = { count: ({ included }) => included.length };

/** Counts named and derived records. */
export const ERASED: Measure<ErasureReport> = {
  count: ({ records, derived }) => records.length + derived.length,
};

/** Counts written records. */
export const IMPORTED: Measure<ImportReport> = { count: ({ written }) => written };

/** Counts removed, retired and archived records. */
export const SWEPT: Measure<SweepReport> = {
  count: ({ removed, retired, archived }) => removed + retired + archived,
};

/** Counts records that got vectors. */
export const EMBEDDED: Measure<EmbedQueuedReport> = { count: ({ embedded }) => embedded };

/** Counts jobs that wait or are worked on. */
export const QUEUED: Measure<QueueStats> = {
  count: ({ ready, leased, delayed }) => ready + leased + delayed,
};

/** Counts a record that may be missing. */
export const ONE_RECORD: Measure<MemoryRecord | undefined> = {
  count: (record) => (record ? 1 : 0),
  recordIn: (record) => record,
};

/** Counts a value that may be missing. */
export const IF_ANY: Measure<unknown> = { count: (found) => (found === undefined ? 0 : 1) };

/** Takes a count as it is. */
export const COUNTED: Measure<number> = { count: Number };
