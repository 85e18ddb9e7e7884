import type { MemoryRecord, Origin } from "./record.js";

/** Origins whose text anybody may have written. */
const UNTRUSTED: ReadonlySet<Origin> = new Set(["web", "tool"]);
/**
 * What is trusted no more than this is not trusted; also how much is trusted what came from nobody
 * knows where.
 */
export const MOST_UNTRUSTED = 0.5;

/**
 * Whether a record is trusted: neither from where anybody may write, nor of a trust of at most 0.5.
 */
export function isTrusted({ origin, trust }: Pick<MemoryRecord, "origin" | "trust">): boolean {
  return !UNTRUSTED.has(origin) && trust > MOST_UNTRUSTED;
}

/** How much is trusted what names no trust itself. */
export function defaultTrust(origin: Origin): number {
  return UNTRUSTED.has(origin) ? MOST_UNTRUSTED : 1;
}

/**
 * The most that something derived from this can be trusted. What is not trusted makes nothing that
 * is.
 */
export function derivableTrust(source: Pick<MemoryRecord, "origin" | "trust">): number {
  return isTrusted(source) ? source.trust : Math.min(source.trust, MOST_UNTRUSTED);
}

/** Origin and trust of an input that may name neither, its sources aside. */
export function trustOf({
  origin = "user",
  trust = defaultTrust(origin),
}: {
  readonly origin?: Origin | undefined;
  readonly trust?: number | undefined;
}): Pick<MemoryRecord, "origin" | "trust"> {
  return { origin, trust };
}
