import type { Scoring, ScoringInput } from "@kioku/core";
import { initialStabilityDays, recordFromJson } from "@kioku/core/toolkit";
import { scoringPresets } from "@kioku/plugins/scorings";
import type { ScoringPreset } from "@kioku/plugins/scorings";

import { stabilityAfterUses } from "./stability-after-uses.ts";

/** Past uses of the record that a curve is about. */
export interface Past {
  readonly uses: number;
  /** Days from its writing to its last use. */
  readonly usedForDays: number;
  /** FSRS-6 stability after these uses. */
  readonly stabilityDays: number;
}

/** A record that was never used, of middling importance. */
export const NEVER_USED: Past = {
  uses: 0,
  usedForDays: 0,
  stabilityDays: initialStabilityDays(0.5),
};

/** The same, used five times, once a week. */
export const USED_FIVE_TIMES: Past = {
  uses: 5,
  usedForDays: 35,
  stabilityDays: stabilityAfterUses(initialStabilityDays(0.5), 5, 7),
};

const NOW = new Date("2026-01-01T00:00:00Z");

interface Candidate extends Past {
  readonly relevance: number;
  readonly importance: number;
  readonly sinceDays: number;
}

/**
 * The share of its score at the moment of its last use that a record has left, at each of these
 * days after it.
 */
export function presetShares(
  preset: ScoringPreset,
  past: Past,
  days: readonly number[],
): readonly number[] {
  const scoring = scoringPresets[preset]();
  const score = (sinceDays: number): number =>
    scoreAmongOthers(scoring, { ...past, relevance: 0.7, importance: 0.5, sinceDays });
  const atFirst = score(0);
  return days.map((sinceDays) => score(sinceDays) / atFirst);
}

/**
 * The score of a record beside two others, for the scorings that compare: one just used that is
 * more relevant and important, and one a year old that is less. By meaning neither is near.
 */
function scoreAmongOthers(scoring: Scoring, candidate: Candidate): number {
  const input = { ...toInput(candidate), meaning: candidate.relevance };
  if (!scoring.scoreAll) return scoring.score(input).score;
  const better = toInput({ ...NEVER_USED, relevance: 1, importance: 1, sinceDays: 0 });
  const worse = toInput({ ...NEVER_USED, relevance: 0, importance: 0, sinceDays: 365 });
  return scoring.scoreAll([input, better, worse])[0]?.score ?? 0;
}

function toInput(candidate: Candidate): ScoringInput {
  const { relevance, importance, sinceDays, uses, usedForDays, stabilityDays } = candidate;
  const createdAt = daysAgo(sinceDays + usedForDays);
  const record = recordFromJson({
    id: "record",
    scope: [],
    kind: "note",
    content: "text",
    metadata: {},
    origin: "user",
    trust: 1,
    sources: [],
    importance,
    pinned: false,
    strength: { stabilityDays, uses, ...(uses > 0 ? { lastUsedAt: daysAgo(sinceDays) } : {}) },
    createdAt,
    updatedAt: createdAt,
    version: 1,
  });
  return { record, relevance, meaning: 0, now: NOW };
}

function daysAgo(days: number): string {
  return new Date(NOW.getTime() - days * 86_400_000).toISOString();
}
