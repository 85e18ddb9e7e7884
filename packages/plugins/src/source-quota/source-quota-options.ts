import type { MemoryRecord, Origin, Scope } from "@kioku/core";
import {
  checkFunction,
  checkMembers,
  checkNumber,
  checkOneOf,
  invalidInput,
  ORIGINS,
} from "@kioku/core/toolkit";

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

/** Options with all defaults. */
export interface ResolvedQuota {
  readonly writes: number;
  readonly windowMs: number;
  readonly origins: ReadonlySet<Origin>;
  readonly source: (memory: QuotaSource) => string | undefined;
  readonly maxSources: number;
}

/** Checks the options. @throws `invalid-input` naming the option. */
export function resolveQuotaOptions(options: SourceQuotaOptions): ResolvedQuota {
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
