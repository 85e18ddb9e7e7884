import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import type { OverheadReport } from "../langchain/measure.ts";
import { casesBySize, runMain } from "./run-main.ts";

const MAIN = fileURLToPath(new URL("../langchain/main.ts", import.meta.url));

test(
  "recall and retriever are asked equally often, and both are told with their difference",
  { tags: "long" },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "kioku-bench-langchain-"));
    try {
      const file = join(folder, "overhead.json");
      const { code, stdout, stderr } = await runMain(MAIN, [
        "--count=100,200",
        "--rounds=3",
        "--json",
        `--save=${file}`,
      ]);
      expect(stderr).toBe("");
      expect(code).toBe(0);
      expect(stdout).toContain("100 records, 24 calls each");
      expect(stdout).toMatch(/difference, call by call +p50 -?[\d.]+ ms, p95 -?[\d.]+ ms/u);
      const { runs } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as {
        runs: OverheadReport[];
      };
      expect(runs.map(({ records, calls }) => [records, calls])).toEqual([
        [100, 24],
        [200, 24],
      ]);
      for (const { recall, retriever, empty } of runs) {
        for (const { p50Ms, p95Ms } of [recall, retriever, empty]) {
          expect(p50Ms).toBeGreaterThan(0);
          expect(p95Ms).toBeGreaterThanOrEqual(p50Ms);
        }
      }
      const saved: unknown = JSON.parse(await readFile(file, "utf8"));
      expect(saved).toMatchObject({ versions: { node: process.version }, runs });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

test.each(
  casesBySize([
    [["--count", "5"], "--count must be a whole number from 10 to 1000000"],
    [["--count", "100,"], "--count must be a whole number"],
    [["--rounds", "0"], "--rounds must be a whole number from 1"],
    [["--quick"], "--quick"],
  ]),
)("%j is refused with exit code 2", async (args, message) => {
  const { code, stderr } = await runMain(MAIN, args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
