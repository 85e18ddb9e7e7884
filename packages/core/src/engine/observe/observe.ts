import type { FailedWith, Operation, OperationEvent } from "../../api/events.js";
import type { ExportLine } from "../../api/transfer.js";
import type { Engine } from "../engine.js";
import { normalizeError } from "./failure.js";
import type { Measure, ObservedCall } from "./measures.js";
import type { OpenSpan, SpanStart, Tracing } from "./tracing.js";
import { SPAN_KIND } from "./tracing.js";

/**
 * Runs an operation, in a span if there is a tracer, and emits how long it took and how it ended.
 */
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

/** Starts the clock and returns the function that emits `operation`. */
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

/**
 * Passes lines on and emits `operation` once the reader has come to the end or has stopped. The
 * time starts with the first line and includes that of the reader.
 */
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

/**
 * `gen_ai.operation.name` of each verb, by the semantic conventions for generative AI where they
 * name it.
 * @see
 *   https://github.com/open-telemetry/semantic-conventions-genai/blob/main/docs/gen-ai/gen-ai-spans.md#memory
 */
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
