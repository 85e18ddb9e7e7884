import { existsSync, readFileSync } from "node:fs";

import { envelope, saveResult } from "@kioku/bench/saved-result";

/** One run of those that a saved result adds up. */
export interface Part {
  readonly seed: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly date: string;
  /** Version and commit that it ran on. */
  readonly kioku: string;
}

/** A result to save, and the rules for adding it to a saved one. */
interface PartOfResult {
  readonly file: string;
  /** Parts of the saved result that it is added to. */
  readonly earlier: readonly Part[];
  /** Harness, store and control. */
  readonly names: object;
  readonly counts: Counts;
  /** Names of counts that every run has alike, so that they are not added. */
  readonly alike: readonly string[];
  readonly part: Omit<Part, "date" | "kioku">;
}

type Counts = Readonly<Record<string, unknown>>;

/**
 * Returns the parts of a saved result; none without a file.
 * @throws An error if it was saved before results had parts.
 */
export function readParts(file: string): readonly Part[] {
  if (!existsSync(file)) return [];
  const { parts } = read(file);
  if (Array.isArray(parts)) return parts as readonly Part[];
  throw new Error(`${file} has no parts; remove it to begin anew`);
}

/** Returns the seed after those of all parts. */
export function nextSeed(parts: readonly Part[], seedsOf: (part: Part) => number): number {
  return Math.max(1, ...parts.map((part) => part.seed + seedsOf(part)));
}

/**
 * Checks that no part has used a seed of a new one: what was run twice is no further proof.
 * @throws An error that names the part.
 */
export function checkSeeds(
  parts: readonly Part[],
  { seed, rounds }: Pick<Part, "seed" | "rounds">,
  seedsOf: (part: Pick<Part, "rounds">) => number,
): void {
  const end = seed + seedsOf({ rounds });
  const same = parts.find((part) => part.seed < end && seed < part.seed + seedsOf(part));
  if (same === undefined) return;
  throw new Error(`seed ${seed} is used by the part of seed ${same.seed}, ${same.rounds} rounds`);
}

/** Saves a run, added to the parts that are there already. */
export async function savePart(given: PartOfResult): Promise<void> {
  const { file, earlier, names, counts, alike, part } = given;
  const { date, versions } = envelope();
  const added = earlier.length === 0 ? counts : add(read(file), counts, alike);
  const parts = [...earlier, { ...part, date, kioku: versions["kioku"] ?? "" }];
  await saveResult(file, { ...names, seed: parts[0]?.seed, ...added, parts });
}

function add(saved: Counts, counts: Counts, alike: readonly string[]): Counts {
  const sums = Object.entries(counts).map(([name, counted]) => [
    name,
    alike.includes(name) ? counted : sumOf(saved[name], counted),
  ]);
  return Object.fromEntries(sums) as Counts;
}

function sumOf(saved: unknown, counted: unknown): unknown {
  if (saved === undefined) return counted;
  if (counted === undefined) return saved;
  if (typeof saved === "number" && typeof counted === "number") return saved + counted;
  if (!isCounts(saved) || !isCounts(counted)) return counted;
  const names = new Set([...Object.keys(saved), ...Object.keys(counted)]);
  return Object.fromEntries([...names].map((name) => [name, sumOf(saved[name], counted[name])]));
}

function isCounts(value: unknown): value is Counts {
  return typeof value === "object" && value !== null;
}

function read(file: string): Counts {
  return JSON.parse(readFileSync(file, "utf8")) as Counts;
}
