import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import type { AskedKind, SilenceResult } from "../silence/measure-silence.ts";
import { sampled, separation } from "../silence/separation.ts";
import { makeSilenceReport } from "../silence/silence-report.ts";
import { casesBySize, runMain } from "./run-main.ts";

const MAIN = fileURLToPath(new URL("../silence/main.ts", import.meta.url));
const SAMPLE = fileURLToPath(new URL("sample-set.json", import.meta.url));
const TURNS = fileURLToPath(new URL("../silence/turns.json", import.meta.url));
const ASKED = ["--data", SAMPLE, "--silence", TURNS];

function result(kind: AskedKind, best: number, returned: number): SilenceResult {
  const recall10 = { filled: 1, default: returned > 0 ? 1 : 0 };
  return { kind, best, returned, recall10 };
}

test("the last line with --json is one object of the promised shape", async () => {
  const { code, stdout, stderr } = await runMain(MAIN, [...ASKED, "--json"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  const report: unknown = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  const number = expect.any(Number) as number;
  expect(report).toEqual({
    auc: { foreign: number, smallTalk: number },
    returned: { own: number, foreign: number, smallTalk: number },
    recall10: { filled: 100, default: number },
  });
  // Four questions without the adversarial one; 50 turns of two groups.
  expect(stdout).toMatch(/own questions +4 /u);
  expect(stdout).toMatch(/questions of other groups +4 /u);
  expect(stdout).toMatch(/small talk, off topic +100 /u);
});

test("fewer questions are asked if so told", async () => {
  const { stdout } = await runMain(MAIN, [...ASKED, "--most", "2"]);
  expect(stdout).toMatch(/own questions +2 /u);
  expect(stdout).toMatch(/questions of other groups +2 /u);
});

test("separation is the share of pairs in the right order, and equal scores count half", () => {
  expect(separation([0.9, 0.5], [0.1, 0.5])).toBe((1 + 1 + 1 + 0.5) / 4);
  expect(separation([1], [0])).toBe(1);
  expect(separation([], [0])).toBeNull();
});

test("a sample is spread evenly and has everything if that is not too much", () => {
  expect(sampled([1, 2, 3, 4, 5, 6], 3)).toEqual([1, 3, 5]);
  expect(sampled([1, 2], 3)).toEqual([1, 2]);
});

test("a report averages each kind and says where nothing was asked", () => {
  const results = [
    result("own", 0.9, 2),
    result("own", 0.3, 0),
    result("smallTalk", 0.3, 1),
    result("smallTalk", 0.2, 0),
  ];
  expect(makeSilenceReport(results)).toEqual({
    auc: { foreign: null, smallTalk: 0.875 },
    returned: { own: 1, foreign: null, smallTalk: 0.5 },
    recall10: { filled: 100, default: 50 },
  });
});

test.each(
  casesBySize([
    [[], 2, "--data FILE is missing"],
    [["--data", SAMPLE, "--most", "0"], 2, "--most must be a whole number from 1"],
    [["--data", SAMPLE], 1, "pass small talk with --silence FILE"],
    [["--data", SAMPLE, "--silence", SAMPLE], 1, "has no turns"],
  ]),
)("%j is refused", async (args, expected, message) => {
  const { code, stderr } = await runMain(MAIN, args);
  expect(code).toBe(expected);
  expect(stderr).toContain(message);
});
