import type { MemoryRecord, Scoring } from "@kioku/core";
import {
  checkNumber,
  daysBetween,
  daysSinceUse,
  resolveNumbers,
  retrievability,
} from "@kioku/core/toolkit";

import { toResult } from "./scoring-parts.js";

/** Tier of a memory, from the one that fades fastest to the one that hardly fades. */
export type AiriTier = "working" | "short-term" | "long-term" | "muscle";

/** Members of a record that decide its tier. */
export type TieredRecord = Pick<MemoryRecord, "createdAt" | "strength" | "importance" | "emotion">;

/** Options of `airiTiers`. */
export interface AiriTiersOptions {
  /** Uses, on as many days, that make an ordinary memory long-term; above 0. @defaultValue 5 */
  readonly longTermUses?: number;
  /** Uses that make it muscle memory; more than `longTermUses`. @defaultValue 40 */
  readonly muscleUses?: number;
  /** Share of a score that fading can take, 0 to 1. @defaultValue 0.2 */
  readonly weight?: number;
}

/** Tiers of memories as a policy. Each function reads a record and a moment, and nothing else. */
export interface AiriTiers {
  /** Scoring `airi-tiers`: `relevance * (1 - weight + weight * retention)`. */
  readonly scoring: Scoring;
  /** Returns the tier of a record. */
  tierOf(record: TieredRecord, now: Date): AiriTier;
  /** Returns the share of a record that is left, 0 to 1. */
  retentionOf(record: TieredRecord, now: Date): number;
}

/** Hours that a memory stays in working memory, and after which half of its detail is gone. */
const WORKING_HOURS = 1;
/** Share of a short-term memory that is gone with working memory. */
const DETAIL = 0.3;
/** Days after which half of the rest of a short-term memory is gone: AIRI's 0.099 a day. */
const SHORT_TERM_DAYS = 7;
/** Stability of long-term and of muscle memory, by FSRS-6. */
const LONG_TERM_DAYS = 30;
const MUSCLE_DAYS = 3_650;
const HOURS_PER_DAY = 24;

/**
 * Makes AIRI's four tiers of memory: working, short-term, long-term and muscle. Each fades by a
 * curve of its own, and uses lift a memory from one to the next. At most one use counts for each
 * day between its writing and its last use, as 0.5 to 1.5 uses by importance and emotion.
 *
 * Between two tiers the curves blend, so that no use and no hour changes a score abruptly.
 *
 * @see https://github.com/moeru-ai/airi
 * @throws `invalid-input` for an option that is unknown or out of range.
 */
export function airiTiers(options: AiriTiersOptions = {}): AiriTiers {
  const { longTermUses, muscleUses, weight } = resolveNumbers("airiTiers", options, {
    longTermUses: { usual: 5, above: 0 },
    muscleUses: { usual: 40 },
    weight: { usual: 0.2, min: 0, max: 1 },
  });
  checkNumber(muscleUses, "airiTiers.muscleUses", { above: longTermUses });

  const levelOf = (record: TieredRecord): number => {
    const uses = effectiveUses(record);
    if (uses < longTermUses) return uses / longTermUses;
    return Math.min(1 + (uses - longTermUses) / (muscleUses - longTermUses), 2);
  };
  const tierOf = (record: TieredRecord, now: Date): AiriTier => {
    const level = levelOf(record);
    if (level >= 2) return "muscle";
    if (level >= 1) return "long-term";
    const hours = HOURS_PER_DAY * daysSinceUse({ record, now });
    return hours < WORKING_HOURS ? "working" : "short-term";
  };
  const retentionOf = (record: TieredRecord, now: Date): number =>
    blend(levelOf(record), daysSinceUse({ record, now }));
  const scoring: Scoring = {
    name: "airi-tiers",
    // At the widest 0.8 to 1.
    bounded: weight <= 0.3,
    score: ({ record, relevance, now }) =>
      toResult(relevance, { retention: 1 - weight + weight * retentionOf(record, now) }),
  };
  return { scoring, tierOf, retentionOf };
}

/** Counts the uses of a record: one for each day of its life, by importance and emotion. */
function effectiveUses({ createdAt, strength, importance, emotion }: TieredRecord): number {
  const { uses, lastUsedAt = createdAt } = strength;
  const felt = emotion ? Math.hypot(emotion.valence, emotion.arousal) / Math.SQRT2 : 0;
  // Emotion closes half of the way that importance leaves.
  const salience = importance + 0.5 * felt * (1 - importance);
  return Math.min(uses, daysBetween(createdAt, lastUsedAt)) * (0.5 + salience);
}

/** Returns what is left after some days, between the curves of the two tiers around a level. */
function blend(level: number, days: number): number {
  const longTerm = retrievability(days, LONG_TERM_DAYS);
  const share = level < 1 ? level : level - 1;
  const [below, above] =
    level < 1 ? [shortTermCurve(days), longTerm] : [longTerm, retrievability(days, MUSCLE_DAYS)];
  return (1 - share) * below + share * above;
}

/** Returns what is left of a short-term memory; its detail goes with working memory. */
function shortTermCurve(days: number): number {
  const detail = DETAIL * 2 ** ((-days * HOURS_PER_DAY) / WORKING_HOURS);
  return detail + (1 - DETAIL) * 2 ** (-days / SHORT_TERM_DAYS);
}
