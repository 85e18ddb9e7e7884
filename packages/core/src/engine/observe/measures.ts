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

/** Measures by the results of verbs. */
export const MEASURES: {
  readonly written: Measure<readonly Receipt[]>;
  readonly record: Measure<MemoryRecord | undefined>;
  readonly value: Measure<unknown>;
  readonly list: Measure<readonly unknown[]>;
  readonly page: Measure<Page<unknown>>;
  readonly number: Measure<number>;
  readonly prompt: Measure<PromptContext>;
  readonly erasure: Measure<ErasureReport>;
  readonly imported: Measure<ImportReport>;
  readonly swept: Measure<SweepReport>;
  readonly embedded: Measure<EmbedQueuedReport>;
  readonly queue: Measure<QueueStats>;
} = {
  written: {
    count: (receipts) =>
      receipts.filter(({ status }) => status === "stored" || status === "queued").length,
    attempted: (receipts) => receipts.length,
    recordIn: ([first, ...more]) =>
      first && more.length === 0 && first.status !== "rejected" ? first.record : undefined,
  },
  record: { count: (record) => (record ? 1 : 0), recordIn: (record) => record },
  value: { count: (value) => (value === undefined ? 0 : 1) },
  list: { count: (list) => list.length },
  page: { count: ({ items }) => items.length },
  number: { count: Number },
  prompt: { count: ({ included }) => included.length },
  erasure: { count: ({ records, derived }) => records.length + derived.length },
  imported: { count: ({ written }) => written },
  swept: { count: ({ removed, retired, archived }) => removed + retired + archived },
  embedded: { count: ({ embedded }) => embedded },
  queue: { count: ({ ready, leased, delayed }) => ready + leased + delayed },
};
