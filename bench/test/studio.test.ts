/** @module-tag long */
import { fileURLToPath } from "node:url";

import { hasChromium } from "@kioku/servers/chromium";
import { expect, test } from "vitest";

import type { StudioReport } from "../studio/measure.ts";
import { PAGES } from "../studio/tab.ts";
import { runMain } from "./run-main.ts";

const MAIN = fileURLToPath(new URL("../studio/main.ts", import.meta.url));

test.skipIf(!hasChromium)("what a person waits for in the studio is told", async () => {
  const args = ["--count=500", "--clicks=200", "--rounds=1", "--seconds=1", "--json"];
  const { code, stdout, stderr } = await runMain(MAIN, args);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  const report = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as StudioReport;
  expect(report.firstView.rowMs.medianMs).toBeGreaterThan(0);
  expect(report.scrolling.wheel.frames).toBeGreaterThan(0);
  expect(Object.keys(report.pages)).toEqual(PAGES);
});

test("a number of memories that makes no sense is refused with exit code 2", async () => {
  const { code, stderr } = await runMain(MAIN, ["--count", "0"]);
  expect(code).toBe(2);
  expect(stderr).toContain("--count must be a whole number from 100");
});
