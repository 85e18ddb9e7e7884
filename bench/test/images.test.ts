import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { formatCounts, KeptCounter, wrongShare } from "../images/kept-counts.ts";
import { runMain } from "./run-main.ts";

const MAIN = fileURLToPath(new URL("../images/main.ts", import.meta.url));

test("the cases and the speed of filters are measured side by side", { tags: "long" }, async () => {
  const { code, stdout } = await runMain(MAIN, ["--quick", "--part", "cases,speed", "--json"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^a caret blinks +dropped +1 +0\.0 % +0\.0 % /mu);
  expect(stdout).toMatch(/^a dialog +kept +1 +100\.0 % /mu);
  expect(stdout).toMatch(/^tiles: noise( +\d+\.\d\d){3}$/mu);
  const report: unknown = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  expect(report).toHaveProperty("parts.cases");
});

test("a part that there is not, and a wrong number, are refused", async () => {
  for (const args of [
    ["--part", "colours"],
    ["--seeds", "0"],
  ]) {
    expect((await runMain(MAIN, args)).code).toBe(2);
  }
});

test("shares of what was kept are counted by kind", () => {
  const counter = new KeptCounter();
  const [black, white] = [0, 255].map((grey) => {
    return { width: 40, height: 40, pixels: new Uint8Array(1_600).fill(grey) };
  });
  if (!black || !white) throw new Error("no images");
  counter.count("other", true, [black, white]);
  counter.count("other", true, [black, black]);
  const [counts] = counter.results();
  expect(counts).toMatchObject({ name: "other", pairs: 2, kept: { mirix: 1, tiles: 1 } });
  expect(counts && wrongShare(counts, "tiles")).toBe(0.5);
  expect(formatCounts("kinds", counter.results())).toContain("50.0 %");
});
