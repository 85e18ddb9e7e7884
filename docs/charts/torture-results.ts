import { readdirSync, readFileSync } from "node:fs";

import type { TorturePart } from "./torture-parts.ts";

const RESULTS = new URL("../../torture/results/", import.meta.url);

/** Result of a harness, as `npm run torture -- --save` saves it. */
export interface TortureResult {
  /** Of the file, without folder. */
  readonly file: string;
  readonly date: string;
  /** Command that repeats the run. */
  readonly command: string;
  readonly seed: number;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly harness: string;
  readonly store: string;
  /** Deliberate defect; absent in a run that counts. */
  readonly control?: string;
  /** Promises that were broken. */
  readonly defects: number;
  readonly seconds: number;
  /** Runs that it adds up. Absent in results that were saved before there were parts. */
  readonly parts?: readonly TorturePart[];
  /** Counts of the harness. */
  readonly counts: Readonly<Record<string, unknown>>;
}

/** All saved results, by file name. */
export function readTortureResults(): readonly TortureResult[] {
  return readdirSync(RESULTS)
    .filter((file) => file.endsWith(".json"))
    .toSorted()
    .map((file) => {
      const counts = JSON.parse(readFileSync(new URL(file, RESULTS), "utf8")) as Omit<
        TortureResult,
        "file" | "counts"
      > &
        Readonly<Record<string, unknown>>;
      for (const member of ["command", "seed", "defects", "versions"]) {
        if (counts[member] !== undefined) continue;
        throw new Error(`torture/results/${file} has no ${member}; make it again with --save`);
      }
      return { ...counts, file, counts };
    });
}

/** A count of a result. @throws If it has none: a page must not say 0 where nothing was counted. */
export function countOf({ file, counts }: TortureResult, ...path: readonly string[]): number {
  let value: unknown = counts;
  for (const name of path) {
    value = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  }
  if (typeof value === "number") return value;
  throw new Error(`torture/results/${file} has no count ${path.join(".")}`);
}

/** All counts under a name, added. */
export function sumOf({ file, counts }: TortureResult, name: string): number {
  const value = counts[name];
  if (typeof value !== "object" || value === null) {
    throw new Error(`torture/results/${file} has no counts ${name}`);
  }
  return Object.values(value as Readonly<Record<string, number>>).reduce((a, b) => a + b, 0);
}
