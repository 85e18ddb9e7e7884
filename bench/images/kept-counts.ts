import type { GreyImage } from "@kioku/mind/images";

import { FILTERS } from "./filters.ts";

/** Counts of the pairs of one kind that each filter keeps. */
export interface KeptCounts {
  readonly name: string;
  /** True if the second image of each pair shows something new; `null` if none can tell. */
  readonly isNew: boolean | null;
  readonly pairs: number;
  /** Pairs whose second image was kept, by filter. */
  readonly kept: Readonly<Record<string, number>>;
}

/** Counts the pairs of several kinds. */
export class KeptCounter {
  readonly #counts = new Map<string, { isNew: boolean | null; pairs: number; kept: number[] }>();

  /** Asks every filter about a pair of one kind. */
  count(name: string, isNew: boolean | null, pair: readonly [GreyImage, GreyImage]): void {
    const counts = this.#counts.get(name) ?? { isNew, pairs: 0, kept: FILTERS.map(() => 0) };
    counts.pairs += 1;
    for (const [index, filter] of FILTERS.entries()) {
      if (filter.isChanged(...pair)) counts.kept[index] = (counts.kept[index] ?? 0) + 1;
    }
    this.#counts.set(name, counts);
  }

  /** Returns the counts in the order in which kinds came first. */
  results(): readonly KeptCounts[] {
    return [...this.#counts].map(([name, { isNew, pairs, kept }]) => ({
      name,
      isNew,
      pairs,
      kept: Object.fromEntries(FILTERS.map((filter, index) => [filter.name, kept[index] ?? 0])),
    }));
  }
}

/** Returns the share of pairs that a filter got wrong; `undefined` where none can tell. */
export function wrongShare({ isNew, pairs, kept }: KeptCounts, filter: string): number | undefined {
  if (isNew === null) return undefined;
  const right = isNew ? (kept[filter] ?? 0) : pairs - (kept[filter] ?? 0);
  return (pairs - right) / Math.max(1, pairs);
}

/** Formats counts as a table: the share that each filter keeps. */
export function formatCounts(title: string, counts: readonly KeptCounts[]): string {
  const width = Math.max(...counts.map(({ name }) => name.length), title.length) + 2;
  const head = FILTERS.map(({ name }) => name.padStart(12)).join("");
  const lines = counts.map((row) => {
    const shares = FILTERS.map(({ name }) => {
      const share = `${((100 * (row.kept[name] ?? 0)) / Math.max(1, row.pairs)).toFixed(1)} %`;
      return share.padStart(12);
    });
    const wanted = row.isNew === null ? "either" : row.isNew ? "kept" : "dropped";
    return `${row.name.padEnd(width)}${wanted.padStart(8)}${String(row.pairs).padStart(7)}${shares.join("")}`;
  });
  return [
    `${title.padEnd(width)}${"wanted".padStart(8)}${"pairs".padStart(7)}${head}`,
    ...lines,
  ].join("\n");
}
