import type { CallOptions, Memory, RecalledMemory, SurfaceQuery } from "@kioku/core";
import {
  checkedRandom,
  checkMembers,
  checkNumber,
  hashText,
  invalidInput,
} from "@kioku/core/toolkit";

/** Probability of a flashback, and the memories it is drawn from. */
export interface FlashbackQuery extends Pick<
  SurfaceQuery,
  "cue" | "mood" | "kinds" | "filter" | "exclude"
> {
  /** Probability that a memory is returned, 0 to 1. @defaultValue 0.05 */
  readonly probability?: number | undefined;
  /** Decides the draw: give each turn its own, such as its id. Required without `random`. */
  readonly seed?: number | string | undefined;
  /** Returns numbers in [0, 1). Required without `seed`. */
  readonly random?: (() => number) | undefined;
}

const MEMBERS = "cue mood kinds filter exclude probability seed random".split(" ");
const MAX_DRAW = 2 ** 32;

/**
 * Returns, with a low probability, a memory that comes to mind unasked: one that
 * `memory.surface` gives, so of this scope, trusted, and not lately surfaced. It does not count as
 * a use.
 *
 * ```ts
 * const flash = await flashback(memory, { seed: receipt.record.id, cue: message, mood });
 * ```
 *
 * @throws `invalid-input` without `seed` and `random`, and for an option out of range.
 */
export async function flashback(
  memory: Memory,
  query: FlashbackQuery,
  options: CallOptions = {},
): Promise<RecalledMemory | undefined> {
  checkMembers(query, "query", MEMBERS);
  const { probability = 0.05, seed, random, ...surfaced } = query;
  checkNumber(probability, "query.probability", { min: 0, max: 1 });
  const draw = drawing(seed, random);
  if (draw() >= probability) return undefined;
  const one = { ...surfaced, limit: 1, seed: seed ?? draw() };
  return (await memory.surface(one, options))[0];
}

function drawing(seed: unknown, random: (() => number) | undefined): () => number {
  if (random !== undefined) return checkedRandom(random);
  if (typeof seed !== "string" && !Number.isFinite(seed)) {
    throw invalidInput("query.seed", "a finite number or a string, without query.random", seed);
  }
  const drawn = Number.parseInt(hashText("flashback", String(seed)).slice(0, 8), 16) / MAX_DRAW;
  return () => drawn;
}
