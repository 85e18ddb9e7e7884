import type { OperationEvent } from "../../api/events.js";
import type { Engine } from "../engine.js";
import type { Measure, ObservedCall } from "./measures.js";
import { endOperation, operationSpan } from "./operation-span.js";
import { toFailure } from "./to-failure.js";
import type { OpenSpan } from "./tracing.js";

/**
 * Runs an operation in a span, if there is a tracer, and tells how long it took and how it ended.
 */
export async function observe<T>(
  engine: Engine,
  observed: ObservedCall & Measure<T>,
  run: () => Promise<T>,
): Promise<T> {
  if (!engine.tracing) return tellOf(engine, observed, run);
  const { tracing } = engine;
  return tracing.within(operationSpan(observed, tracing), (span) =>
    tellOf(engine, { ...observed, span }, run),
  );
}

async function tellOf<T>(
  engine: Engine,
  observed: ObservedCall & Measure<T> & { readonly span?: OpenSpan },
  run: () => Promise<T>,
): Promise<T> {
  const tell = observing(engine, observed);
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

/** Starts the clock; what it returns emits `operation`. */
export function observing(
  engine: Engine,
  { operation, scope }: ObservedCall,
): (ended: Pick<OperationEvent, "count" | "error">) => void {
  const started = performance.now();
  return (ended) => {
    const durationMs = performance.now() - started;
    engine.events.emit("operation", { scope, operation, durationMs, ...ended });
  };
}
