import type { FailedWith } from "../../api/events.js";
import type { ExportLine } from "../../api/export-line.js";
import type { Engine } from "../engine.js";
import { startTimer } from "./observe.js";
import { endOperation, operationSpan } from "./operation-span.js";
import type { ObservedCall } from "./operation-span.js";
import { toFailure } from "./to-failure.js";

/**
 * Lines as they come; tells of the export when the reader has come to the end or has stopped,
 * counting the records until then. The clock starts with the first line that is asked for, so what
 * the reader does in between counts, too.
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
    const failure = toFailure(thrown, observed);
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
