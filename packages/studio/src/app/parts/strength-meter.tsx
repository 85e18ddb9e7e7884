import { daysBetween, retrievability } from "@kioku/core/toolkit";
import type { JSX } from "preact";

import type { StrengthRow } from "../../wire/forgetting.js";
import { percent } from "../words/format.js";
import { memoryWords } from "../words/memory-words.js";

/** Returns the probability that a memory comes to mind, 0 to 1, if it is not used until then. */
export function strengthAt(
  row: Pick<StrengthRow, "createdAt" | "lastUsedAt" | "stabilityDays">,
  at: Date,
): number {
  const since = new Date(row.lastUsedAt ?? row.createdAt);
  return retrievability(daysBetween(since, at), row.stabilityDays);
}

/** Strength of a memory as a small bar. */
export function StrengthMeter({ value }: { readonly value: number }): JSX.Element {
  const text = `${memoryWords().strength} ${percent(value)}`;
  return (
    <span class="meter" role="img" aria-label={text} title={text}>
      <i style={{ width: `${Math.round(value * 100)}%`, opacity: 0.35 + value * 0.65 }} />
    </span>
  );
}
