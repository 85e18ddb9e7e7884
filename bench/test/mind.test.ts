import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, expect, test } from "vitest";

import { answersKept, countWords, observationsTold } from "../mind/count-words.ts";
import { passes } from "../mind/mind-part.ts";
import { formatPart } from "../mind/mind-report.ts";
import { PARTS } from "../mind/parts.ts";
import { seededOrder } from "../mind/seeded-order.ts";
import { runMain } from "./run-main.ts";

const MAIN = fileURLToPath(new URL("../mind/main.ts", import.meta.url));
const SAMPLE = fileURLToPath(new URL("sample-set.json", import.meta.url));

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "kioku-bench-mind-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test("a recall set and the gold beside it give figures, printed and as JSON", async () => {
  const saved = join(directory, "saved.json");
  const args = ["--data", SAMPLE, "--part", "kept,summaries", "--json", "--save", saved];
  const { code, stdout, stderr } = await runMain(MAIN, args);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  const report = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as {
    readonly parts: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
  expect(Object.keys(report.parts)).toEqual(["kept", "summaries"]);
  expect(report.parts["kept"]).toMatchObject({ "all turns": 1, answers: 2 });
  expect(stdout).toMatch(/rule alone, in batches +[\d.]+ {2}[✓✗] ≥ 0\.740/u);
  expect(JSON.parse(await readFile(saved, "utf8"))).toMatchObject(report);
});

test("parts that need no data play whole minds", { tags: "long" }, async () => {
  const args = ["--part", "restraint,fillers,forgetting", "--quick", "--json"];
  const { code, stdout, stderr } = await runMain(MAIN, args);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toContain("All bars are met.");
});

test("an answer is kept if 80 % of its words are, and an observation told if half are", () => {
  const text = "We sold the red bicycles in Ghent";
  expect(answersKept([{ answer: "a red bicycle" }], text)).toBe(1);
  expect(answersKept([{ answer: "a red car" }], text)).toBe(0);
  const told = (observation: string): number =>
    observationsTold([{ speaker: "Ann", text: observation }], text);
  expect(told("Ann sold a boat.")).toBe(1);
  expect(told("Ann sold a blue boat.")).toBe(0);
  expect(countWords(" two  words\n")).toBe(2);
});

test("bars hold from one side or the other, and figures without one are only shown", () => {
  expect(passes({ name: "a", value: 0.5, atLeast: 0.5 })).toBe(true);
  expect(passes({ name: "a", value: 0.5, atMost: 0.4 })).toBe(false);
  expect(passes({ name: "a", value: 0.5 })).toBeUndefined();
  const part = { name: "p", figures: "f", needsData: false, run: () => Promise.resolve([]) };
  const figures = [
    { name: "a", value: 3, atLeast: 8 },
    { name: "bc", value: 0.25 },
  ];
  expect(formatPart({ part, figures })).toBe("p: f\n  a         3  ✗ ≥ 8\n  bc    0.250");
});

test("an order by chance is the same for the same seed, and has every item once", () => {
  const items = Array.from({ length: 50 }, (_, index) => index);
  expect(seededOrder(items, 1)).toEqual(seededOrder(items, 1));
  expect(seededOrder(items, 1)).not.toEqual(seededOrder(items, 2));
  expect(seededOrder(items, 1).toSorted((a, b) => a - b)).toEqual(items);
});

test("names of parts are unique", () => {
  const names = PARTS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test("a part that is unknown, lacks its data, or has a file without gold is refused by name", async () => {
  const shape = join(directory, "shape-mind-dev.json");
  await writeFile(shape, "{}");
  for (const [args, expected, message] of [
    [["--part", "dreams"], 2, "there is no part dreams"],
    [["--part", "kept"], 2, "--data FILE is missing: kept needs it"],
    [["--data", join(directory, "nowhere-dev.json")], 1, "nowhere-mind-dev.json"],
    [["--data", shape], 1, "has no gold for a mind"],
  ] as const) {
    const { code, stderr } = await runMain(MAIN, args);
    expect([args, code]).toEqual([args, expected]);
    expect(stderr).toContain(message);
  }
});
