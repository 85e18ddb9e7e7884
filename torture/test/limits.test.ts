import { afterAll, expect, test } from "vitest";

import { busyStorm } from "../limits/busy-storm.ts";
import { diskLimits } from "../limits/disk-limits.ts";
import { bundlePrograms } from "./bundle-programs.ts";
import { bySize, temporaryDirectory, testSeed } from "./support.ts";

const DISKS = 2;
const PROCESSES = 8;
const TRANSACTIONS = bySize(25, 10);
const seed = testSeed();
const programs = await bundlePrograms();
afterAll(() => programs[Symbol.dispose]());

test(`without room, or where nothing may be written, a write is refused as a whole and done later (seed ${seed})`, async () => {
  const directory = temporaryDirectory();
  const bundled = programs.directory;
  const report = await diskLimits({ rounds: DISKS, seed, directory, bundled });
  expect(report.defects).toEqual([]);
  expect(report.kept).toMatchObject({ "full by pages": DISKS });
  const outcomes = [...Object.values(report.kept), ...Object.values(report.skipped)];
  expect(outcomes.reduce((sum, count) => sum + count)).toBe(2 * DISKS + 2);
});

test(
  `the harness finds it out when what is refused is not undone (seed ${seed})`,
  { tags: "long" },
  async () => {
    const directory = temporaryDirectory();
    const bundled = programs.directory;
    const report = await diskLimits({ rounds: 1, seed, directory, unframed: true, bundled });
    expect(report.kept["full by pages"] ?? 0).toBe(0);
    // The store itself tries again when it has made room, and may meet what it left.
    expect(report.defects.join("; ")).toMatch(
      /records are wrong after a write was refused|cannot be written as version \d+: the next one is/u,
    );
  },
);

test.each([
  {
    each: "waits for the others",
    busyTimeoutMs: 5_000,
    transactions: TRANSACTIONS,
    leastRefused: 0,
  },
  { each: "is refused and tries again", busyTimeoutMs: 0, transactions: 5, leastRefused: 1 },
])(
  `eight processes that write at once lose nothing, when each $each ($transactions transactions of each, seed ${seed})`,
  { tags: "long", timeout: 300_000 },
  async ({ busyTimeoutMs, transactions, leastRefused }) => {
    const directory = temporaryDirectory();
    const bundled = programs.directory;
    const report = await busyStorm({ transactions, seed, busyTimeoutMs, directory, bundled });
    expect(report.defects).toEqual([]);
    expect(report).toMatchObject({ processes: PROCESSES, lost: 0 });
    expect(report.acknowledged).toBe(PROCESSES * transactions);
    expect(report.records).toBeGreaterThan(report.acknowledged);
    expect(report.refused).toBeGreaterThanOrEqual(leastRefused);
  },
);
