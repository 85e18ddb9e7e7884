import type { BenchData } from "../data/bench-data.ts";
import type { Numbers } from "../data/numbers.ts";
import { SCOPES } from "../open-kioku.ts";
import type { Kioku } from "../open-kioku.ts";

/** Records of a batch. */
const BATCHES = [1, 10, 1_000] as const;
/** Rows per second by size of the batch. */
export type Rates = Readonly<Record<`${(typeof BATCHES)[number]}`, number>>;

/** Rows written in batches of each size: the first at a count of 10,000, the second the least. */
const ROWS: Readonly<Record<(typeof BATCHES)[number], readonly [most: number, least: number]>> = {
  1: [400, 30],
  10: [2_000, 100],
  1_000: [20_000, 1_000],
};
const FULL_COUNT = 10_000;

/** Writes records through the store; what is written was made before. */
export async function measureStoreWrites(
  { store }: Kioku,
  data: BenchData,
  numbers: Numbers,
): Promise<Rates> {
  return rates(data, async (size) => {
    const ops = numbers.take(size).map((index) => data.putOf(SCOPES.written, index));
    return () => store.write(ops);
  });
}

/** The same through the memory, with all that core does for a record. */
export async function measureRemember(
  { memory, embedder }: Kioku,
  data: BenchData,
  numbers: Numbers,
): Promise<Rates> {
  const scope = memory.scope(...SCOPES.written);
  return rates(data, async (size) => {
    const taken = numbers.take(size);
    const inputs = taken.map((index) => ({ content: data.textOf(index) }));
    embedder.clear();
    for (const index of taken) embedder.give(data.textOf(index), data.vectorOf(index));
    return () => scope.rememberAll(inputs);
  });
}

/** Callers at once, and the rows that they write one by one. */
const CALLERS = 16;
const ROWS_OF_CALLERS = { most: 800, least: 64 } as const;

/** Rows per second of callers that each write one row after the other. */
export interface CallersRates {
  readonly write: number;
  readonly remember: number;
}

/** Writes single records from many callers at once, through the store and through the memory. */
export async function measureCallers(
  { store, memory, embedder }: Kioku,
  data: BenchData,
  numbers: Numbers,
): Promise<CallersRates> {
  const { most, least } = ROWS_OF_CALLERS;
  const share = Math.min(1, data.settings.count / FULL_COUNT);
  const rows = Math.max(least, Math.round(most * share));
  const ops = numbers.take(rows).map((index) => data.putOf(SCOPES.written, index));
  const write = await atOnce(ops, (op) => store.write([op]));
  const scope = memory.scope(...SCOPES.written);
  const taken = numbers.take(rows);
  embedder.clear();
  for (const index of taken) embedder.give(data.textOf(index), data.vectorOf(index));
  const texts = taken.map((index) => data.textOf(index));
  return { write, remember: await atOnce(texts, (text) => scope.remember(text)) };
}

/** Returns the rows per second. */
async function atOnce<T>(rows: readonly T[], write: (row: T) => Promise<unknown>): Promise<number> {
  const left = rows.values();
  const call = async (): Promise<void> => {
    for (const row of left) await write(row);
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: CALLERS }, call));
  return Math.round((1_000 * rows.length) / (performance.now() - started));
}

/** Prepares and times one batch after the other. */
async function rates(
  { settings }: BenchData,
  prepare: (size: number) => Promise<() => Promise<unknown>>,
): Promise<Rates> {
  const found: [string, number][] = [];
  for (const size of BATCHES) {
    const [most, least] = ROWS[size];
    const rows = Math.max(least, Math.round(most * Math.min(1, settings.count / FULL_COUNT)));
    let ms = 0;
    for (let written = 0; written < rows; written += size) {
      const write = await prepare(size);
      const started = performance.now();
      await write();
      ms += performance.now() - started;
    }
    const written = Math.ceil(rows / size) * size;
    found.push([String(size), Math.round((1_000 * written) / ms)]);
  }
  return Object.fromEntries(found) as unknown as Rates;
}
