import type { MemoryRecord, Origin } from "./record.js";

/** Origins whose text anybody may have written. */
const UNTRUSTED: ReadonlySet<Origin> = new Set(["web", "tool"]);
/** Highest trust that counts as untrusted; also the trust of text of unknown origin. */
export const MOST_UNTRUSTED = 0.5;

/** Returns true if trust is above 0.5 and the origin is not open to strangers. */
export function isTrusted({ origin, trust }: Pick<MemoryRecord, "origin" | "trust">): boolean {
  return !UNTRUSTED.has(origin) && trust > MOST_UNTRUSTED;
}

/** Returns the trust of text that names none. */
export function defaultTrust(origin: Origin): number {
  return UNTRUSTED.has(origin) ? MOST_UNTRUSTED : 1;
}

/** Returns the most trust of anything derived from a record. */
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
