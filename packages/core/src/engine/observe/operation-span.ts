import type { Operation } from "../../api/events.js";
import type { Scope } from "../../model/scope.js";
import { SPAN_KIND } from "./tracing.js";
import type { OpenSpan, SpanStart, Tracing } from "./tracing.js";

/** A call that is observed. */
export interface ObservedCall {
  readonly operation: Operation;
  readonly scope: Scope;
  /** As the caller gave them, which may be anything. */
  readonly options: unknown;
}

/**
 * `gen_ai.operation.name` of each verb, by the semantic conventions for generative AI (status:
 * development). What they have no name for has one of ours. `remember` and `set` are upserts there:
 * whether they create a record is not the caller's choice.
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

/**
 * How the span of an operation starts. The work is done in this process, so its kind is internal.
 */
export function operationSpan(
  { operation, scope }: ObservedCall,
  { namesScopes }: Tracing,
): SpanStart {
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

/** Ends the span of an operation that went well. */
export function endOperation(
  span: OpenSpan,
  { count, recordId }: { readonly count: number; readonly recordId?: unknown },
): void {
  span.end({
    "gen_ai.memory.record.count": count,
    ...(typeof recordId === "string" ? { "gen_ai.memory.record.id": recordId } : {}),
  });
}
