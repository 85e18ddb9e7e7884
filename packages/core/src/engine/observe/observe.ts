import type { OperationEvent } from "../../api/events.js";
import type { ErasureReport } from "../../api/forget-inputs.js";
import type { Receipt } from "../../api/inputs.js";
import type { SweepReport } from "../../api/memory-root.js";
import type { PromptContext } from "../../api/prompt-context.js";
import type { EmbedQueuedReport } from "../../api/queue-inputs.js";
import type { ImportReport } from "../../api/transfer-options.js";
import type { QueueStats } from "../../contracts/embedding-queue.js";
import type { Page } from "../../model/page.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Engine } from "../engine.js";
import { endOperation, operationSpan } from "./operation-span.js";
import type { ObservedCall } from "./operation-span.js";
import { toFailure } from "./to-failure.js";
import type { OpenSpan } from "./tracing.js";

/** Describes how the result of a call is counted, and which record it is about. */
export interface Measure<T> {
  /** Returns the number of records that a result concerns. */
  readonly count: (result: T) => number;
  /** Returns the number of records that the call was to write, if that is another one. */
  readonly attempted?: (result: T) => number;
  /** The one record that a result is about. */
  readonly recordIn?: (result: T) => { readonly id: string } | undefined;
  /** Id of a record as the caller gave it. It counts as one if the result concerns a record. */
  readonly id?: unknown;
}

/** Measure of receipts: inputs that were written. */
export const WRITTEN: Measure<readonly Receipt[]> = {
  count: (receipts) =>
    receipts.filter(({ status }) => status === "stored" || status === "queued").length,
  attempted: (receipts) => receipts.length,
  recordIn: ([first, ...more]) =>
    first && more.length === 0 && first.status !== "rejected" ? first.record : undefined,
};

/** Measure of lists: their length. */
export const FOUND: Measure<readonly unknown[]> = { count: (list) => list.length };

/** Measure of pages: their length. */
export const ON_PAGE: Measure<Page<unknown>> = { count: ({ items }) => items.length };

/** Measure of a context: its memories. */
export const INCLUDED: Measure<PromptContext> = { count: ({ included }) => included.length };

/** Measure of an erasure: named and derived records. */
export const ERASED: Measure<ErasureReport> = {
  count: ({ records, derived }) => records.length + derived.length,
};

/** Measure of an import: records written. */
export const IMPORTED: Measure<ImportReport> = { count: ({ written }) => written };

/** Measure of a sweep: records removed or archived. */
export const SWEPT: Measure<SweepReport> = {
  count: ({ removed, retired, archived }) => removed + retired + archived,
};

/** Measure of a drained queue: records embedded. */
export const EMBEDDED: Measure<EmbedQueuedReport> = { count: ({ embedded }) => embedded };

/** Measure of a queue: jobs that are not dead. */
export const QUEUED: Measure<QueueStats> = {
  count: ({ ready, leased, delayed }) => ready + leased + delayed,
};

/** Measure of a record, or none. */
export const ONE_RECORD: Measure<MemoryRecord | undefined> = {
  count: (record) => (record ? 1 : 0),
  recordIn: (record) => record,
};

/** Measure of a value, or none. */
export const IF_ANY: Measure<unknown> = { count: (found) => (found === undefined ? 0 : 1) };

/** Measure of numbers. */
export const COUNTED: Measure<number> = { count: Number };

/** Runs an operation, in a span if there is a tracer, and emits how long it took. */
export async function observe<T>(
  engine: Engine,
  observed: ObservedCall & Measure<T>,
  run: () => Promise<T>,
): Promise<T> {
  if (!engine.tracing) return emitOperation(engine, observed, run);
  const { tracing } = engine;
  return tracing.within(operationSpan(observed, tracing), (span) =>
    emitOperation(engine, { ...observed, span }, run),
  );
}

async function emitOperation<T>(
  engine: Engine,
  observed: ObservedCall & Measure<T> & { readonly span?: OpenSpan },
  run: () => Promise<T>,
): Promise<T> {
  const tell = startTimer(engine, observed);
  try {
    const result = await run();
    const { count, attempted = count, recordIn, id } = observed;
    const counted = count(result);
    const recordId = recordIn?.(result)?.id ?? (counted > 0 ? id : undefined);
    if (observed.span) endOperation(observed.span, { count: attempted(result), recordId });
    tell({ count: counted });
    return result;
  } catch (thrown) {
    const { error, type } = toFailure(thrown, observed);
    observed.span?.fail(type);
    tell({ count: 0, error: type });
    throw error;
  }
}

/** Starts the clock; the function it returns emits `operation`. */
export function startTimer(
  engine: Engine,
  { operation, scope }: ObservedCall,
): (ended: Pick<OperationEvent, "count" | "error">) => void {
  const started = performance.now();
  return (ended) => {
    const durationMs = performance.now() - started;
    engine.events.emit("operation", { scope, operation, durationMs, ...ended });
  };
}
