import type { Strength } from "@kioku/core";
import { initialStabilityDays, strengthAfterUse } from "@kioku/core/toolkit";

import type { StrengthRow, StrengthsAnswer } from "../wire/forgetting.js";
import { SAMPLE_MEMORIES } from "./sample-memories.js";
import type { SampleMemory } from "./sample-memory.js";

const MS_PER_DAY = 86_400_000;

/** Returns the memories of the sample with their strengths at a moment. */
export function sampleStrengths(now: Date): StrengthsAnswer {
  return {
    rows: SAMPLE_MEMORIES.map((sample, index) => rowOf(sample, { index, now })),
    hasMore: false,
  };
}

function rowOf(
  sample: SampleMemory,
  { index, now }: { readonly index: number; readonly now: Date },
): StrengthRow {
  const { content, importance = 0.5, emotion, pinned = false, scope = [], thread } = sample;
  const strength = sampleStrength(sample, now);
  return {
    id: `sample-${index}`,
    scope,
    kind: sample.kind ?? (thread === undefined ? "note" : "message"),
    text: content,
    importance,
    pinned,
    ...(emotion === undefined ? {} : { emotion }),
    canFade: !pinned,
    fadesSince: strength.lastUsedAt ?? strength.createdAt,
    ...strength,
  };
}

/** Returns the strength that the uses of a sample have left it with. */
function sampleStrength(
  { daysAgo, usedDaysAgo = [], importance = 0.5, emotion }: SampleMemory,
  now: Date,
): Pick<StrengthRow, "createdAt" | "lastUsedAt" | "stabilityDays" | "uses"> {
  const at = (days: number): Date => new Date(now.getTime() - days * MS_PER_DAY);
  const createdAt = at(daysAgo);
  const strength = usedDaysAgo.reduce<Strength>(
    (before, days) => strengthAfterUse(before, { createdAt, now: at(days) }),
    { stabilityDays: initialStabilityDays(importance, emotion?.arousal), uses: 0 },
  );
  const { stabilityDays, uses, lastUsedAt } = strength;
  return {
    createdAt: createdAt.toISOString(),
    stabilityDays,
    uses,
    ...(lastUsedAt === undefined ? {} : { lastUsedAt: lastUsedAt.toISOString() }),
  };
}
