import type { MemoryRecord, Scoring, ScoringInput } from "@kioku/core";
import { scoringPresets, type ScoringPreset } from "@kioku/plugins/scorings";

import { NOTE } from "./note.js";
import { afterLastUse, emotionOf, live, type Past } from "./past.js";

/** Names of all presets, the default first. */
export const PRESETS: readonly ScoringPreset[] = [
  "fsrs",
  ...(Object.keys(scoringPresets) as ScoringPreset[]).filter((name) => name !== "fsrs"),
];

/**
 * Makes the function that returns which share of the score at the last use is left some days later.
 * It is 0 throughout for a memory that a scoring does not return at all.
 */
export function presetShare(preset: ScoringPreset, past: Past): (days: number) => number {
  const scoring = scoringPresets[preset]();
  const memory = toRecord(past);
  const score = (days: number): number =>
    scoreAmongOthers(scoring, {
      record: memory,
      relevance: past.relevance,
      meaning: past.relevance,
      now: afterLastUse(days),
    });
  const atFirst = score(0);
  return (days) => (atFirst === 0 ? 0 : score(days) / atFirst);
}

/**
 * Scores a memory beside two others, for the scorings that compare: one just used that is as good
 * as can be, and one a year old that is as bad. By meaning neither is near.
 */
function scoreAmongOthers(scoring: Scoring, input: ScoringInput): number {
  if (!scoring.scoreAll) return scoring.score(input).score;
  const { now } = input;
  const other = (share: number, at: Date): ScoringInput => ({
    record: { ...NOTE, importance: share, createdAt: at, updatedAt: at },
    relevance: share,
    meaning: 0,
    now,
  });
  const yearAgo = new Date(now.getTime() - YEAR_MS);
  return scoring.scoreAll([input, other(1, now), other(0, yearAgo)])[0]?.score ?? 0;
}

const YEAR_MS = 365 * 86_400_000;

function toRecord(past: Past): MemoryRecord {
  const { createdAt, strength } = live(past);
  const emotion = emotionOf(past);
  return {
    ...NOTE,
    importance: past.importance,
    createdAt,
    updatedAt: createdAt,
    strength,
    ...(emotion ? { emotion } : {}),
  };
}
