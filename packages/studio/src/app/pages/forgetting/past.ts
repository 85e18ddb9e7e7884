import type { Emotion, Strength } from "@kioku/core";
import { initialStabilityDays, strengthAfterUse } from "@kioku/core/toolkit";

const MS_PER_DAY = 86_400_000;
/** Instant of the last use, from which the curves begin. */
const LAST_USE = new Date("2026-01-01T00:00:00Z");

/** A memory of the playground up to its last use. */
export interface Past {
  /** Times it was used. */
  readonly uses: number;
  /** Days from its writing to the first use, and from each use to the next. */
  readonly interval: number;
  /** 0 to 1. */
  readonly importance: number;
  /** Relevance and similarity to what is asked, 0 to 1. */
  readonly relevance: number;
  /** -1 (aversion) to 1 (joy); 0: none. */
  readonly feeling: number;
  /** Days of stability when it was written; 0: as its importance and feeling say. */
  readonly stability: number;
}

/** An ordinary memory that was used five times, once a week. */
export const FIRST_PAST: Past = {
  uses: 5,
  interval: 7,
  importance: 0.5,
  relevance: 0.7,
  feeling: 0,
  stability: 0,
};

/** Returns the emotion of a memory: the stronger, the more exciting. */
export function emotionOf({ feeling }: Pick<Past, "feeling">): Emotion | undefined {
  return feeling === 0 ? undefined : { valence: feeling, arousal: Math.abs(feeling) };
}

/** Returns the stability at the writing. */
export function firstStability(past: Pick<Past, "importance" | "feeling" | "stability">): number {
  if (past.stability > 0) return past.stability;
  return initialStabilityDays(past.importance, emotionOf(past)?.arousal);
}

/** Instants and strength of a memory when it was used last. */
export interface Lived {
  readonly createdAt: Date;
  readonly strength: Strength;
}

/** Returns what the uses of a memory have made of it; the last one was at `LAST_USE`. */
export function live(past: Past): Lived {
  const { uses, interval } = past;
  const createdAt = afterLastUse(-uses * interval);
  const strength = Array.from({ length: uses }, (_, use) =>
    afterLastUse((use + 1 - uses) * interval),
  ).reduce<Strength>((last, now) => strengthAfterUse(last, { createdAt, now }), {
    stabilityDays: firstStability(past),
    uses: 0,
  });
  return { createdAt, strength };
}

/** Returns the instant some days after the last use. */
export function afterLastUse(days: number): Date {
  return new Date(LAST_USE.getTime() + days * MS_PER_DAY);
}
