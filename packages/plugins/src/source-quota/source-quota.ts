import type {
  HookContext,
  MemoryPlugin,
  MemoryRecord,
  Origin,
  RememberInput,
  Scope,
} from "@kioku/core";
import {
  checkFunction,
  checkMembers,
  checkNumber,
  checkOneOf,
  invalidInput,
  ORIGINS,
  invalidReturn,
} from "@kioku/core/toolkit";
import type { Extending } from "@kioku/core/toolkit";

import { WriteLogs } from "./write-logs.js";

/** Members of an input, or of its record once it is written, that name a source. */
export interface QuotaSource extends Pick<
  MemoryRecord,
  "content" | "kind" | "metadata" | "origin"
> {
  /** Its scope. */
  readonly scope: Scope;
  /** Its conversation or session. */
  readonly thread?: string | undefined;
}

/** Options of `sourceQuota`. */
export interface SourceQuotaOptions {
  /** Most writes of a source in one scope and window, 1 to 10,000. @defaultValue 100 */
  readonly writes?: number | undefined;
  /** Length of the sliding window in milliseconds, more than 0. @defaultValue 3600000, an hour */
  readonly windowMs?: number | undefined;
  /** Origins with a quota. @defaultValue `["web", "tool"]` */
  readonly origins?: readonly Origin[] | undefined;
  /**
   * Names the source, such as the host of a URL in `metadata`; `undefined`: no quota. Called for
   * the input and again for the record. @defaultValue the origin
   */
  readonly source?: ((memory: QuotaSource) => string | undefined) | undefined;
  /**
   * Most sources over all scopes, 1 to 1,000,000. Beyond, the least recently used is forgotten.
   * @defaultValue 1000
   */
  readonly maxSources?: number | undefined;
}

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

/** Options with all defaults. */
interface ResolvedQuota {
  readonly writes: number;
  readonly windowMs: number;
  readonly origins: ReadonlySet<Origin>;
  readonly source: (memory: QuotaSource) => string | undefined;
  readonly maxSources: number;
}

/** Checks the options. @throws `invalid-input` naming the option. */
function resolveQuotaOptions(options: SourceQuotaOptions): ResolvedQuota {
  checkMembers(options, "sourceQuota", ["writes", "windowMs", "origins", "source", "maxSources"]);
  const { writes = 100, windowMs = 3_600_000, maxSources = 1_000 } = options;
  const { origins = ["web", "tool"], source = ({ origin }) => origin } = options;
  checkNumber(writes, "writes", { min: 1, max: 10_000, integer: true });
  checkNumber(windowMs, "windowMs", { above: 0 });
  checkNumber(maxSources, "maxSources", { min: 1, max: 1_000_000, integer: true });
  checkFunction(source, "source");
  if (!Array.isArray(origins)) throw invalidInput("origins", "a list of origins", origins);
  const chosen = origins.map((origin, index) => checkOneOf(origin, `origins[${index}]`, ORIGINS));
  return { writes, windowMs, origins: new Set(chosen), source, maxSources };
}
