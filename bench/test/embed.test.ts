import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import type { EmbedReport } from "../embed/embed-report.ts";
import { runMain } from "./run-main.ts";
import type { Finished } from "./run-main.ts";

const MAIN = fileURLToPath(new URL("../embed/main.ts", import.meta.url));

const run = (...args: readonly string[]): Promise<Finished> => runMain(MAIN, args);

test(
  "every part is measured, and it is said that the weights are random",
  { tags: "long" },
  async () => {
    const { code, stdout, stderr } = await run("--quick", "--json");
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(stdout).toContain("WEIGHTS ARE RANDOM");
    expect(stdout).toContain("its figures mean nothing");
    const report = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as EmbedReport;
    expect(report.static?.English.perSecond).toBeGreaterThan(0);
    expect(report.static?.tableMiB).toBeGreaterThan(0);
    expect(report.transformer?.map(({ quantization }) => quantization)).toEqual(["fp32", "q8"]);
    for (const { shapeOf, short, passages, residentMiB } of report.transformer ?? []) {
      expect(shapeOf).toBe("small");
      expect(short.perSecond).toBeGreaterThan(passages.perSecond);
      expect(short.tokens).toBeGreaterThan(9);
      expect(short.tokens).toBeLessThan(15);
      expect(passages.tokens).toBeGreaterThan(180);
      expect(passages.tokens).toBeLessThan(240);
      expect(residentMiB).toBeGreaterThan(0);
    }
    expect(report.client?.map(({ encoding }) => encoding)).toEqual(["float", "base64"]);
    expect(report.cache?.hit).toBeGreaterThan(0);
  },
);

test("an unknown part, shape or option ends with exit code 2", async () => {
  expect((await run("--part", "all")).code).toBe(2);
  expect((await run("--shape", "ada")).code).toBe(2);
  expect((await run("--fast")).code).toBe(2);
});
