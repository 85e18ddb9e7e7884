import type { RememberInput, MemoryRecord, HookContext, MemoryPlugin } from "@kioku/core";
import { wrongAnswer } from "@kioku/core/toolkit";
import type { Extending } from "@kioku/core/toolkit";

import { resolveQuotaOptions } from "./source-quota-options.js";
import type { QuotaSource, SourceQuotaOptions } from "./source-quota-options.js";
import { WriteLogs } from "./write-logs.js";

/** Counts since the memory was created. */
export interface SourceQuotaReport {
  /** Number of refused inputs. */
  readonly rejected: number;
  /** Number of known sources. */
  readonly sources: number;
}

/** Extension `memory.sourceQuota`. */
export interface SourceQuota {
  /** Returns the counts. */
  report(): SourceQuotaReport;
}

/**
 * Creates a plugin against flooding: it limits the writes of a source into one scope within a time,
 * and vetoes further ones. Committed writes count, at the time of their call by the memory's clock,
 * and writes of open calls are held, so that neither batches nor concurrent calls exceed the limit.
 * Updates count like new memories. Counts end with the process.
 * @throws `invalid-input` for an unknown or unusable option.
 */
export function sourceQuota(
  options: SourceQuotaOptions = {},
): MemoryPlugin<"sourceQuota", SourceQuota> & Extending<SourceQuota> {
  const { writes, windowMs, origins, source, maxSources } = resolveQuotaOptions(options);
  const logs = new WriteLogs(maxSources);
  let rejected = 0;

  const nameOf = (memory: QuotaSource): string | undefined => {
    const name: unknown = origins.has(memory.origin) ? source(memory) : undefined;
    if (name === undefined) return undefined;
    if (typeof name !== "string") throw wrongAnswer("source", "a string or undefined", name);
    return JSON.stringify([memory.scope, name]);
  };
  const beforeRemember = (
    input: RememberInput,
    context: HookContext,
  ): { readonly veto: string } | undefined => {
    const name = nameOf(toSource(input, context));
    if (name === undefined) return undefined;
    const used = logs.of(name).used(context.at.getTime(), windowMs);
    if (used < writes) {
      logs.hold(name, context);
      return undefined;
    }
    rejected += 1;
    return { veto: `its source may write ${writes} memories within ${windowMs} ms` };
  };
  const afterRemember = (record: MemoryRecord, context: HookContext): void => {
    const name = nameOf(record);
    if (name !== undefined) logs.commit(name, context);
  };
  return {
    id: "sourceQuota",
    hooks: {
      beforeRemember: { order: "post", handler: beforeRemember },
      afterRemember,
      settled: (context) => logs.release(context),
    },
    extend: () => ({ report: () => ({ rejected, sources: logs.size }) }),
  };
}

function toSource(input: RememberInput, { scope }: HookContext): QuotaSource {
  const { content, kind = "note", metadata = {}, origin = "user", thread } = input;
  return { content, kind, metadata, origin, thread, scope };
}
