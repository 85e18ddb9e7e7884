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
export const MEASURES = {
  written: {
    count: (receipts: readonly Receipt[]) =>
      receipts.filter(({ status }) => status === "stored" || status === "queued").length,
    attempted: (receipts: readonly Receipt[]) => receipts.length,
    recordIn: ([first, ...more]: readonly Receipt[]) =>
      first && more.length === 0 && first.status !== "rejected" ? first.record : undefined,
  },
  record: {
    count: (record: MemoryRecord | undefined) => (record ? 1 : 0),
    recordIn: (record: MemoryRecord | undefined) => record,
  },
  value: { count: (value: unknown) => (value === undefined ? 0 : 1) },
  list: { count: (list: readonly unknown[]) => list.length },
  page: { count: ({ items }: Page<unknown>) => items.length },
  number: { count: (count: number) => count },
  prompt: { count: ({ included }: PromptContext) => included.length },
  erasure: { count: ({ records, derived }: ErasureReport) => records.length + derived.length },
  imported: { count: ({ written }: ImportReport) => written },
  swept: {
    count: ({ removed, retired, archived }: SweepReport) => removed + retired + archived,
  },
  embedded: { count: ({ embedded }: EmbedQueuedReport) => embedded },
  queue: { count: ({ ready, leased, delayed }: QueueStats) => ready + leased + delayed },
} as const;
