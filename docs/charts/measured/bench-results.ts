import { readFileSync } from "node:fs";

const RESULTS = new URL("../../../bench/results/", import.meta.url);

/** Times of calls of one sort. */
export interface SavedTimes {
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** Reads a file that `npm run bench` saved in bench/results. */
export function readResult(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, RESULTS), "utf8"));
}

/** A link to such a file, from a page in this many folders below the root. */
export function linkTo(file: string, depth: 0 | 1 | 2): string {
  const name = file.replace(".json", "").replaceAll("/", " ");
  return `[${name}](${"../".repeat(depth)}bench/results/${file})`;
}

/** A time with what digits mean something: `0.35 ms`, `3.5 ms`, `41 ms`, `1.7 s`, `2 min`. */
export function timeOf(milliseconds: number): string {
  if (milliseconds >= 120_000) return `${significant(milliseconds / 60_000)} min`;
  if (milliseconds >= 1_000) return `${significant(milliseconds / 1_000)} s`;
  return `${significant(milliseconds)} ms`;
}

/** A number with two digits that mean something, and commas. */
export function significant(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString("en-US");
}

/** A number as it is, with commas. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

/** The processors that files were made on, and when: `AMD EPYC (2 cores, 2026-11-22)`. */
export function machinesOf(files: readonly string[]): string {
  const machines = files.map((file) => {
    const { cpu, cores, date } = readResult(file) as {
      readonly cpu: string;
      readonly cores: number;
      readonly date: string;
    };
    return { name: `${cpu.replaceAll("(R)", "")}, ${cores} cores`, date };
  });
  const byName = Map.groupBy(machines, ({ name }) => name);
  return [...byName]
    .map(([name, own]) => {
      const dates = own.map(({ date }) => date).toSorted();
      const [first = "", last = ""] = [dates[0], dates.at(-1)];
      return `${name} (${first === last ? first : `${first} to ${last}`})`;
    })
    .join("; ");
}
