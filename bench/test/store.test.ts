import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { parseStoreCommand } from "../store/parse-store-options.ts";
import type { StoreReport } from "../store/store-report.ts";
import { runMain } from "./run-main.ts";
import type { Finished } from "./run-main.ts";

const MAIN = fileURLToPath(new URL("../store/main.ts", import.meta.url));
const SHAPE = [
  "store",
  "count",
  "dimensions",
  "vector",
  "hybrid",
  "smallScope",
  "writeRowsPerSecond",
  "bytesPerRecord",
  "coldOpenMs",
  "loopDelayP99Ms",
  "peers",
];

const run = (...args: readonly string[]): Promise<Finished> => runMain(MAIN, args);

test(
  "a small run ends with one JSON object of the promised shape, and its answers are exact",
  { tags: "long" },
  async () => {
    const args = ["--count", "300", "--dimensions", "16", "--json"];
    const { code, stdout, stderr } = await run(...args);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    const report = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as StoreReport;
    expect(Object.keys(report).slice(0, SHAPE.length)).toEqual(SHAPE);
    expect(report).toMatchObject({ store: "sqlite", count: 300, dimensions: 16 });
    expect(Object.keys(report.vector)).toEqual(["p50Ms", "p95Ms", "recallAt10"]);
    expect(Object.keys(report.hybrid)).toEqual(["p50Ms", "p95Ms", "recallAt10"]);
    expect(Object.keys(report.writeRowsPerSecond)).toEqual(["1", "10", "1000"]);
    expect(report.vector.recallAt10).toBe(1);
    expect(report.hybrid.recallAt10).toBe(1);
    expect(report.compared).toEqual({ vector: 200, hybrid: 200 });
    expect(report.peers.map(({ name, recallAt10 }) => [name, recallAt10])).toEqual([
      ["sqlite-vec + FTS5", 1],
    ]);
    expect(report.skippedPeers).toEqual([]);
    expect(report.turns.rounds).toBe(20);
    expect(report.turns.read.bytes).toBe(300 * 16);
    expect(report.turns.ratios.map(({ of, beside, bar }) => [of, beside, bar])).toEqual([
      ["hybrid", "sqlite-vec + FTS5", undefined],
      ["hybrid", "one read of the codes", undefined],
      ["vector", "sqlite-vec + FTS5", undefined],
    ]);
    // More than a vector of 64 bytes, the id, and the text twice, once for history.
    expect(report.bytesPerRecord).toBeGreaterThan(300);
    for (const measured of [
      report.vector.p50Ms,
      report.hybrid.p50Ms,
      report.smallScope.p50Ms,
      report.coldOpenMs,
      report.secondRecallMs,
      report.coldStallMs,
      report.residentMb.counted,
      report.residentMb.after.rss - report.residentMb.after.heap,
      report.residentMb.before.heap,
      report.loopDelayMaxMs,
      report.turns.vectorP50Ms,
      report.turns.hybridP50Ms,
      report.turns.read.gigabytesPerSecond,
      ...report.peers.map(({ hybridP50Ms = 0 }) => hybridP50Ms),
      report.vectorSpeedup,
      report.singleCommitRatio,
      ...Object.values(report.writeRowsPerSecond),
      ...Object.values(report.rememberRowsPerSecond),
    ]) {
      expect(measured).toBeGreaterThan(0);
    }
    expect(report.longestColdRecallMs).toBeGreaterThanOrEqual(report.secondRecallMs);
    expect(stdout).toContain("300 records, 16 dimensions");
    expect(stdout).toMatch(/^ {2}sqlite-vec \+ FTS5 .* Kioku takes [\d.]+ of it/mu);
  },
);

test("what makes no sense ends with exit code 2 and says what is allowed", async () => {
  const { code, stderr } = await run("--count", "10000,many");
  expect(code).toBe(2);
  expect(stderr).toContain("--count must be a whole number from 100 to 1000000, got many");
  expect((await run("--records", "5")).code).toBe(2);
  expect((await run("stray")).code).toBe(2);
});

test.each([
  ["--count", "0"],
  ["--count", "1000001"],
  ["--count", ""],
  ["--dimensions", "2.5"],
  ["--seed", "-1"],
  ["--peer-seconds", "0"],
])("%s %s is refused by name", (name, value) => {
  expect(() => parseStoreCommand([`${name}=${value}`])).toThrow(`${name} must be a whole number`);
});

test("a list of counts is a run each, with the same other settings", () => {
  const { runs, json, save } = parseStoreCommand(["--count", "100,600,10000", "--save"]);
  expect(runs.map(({ count }) => count)).toEqual([100, 600, 10_000]);
  expect(
    runs.every(({ dimensions, seed, peers }) => dimensions === 384 && seed === 1 && !peers),
  ).toBe(true);
  expect(runs.some(({ hard }) => hard)).toBe(false);
  expect([json, save]).toEqual([false, true]);
});

test("hard data comes beside the usual one, for each count", () => {
  const { runs } = parseStoreCommand(["--count", "1000,20000", "--hard", "--peers"]);
  expect(runs.map(({ count, hard }) => [count, hard])).toEqual([
    [1_000, false],
    [1_000, true],
    [20_000, false],
    [20_000, true],
  ]);
  expect(runs.every(({ peers, peerSeconds }) => peers && peerSeconds === 300)).toBe(true);
});
