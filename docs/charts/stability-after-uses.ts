import type { Strength } from "@kioku/core";
import { strengthAfterUse } from "@kioku/core/toolkit";

const MS_PER_DAY = 86_400_000;

/** The FSRS-6 stability of a memory after so many uses, each so many days after the one before. */
export function stabilityAfterUses(
  stabilityDays: number,
  uses: number,
  intervalDays: number,
): number {
  const createdAt = new Date("2026-01-01T00:00:00Z");
  let strength: Strength = { stabilityDays, uses: 0 };
  for (let use = 1; use <= uses; use += 1) {
    const now = new Date(createdAt.getTime() + Math.round(use * intervalDays * MS_PER_DAY));
    strength = strengthAfterUse(strength, { createdAt, now });
  }
  return strength.stabilityDays;
}
