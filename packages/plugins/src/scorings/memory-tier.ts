import type { Strength } from "@kioku/core";

/** Days of stability from which a memory is of a tier. */
const LONG_TERM_DAYS = 21;
const INGRAINED_DAYS = 365;

/** A name for the stability of a memory. */
export type MemoryTier = "short-term" | "long-term" | "ingrained";

/**
 * Names the stability of a memory: `long-term` from 21 days, where five daily uses lead;
 * `ingrained` from a year, where four uses lead that each come when it has faded to 0.9.
 */
export function memoryTier({ stabilityDays }: Pick<Strength, "stabilityDays">): MemoryTier {
  if (stabilityDays >= INGRAINED_DAYS) return "ingrained";
  return stabilityDays >= LONG_TERM_DAYS ? "long-term" : "short-term";
}
