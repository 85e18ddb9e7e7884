import type { TortureResult } from "./torture-results.ts";

/** One of the runs that a saved result adds up. */
export interface TorturePart {
  readonly seed: number;
  readonly rounds: number;
  readonly seconds: number;
  /** Version and commit that it ran on. */
  readonly kioku: string;
}

/** Returns the runs of a result; one that was saved as a whole is one. */
export function partsOf({
  parts,
  seed,
  seconds,
  versions,
}: TortureResult): readonly Omit<TorturePart, "rounds">[] {
  return parts ?? [{ seed, seconds, kioku: versions["kioku"] ?? "" }];
}

/** Writes the seeds of runs, such as `1 to 8` or `1 to 95,001 in steps of 5,000`. */
export function seedsOf(result: TortureResult): string {
  const seeds = partsOf(result).map(({ seed }) => seed);
  const ranges: { readonly first: number; last: number; step: number }[] = [];
  for (const seed of seeds) {
    const range = ranges.at(-1);
    const isNext = range?.first === range?.last || seed === (range?.last ?? 0) + (range?.step ?? 0);
    if (range === undefined || !isNext) ranges.push({ first: seed, last: seed, step: 0 });
    else Object.assign(range, { last: seed, step: seed - range.last });
  }
  return ranges.map(rangeOf).join(", ");
}

function rangeOf(range: { readonly first: number; last: number; step: number }): string {
  const [first, last, step] = [range.first, range.last, range.step].map((number) =>
    number.toLocaleString("en-US"),
  );
  if (range.step === 0) return `${first}`;
  return range.step === 1 ? `${first} to ${last}` : `${first} to ${last} in steps of ${step}`;
}

/** Writes the states of the code that runs were made on. */
export function statesOf(result: TortureResult): string {
  return [...new Set(partsOf(result).map(({ kioku }) => kioku))].join(", ");
}
