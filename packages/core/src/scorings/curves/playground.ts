/** What fades each day: half in 7 days. */
export const FADING_PER_DAY = 0.099;

/** The most that each piece can multiply a score by; joy and aversion exclude each other. */
export const PLAYGROUND_MOST = { retrieval: 2, joy: 2.5, aversion: 5, flashback: 2 } as const;

/**
 * What is left of a memory by its age, 0 to 1. Uses take it from working memory to long-term
 * memory, where a share of its age no longer counts: 21 % after one use, 70 % after five (there the
 * published curve sets in, with a jump), nearly all after 40, the playground's muscle memory, which
 * loses 0.24 % a year.
 */
export function playgroundDecay(ageDays: number, uses: number): number {
  return Math.exp(-FADING_PER_DAY * Math.max(ageDays, 0) * 0.3 ** (uses / 5));
}

/**
 * What having been used adds, 1 to 2: a quarter for the first use, as published, each further one
 * less, and it fades.
 */
export function playgroundRetrieval(sinceDays: number, uses: number): number {
  const faded = Math.exp(-FADING_PER_DAY * 0.8 * Math.max(sinceDays, 0));
  return 1 + (1 - 0.75 ** uses) * faded;
}

/** What joy (0 to 1) adds, 1 to 2.5; it is gone within two days, as published. */
export function playgroundJoy(joy: number, sinceDays: number): number {
  return 1 + 1.5 * joy * Math.exp(-3 * Math.max(sinceDays, 0));
}

/**
 * What aversion (0 to 1) adds, 1 to 5. Uses raise it at first as published, `1.2 ^ (n / 5)`, and at
 * most double it. It fades like the memory itself; as published it never does.
 */
export function playgroundAversion(aversion: number, sinceDays: number, uses: number): number {
  const growth = 2 - 1.2 ** (-uses / 5);
  return 1 + 2 * aversion * growth * Math.exp(-FADING_PER_DAY * Math.max(sinceDays, 0));
}
