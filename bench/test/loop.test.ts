import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { longestStretch } from "../longest-stretch.ts";
import type { LoopReport } from "../loop/measure.ts";
import { runMain } from "./run-main.ts";

const MAIN = fileURLToPath(new URL("../loop/main.ts", import.meta.url));

test("the longest stretch of each kind of work is told, and saved", async () => {
  const folder = await mkdtemp(join(tmpdir(), "kioku-bench-loop-"));
  try {
    const file = join(folder, "loop.json");
    const args = ["--count=50", "--characters=2000", "--runs=1", "--json", `--save=${file}`];
    const { code, stdout, stderr } = await runMain(MAIN, args);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    const report = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as LoopReport;
    expect(Object.keys(report.worstMs)).toEqual([
      "forget",
      "erase",
      "longText",
      "longQuery",
      "context",
    ]);
    for (const ms of Object.values(report.worstMs)) expect(ms).toBeGreaterThan(0);
    const saved: unknown = JSON.parse(await readFile(file, "utf8"));
    expect(saved).toMatchObject({ versions: { node: process.version }, ...report });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

function hold(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end) continue;
}

test("a stretch is as long as what holds the loop", async () => {
  const { ms } = await longestStretch(async () => {
    await Promise.resolve();
    hold(30);
  });
  expect(ms).toBeGreaterThanOrEqual(30);
});

test("a number of runs that makes no sense is refused with exit code 2", async () => {
  const { code, stderr } = await runMain(MAIN, ["--runs", "0"]);
  expect(code).toBe(2);
  expect(stderr).toContain("--runs must be a whole number from 1");
});
