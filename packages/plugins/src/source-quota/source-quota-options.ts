import type { MemoryRecord, Origin, Scope } from "@kioku/core";
import {
  checkFunction,
  checkMembers,
  checkNumber,
  checkOneOf,
  invalidInput,
  ORIGINS,
} from "@kioku/core/toolkit";

/** What a source is made of: of an input before it is written, of the record once it is. */
export interface QuotaSource extends Pick<
  MemoryRecord,
  "content" | "kind" | "metadata" | "origin"
> {
  /** Where it is to be written. */
  readonly scope: Scope;
  /** Conversation or session it belongs to. */
  readonly thread?: string | undefined;
}

/** What `sourceQuota` takes. */
export interface SourceQuotaOptions {
  /** Most writes of one source in one scope within the window, 1 to 10,000. @defaultValue 100 */
  readonly writes?: number | undefined;
  /**
   * Length of the window, which slides, in milliseconds, more than 0. @defaultValue 3600000, an
   * hour
   */
  readonly windowMs?: number | undefined;
  /** Origins that the quota is for. @defaultValue `["web", "tool"]` */
  readonly origins?: readonly Origin[] | undefined;
  /**
   * Names the source, such as the host of an address in `metadata`; `undefined`: the quota is not
   * for it. Asked about the input and again about the record, so it should look at what both have.
   * @defaultValue the origin
   */
  readonly source?: ((memory: QuotaSource) => string | undefined) | undefined;
  /**
   * How many sources are kept in mind at once, over all scopes, 1 to 1,000,000; of more, the one
   * that has been quiet for longest is forgotten with what it wrote. @defaultValue 1000
   */
  readonly maxSources?: number | undefined;
}

/** The options with every default filled in. */
export interface ResolvedQuota {
  readonly writes: number;
  readonly windowMs: number;
  readonly origins: ReadonlySet<Origin>;
  readonly source: (memory: QuotaSource) => string | undefined;
  readonly maxSources: number;
}

/** @throws `invalid-input` naming the option, what is allowed and what came. */
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
