import type { Range } from "./settings-query.js";

/** Parameters of the published playground, as they are published. */
export const PUBLISHED = {
  /** Rate of fading a day, λ. */
  decay: 0.099,
  /** Most that joy adds. */
  joyBoost: 1.5,
  /** Rate at which joy passes, a day. */
  steepness: 3,
  /** Most that aversion adds, before its growth. */
  aversionBoost: 2,
  /** Factor by which aversion grows with every five uses. */
  growth: 1.2,
  /** Probability of a flashback. */
  chance: 0.05,
  /** Factor of a flashback. */
  flashback: 2,
};
/** Parameters of the published playground. */
export type PublishedParameters = typeof PUBLISHED;

/** Ranges of the published playground. */
export const RANGES: Readonly<Record<keyof PublishedParameters, Range>> = {
  decay: [0.01, 0.5, 0.001],
  joyBoost: [0.1, 3, 0.1],
  steepness: [0.5, 5, 0.1],
  aversionBoost: [0.1, 5, 0.1],
  growth: [1, 1.5, 0.01],
  chance: [0, 0.3, 0.01],
  flashback: [1, 5, 0.1],
};

/** A memory at a moment. */
export interface Moment {
  /** Days since it was written. */
  readonly age: number;
  /** Days since it was used, or written. */
  readonly since: number;
  /** Times it was used. */
  readonly uses: number;
  /** 0 to 1. */
  readonly joy: number;
  /** 0 to 1. */
  readonly aversion: number;
}

const FULL = 100;

/**
 * Returns the published score of a memory that began at 100, without a flashback.
 * @see https://github.com/proj-airi/duckdb-wasm
 */
export function publishedScore(
  { age, since, uses, joy, aversion }: Moment,
  { decay, joyBoost, steepness, aversionBoost, growth }: PublishedParameters = PUBLISHED,
): number {
  const longTerm = uses >= 5 ? 1 - 0.3 ** (uses / 5) : 0;
  const faded = Math.exp(-decay * age * (1 - longTerm));
  const retrieval = 1 + uses * 0.25 * Math.exp(-decay * 0.8 * since);
  const joyful = 1 + joy * joyBoost * Math.exp(-steepness * since);
  const averse = 1 + aversion * aversionBoost * growth ** Math.ceil(uses / 5);
  return FULL * faded * retrieval * joyful * averse;
}

/** Returns its score by the pieces of `airiPlaygroundScoring`: one valence, no jump, bounds. */
export function boundedScore(
  { age, since, uses, joy, aversion }: Moment,
  { decay, joyBoost, steepness, aversionBoost, growth }: PublishedParameters = PUBLISHED,
): number {
  const valence = joy - aversion;
  const faded = Math.exp(-decay * age * 0.3 ** (uses / 5));
  const retrieval = 1 + (1 - 0.75 ** uses) * Math.exp(-decay * 0.8 * since);
  const joyful = 1 + joyBoost * Math.max(valence, 0) * Math.exp(-steepness * since);
  const most = 2 - growth ** (-uses / 5);
  const averse = 1 + aversionBoost * Math.max(-valence, 0) * most * Math.exp(-decay * since);
  return FULL * faded * retrieval * joyful * averse;
}
