import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { casesBySize, runMain } from "./run-main.ts";

const MAIN = fileURLToPath(new URL("../context/main.ts", import.meta.url));
const SAMPLE = fileURLToPath(new URL("sample-set.json", import.meta.url));

test("each budget says how many questions have all that answers them in the text", async () => {
  const args = ["--data", SAMPLE, "--budget", "1000,10", "--json"];
  const { code, stdout, stderr } = await runMain(MAIN, args);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  const report: unknown = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  const number = expect.any(Number) as number;
  expect(report).toEqual({
    set: "sample",
    runs: [
      {
        budget: 1000,
        questions: 4,
        whole: number,
        share: number,
        tokens: number,
        lines: number,
        p50Ms: number,
      },
      { budget: 10, questions: 4, whole: 0, share: 0, tokens: 0, lines: 0, p50Ms: number },
    ],
  });
  const { whole, share } = (report as { runs: [{ whole: number; share: number }] }).runs[0];
  expect(whole).toBeGreaterThanOrEqual(75);
  expect(share).toBeGreaterThanOrEqual(whole);
});

test.each(
  casesBySize([
    [[], "--data FILE is missing"],
    [["--data", SAMPLE, "--budget", "none"], "--budget must be a whole number from 1"],
  ]),
)("%j is refused with exit code 2", async (args, message) => {
  const { code, stderr } = await runMain(MAIN, args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
