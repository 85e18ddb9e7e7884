import type { FailedWith, Operation, OperationEvent } from "../../api/events.js";
import type { ErasureReport } from "../../api/forget-inputs.js";
import type { Receipt } from "../../api/inputs.js";
import type { EmbedQueuedReport, SweepReport } from "../../api/memory-root.js";
import type { PromptContext } from "../../api/prompt-context.js";
import type { ExportLine, ImportReport } from "../../api/transfer.js";
import type { QueueStats } from "../../contracts/embedding-queue.js";
import type { MemoryRecord, Page } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import type { Engine } from "../engine.js";
import { normalizeError } from "./failure.js";
import { SPAN_KIND, type OpenSpan, type SpanStart, type Tracing } from "./tracing.js";

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

/** Runs an operation, in a span if there is a tracer, and emits its duration and end. */
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
    const { error, type } = normalizeError(thrown, observed);
    observed.span?.fail(type);
    tell({ count: 0, error: type });
    throw error;
  }
}

function startTimer(
  engine: Engine,
  { operation, scope }: ObservedCall,
): (ended: Pick<OperationEvent, "count" | "error">) => void {
  const started = performance.now();
  return (ended) => {
    const durationMs = performance.now() - started;
    engine.events.emit("operation", { scope, operation, durationMs, ...ended });
  };
}

/** Passes lines on and emits `operation` at the end, with the time since the first line. */
export async function* observeExport(
  engine: Engine,
  observed: ObservedCall,
  lines: () => AsyncIterable<ExportLine>,
): AsyncGenerator<ExportLine> {
  const { tracing } = engine;
  const span = tracing?.start(operationSpan(observed, tracing));
  const tell = startTimer(engine, observed);
  let count = 0;
  let failed: FailedWith | undefined;
  try {
    for await (const line of lines()) {
      if (line.type === "record") count += 1;
      yield line;
    }
  } catch (thrown) {
    const failure = normalizeError(thrown, observed);
    failed = failure.type;
    throw failure.error;
  } finally {
    if (failed === undefined) {
      if (span) endOperation(span, { count });
      tell({ count });
    } else {
      span?.fail(failed);
      tell({ count: 0, error: failed });
    }
  }
}

/** `gen_ai.operation.name` of each verb, by the conventions of OpenTelemetry where they name it. */
const NAMES: Readonly<Record<Operation, string>> = {
  remember: "upsert_memory",
  rememberAll: "upsert_memory",
  set: "upsert_memory",
  import: "upsert_memory",
  update: "update_memory",
  markUsed: "update_memory",
  forget: "delete_memory",
  erase: "delete_memory",
  recall: "search_memory",
  context: "search_memory",
  surface: "search_memory",
  get: "search_memory",
  read: "search_memory",
  list: "search_memory",
  history: "search_memory",
  scopes: "list_memory_scopes",
  export: "export_memory",
  reindex: "reindex_memory",
  spaces: "list_memory_spaces",
  dropSpace: "delete_memory_space",
  sweep: "sweep_memory",
  embedQueued: "embed_queued_memory",
  queueStats: "count_queued_memory",
};

function operationSpan({ operation, scope }: ObservedCall, { namesScopes }: Tracing): SpanStart {
  const name = NAMES[operation];
  return {
    name,
    kind: SPAN_KIND.internal,
    attributes: {
      "gen_ai.operation.name": name,
      "kioku.operation": operation,
      ...(namesScopes ? { "gen_ai.memory.store.id": JSON.stringify(scope) } : {}),
    },
  };
}

function endOperation(
  span: OpenSpan,
  { count, recordId }: { readonly count: number; readonly recordId?: unknown },
): void {
  span.end({
    "gen_ai.memory.record.count": count,
    ...(typeof recordId === "string" ? { "gen_ai.memory.record.id": recordId } : {}),
  });
}
