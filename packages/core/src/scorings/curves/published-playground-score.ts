import { FADING_PER_DAY } from "./playground.js";

/** What the playground knows of a memory. */
export interface PlaygroundMemory {
  /** What everything is multiplied with; of any scale. */
  readonly score: number;
  /** Days since it was written. */
  readonly ageDays: number;
  /** Days since it was last retrieved. */
  readonly sinceDays: number;
  /** How often it was retrieved. */
  readonly uses: number;
  /** 0 to 1. */
  readonly joy: number;
  /** 0 to 1. */
  readonly aversion: number;
  /** Whether it flashes back. */
  readonly flashback: boolean;
}

/**
 * The score of AIRI's memory playground as published, to compare with. It has no upper bound
 * (aversion grows by a fifth with every five uses), and the fifth use multiplies it at a stroke, by
 * nine for a memory that is 30 days old.
 *
 * @see https://github.com/proj-airi/duckdb-wasm
 */
export function publishedPlaygroundScore(memory: PlaygroundMemory): number {
  const { score, ageDays, sinceDays, uses, joy, aversion, flashback } = memory;
  const longTerm = uses >= 5 ? 1 - 0.3 ** (uses / 5) : 0;
  const decay = Math.exp(-FADING_PER_DAY * ageDays * (1 - longTerm));
  const retrieval = 1 + uses * 0.25 * Math.exp(-FADING_PER_DAY * 0.8 * sinceDays);
  const joyful = 1 + joy * 1.5 * Math.exp(-3 * sinceDays);
  const averse = 1 + aversion * 2 * 1.2 ** Math.ceil(uses / 5);
  return score * decay * retrieval * (flashback ? 2 : 1) * joyful * averse;
}
