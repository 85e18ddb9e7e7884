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

const WRITTEN: Measure<readonly Receipt[]> = {
  count: (receipts) =>
    receipts.filter(({ status }) => status === "stored" || status === "queued").length,
  attempted: (receipts) => receipts.length,
  recordIn: ([first, ...more]) =>
    first && more.length === 0 && first.status !== "rejected" ? first.record : undefined,
};
const RECORD: Measure<MemoryRecord | undefined> = {
  count: (record) => (record ? 1 : 0),
  recordIn: (record) => record,
};
const VALUE: Measure<unknown> = { count: (value) => (value === undefined ? 0 : 1) };
const NUMBER: Measure<number> = { count: Number };
const LIST: Measure<readonly unknown[]> = { count: (list) => list.length };
const PAGE: Measure<Page<unknown>> = { count: ({ items }) => items.length };
const PROMPT: Measure<PromptContext> = { count: ({ included }) => included.length };
const IMPORTED: Measure<ImportReport> = { count: ({ written }) => written };
const EMBEDDED: Measure<EmbedQueuedReport> = { count: ({ embedded }) => embedded };
const ERASED: Measure<ErasureReport> = {
  count: ({ records, derived }) => records.length + derived.length,
};
const SWEPT: Measure<SweepReport> = {
  count: ({ removed, retired, archived }) => removed + retired + archived,
};
const QUEUE: Measure<QueueStats> = { count: ({ ready: a, leased: b, delayed: c }) => a + b + c };

/** Name of each verb, by the conventions of OpenTelemetry where they have one, and its measure. */
const VERBS: Readonly<Record<Operation, readonly [name: string, measure: Measure<never>]>> = {
  remember: ["upsert_memory", WRITTEN],
  rememberAll: ["upsert_memory", WRITTEN],
  set: ["upsert_memory", RECORD],
  import: ["upsert_memory", IMPORTED],
  update: ["update_memory", RECORD],
  markUsed: ["update_memory", NUMBER],
  forget: ["delete_memory", NUMBER],
  erase: ["delete_memory", ERASED],
  recall: ["search_memory", LIST],
  context: ["search_memory", PROMPT],
  surface: ["search_memory", LIST],
  get: ["search_memory", VALUE],
  read: ["search_memory", RECORD],
  list: ["search_memory", PAGE],
  history: ["search_memory", LIST],
  scopes: ["list_memory_scopes", PAGE],
  export: ["export_memory", NUMBER],
  reindex: ["reindex_memory", NUMBER],
  spaces: ["list_memory_spaces", LIST],
  dropSpace: ["delete_memory_space", NUMBER],
  sweep: ["sweep_memory", SWEPT],
  embedQueued: ["embed_queued_memory", EMBEDDED],
  queueStats: ["count_queued_memory", QUEUE],
};

/** Runs an operation, in a span if there is a tracer, and emits its duration and end. */
export async function observe<T>(
  engine: Engine,
  observed: ObservedCall & Partial<Measure<T>>,
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
  observed: ObservedCall & Partial<Measure<T>> & { readonly span?: OpenSpan },
  run: () => Promise<T>,
): Promise<T> {
  const tell = startTimer(engine, observed);
  try {
    const result = await run();
    const measure = VERBS[observed.operation][1] as Measure<T>;
    const { count, attempted = count, recordIn, id } = { ...measure, ...observed };
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

function operationSpan({ operation, scope }: ObservedCall, { namesScopes }: Tracing): SpanStart {
  const [name] = VERBS[operation];
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
