import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { compareRankings } from "../agreement/compare-rankings.ts";
import type { Answers } from "../agreement/compare-rankings.ts";
import { inOneScope } from "../agreement/in-one-scope.ts";
import type { QueryResult } from "../recall/ask-set.ts";
import { readRecallSet } from "../recall/recall-set.ts";
import type { RecallSet } from "../recall/recall-set.ts";
import { makeReport } from "../recall/report.ts";
import { casesBySize, runMain } from "./run-main.ts";

const MAIN = fileURLToPath(new URL("../agreement/main.ts", import.meta.url));
const SAMPLE = fileURLToPath(new URL("sample-set.json", import.meta.url));
const SET: RecallSet = { name: "two", groups: [] };

function answers(...rankings: readonly string[]): Answers {
  const results = rankings.map((letters, index): QueryResult => ({
    group: "g",
    query: `q${index}`,
    category: "c",
    ranking: letters.split(""),
    score: { recall: [letters.startsWith("a") ? 1 : 0], ndcg10: 0, reciprocalRank: 0 },
    durationMs: 1,
    durationAt50Ms: 1,
  }));
  return { results, report: makeReport(SET, results) };
}

test("rankings agree in order, in any order, or not, and the rest below ten does not count", () => {
  const one = answers("abc", "abc", "abc", "abcdefghijk");
  const other = answers("abc", "acb", "bcd", "abcdefghijz");
  expect(compareRankings(one, other)).toMatchObject({
    queries: 4,
    identicalTop10: 50,
    sameTop10: 75,
    differing: ["q2"],
    recallDifference: { 1: -25 },
  });
});

test("answers with nothing in them, and no questions at all, are no agreement", () => {
  expect(() => compareRankings(answers("abc", ""), answers("abc", ""))).toThrow(
    "1 queries were answered with nothing, such as q1",
  );
  expect(() => compareRankings(answers("abc"), answers(""))).toThrow("answered with nothing");
  expect(() => compareRankings(answers("abc", "abc"), answers("abc"))).toThrow(
    "answered with nothing",
  );
  expect(() => compareRankings(answers(), answers())).toThrow("the set has no queries");
});

test("in one scope there is every record and every query once, and each asks for its own", async () => {
  const set = await readRecallSet(SAMPLE);
  const {
    groups: [all, ...others],
  } = inOneScope(set);
  expect(others).toEqual([]);
  const records = set.groups.flatMap((group) => group.records);
  expect(all?.records.map(({ text }) => text)).toEqual(records.map(({ text }) => text));
  const ids = new Set(all?.records.map(({ id }) => id));
  expect(ids.size).toBe(records.length);
  const queries = set.groups.flatMap((group) => group.queries);
  expect(all?.queries).toHaveLength(queries.length);
  for (const { relevant } of all?.queries ?? []) {
    for (const id of relevant) expect(ids).toContain(id);
  }
  const threads = new Set(all?.records.flatMap(({ thread }) => thread ?? []));
  const before = set.groups.flatMap(({ id, records: own }) =>
    own.flatMap(({ thread }) => (thread === undefined ? [] : `${id}/${thread}`)),
  );
  expect(threads).toEqual(new Set(before));
});

test.skipIf(process.env["KIOKU_TEST_POSTGRES_URL"] === undefined)(
  "both stores answer the sample alike, and one scope without an index is refused",
  async () => {
    const { code, stdout } = await runMain(MAIN, ["--data", SAMPLE, "--json"]);
    expect(code).toBe(0);
    const agreement: unknown = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
    expect(agreement).toMatchObject({
      queries: 5,
      identicalTop10: 100,
      vectorIndexes: 0,
      engines: { server: "a server", postgres: expect.stringMatching(/^\d+/u) as string },
    });
    const refused = await runMain(MAIN, ["--data", SAMPLE, "--one-scope"]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("no index was made: the largest scope has 6 records");
  },
);

test.each(
  casesBySize([
    [["--data", SAMPLE, "--index-from", "9"], "--index-from must be a whole number from 100"],
    [[], "--data FILE is missing"],
  ]),
)("%j is refused with exit code 2", async (args, message) => {
  const { code, stderr } = await runMain(MAIN, args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
