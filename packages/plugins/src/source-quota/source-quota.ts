import type { RememberInput, MemoryRecord, HookContext, MemoryPlugin } from "@kioku/core";
import { invalidReturn } from "@kioku/core/toolkit";
import type { Extending } from "@kioku/core/toolkit";

import { resolveQuotaOptions } from "./source-quota-options.js";
import type { QuotaSource, SourceQuotaOptions } from "./source-quota-options.js";
import { WriteLogs } from "./write-logs.js";

/** What the quota has done since the memory was made. */
export interface SourceQuotaReport {
  /** How many inputs it refused. */
  readonly rejected: number;
  /** How many sources it keeps in mind. */
  readonly sources: number;
}

/** What `sourceQuota` adds to a memory, as `memory.sourceQuota`. */
export interface SourceQuota {
  /** What it has done so far. */
  report(): SourceQuotaReport;
}

/**
 * A plugin against flooding: no source may write more than so much within a time into one scope.
 * What is over the quota is vetoed. Only what is committed counts, at the time of its call, by the
 * memory's clock; what calls under way are about to write is held for them until they end, so that
 * neither a batch nor many calls at once exceed it. Updates and new versions count like new
 * memories. Counts are of this process and end with it.
 * @throws `invalid-input` for an option that is unknown or cannot work.
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
    if (typeof name !== "string") throw invalidReturn("source", "a string or undefined", name);
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
