import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, expect, test } from "vitest";

import { casesBySize, runMain } from "./run-main.ts";
import type { Finished } from "./run-main.ts";

const MAIN = fileURLToPath(new URL("../recall/main.ts", import.meta.url));
const SAMPLE = fileURLToPath(new URL("sample-set.json", import.meta.url));

let directory = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "kioku-bench-test-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const run = (...args: readonly string[]): Promise<Finished> => runMain(MAIN, args);

test("the last line with --json is one object of the promised shape, and the sample is answered", async () => {
  const { code, stdout } = await run("--data", SAMPLE, "--json");
  expect(code).toBe(0);
  const report: unknown = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  expect(report).toEqual({
    set: "sample",
    records: 6,
    queries: 4,
    recall: { "1": 87.5, "5": 100, "10": 100, "25": 100, "50": 100 },
    ndcg10: 1,
    mrr: 1,
    p50Ms: expect.any(Number) as number,
    p95Ms: expect.any(Number) as number,
    p50MsAt50: expect.any(Number) as number,
    byCategory: {
      adversarial: { queries: 1, recall: expect.any(Object) as object },
      "multi-hop": { queries: 1, recall: expect.any(Object) as object },
      "single-hop": { queries: 3, recall: { "1": 100, "5": 100, "10": 100, "25": 100, "50": 100 } },
    },
  });
  expect(stdout).toContain("(adversarial)");
  expect(stdout).toMatch(/per query \(limit 10\) p50 [\d.]+ ms \.\. p95 [\d.]+ ms/);
});

test("settings change how is recalled, and the report names them", { tags: "long" }, async () => {
  const ranking = ["--ranking", '{"minScore":0,"threadWeight":1}', "--thread-weight", "0"];
  const others = ["--mode", "keyword", "--scoring", "relevance", "--ages", "30"];
  const { code, stdout } = await run("--data", SAMPLE, "--json", ...ranking, ...others);
  expect(code).toBe(0);
  const report: unknown = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
  expect(report).toMatchObject({
    settings: {
      mode: "keyword",
      scoring: "relevance",
      ranking: { minScore: 0, threadWeight: 0 },
      agesDays: 30,
    },
    records: 6,
    recall: { "5": 100 },
  });
  expect(stdout).toContain('settings: {"mode":"keyword"');
});

test.each(
  casesBySize([
    ["--mode", "psychic", "--mode must be one of hybrid, semantic, keyword, got psychic"],
    ["--scoring", "best", "--scoring must be one of relevance, fsrs,"],
    ["--ranking", "[]", "--ranking must be a JSON object"],
    ["--ranking", '{"weight":1}', 'no option "weight"'],
    ["--meaning-weight", "2", "ranking.meaningWeight must be"],
    ["--neighbour-weight", "", "ranking.neighbourWeight must be"],
    ["--thread-weight", "much", "ranking.threadWeight must be"],
    ["--date-weight", "0.5x", "ranking.dateWeight must be"],
    ["--ages", "0", "--ages must be a number of days above 0"],
  ]),
)("%s %s is refused with exit code 2", async (option, value, message) => {
  const { code, stderr } = await run("--data", SAMPLE, option, value);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test("a query is asked when the records that it knows exist", async () => {
  const file = join(directory, "known.json");
  const texts = ["The violin lives on the shelf", "The old violin lives in the attic"];
  const records = texts.map((content, index) => ({ id: `r${index + 1}`, text: content }));
  const text = "Where does the old violin live?";
  const queries = [
    { id: "q1", category: "all", text, relevant: ["r2"] },
    { id: "q2", category: "first", text, relevant: ["r1"], known: 1 },
    { id: "q3", category: "later", text, relevant: ["r2"], known: 1 },
    { id: "q4", category: "none", text, relevant: ["r1"], known: 0 },
  ];
  const group = { id: "g", records, queries };
  await writeFile(file, JSON.stringify({ name: "known", groups: [group] }));
  for (const ages of [[], ["--ages", "30"]]) {
    const { code, stdout, stderr } = await run("--data", file, "--json", ...ages);
    expect([code, stderr]).toEqual([0, ""]);
    const report: unknown = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
    expect(report).toMatchObject({
      records: 2,
      queries: 4,
      byCategory: {
        all: { recall: { "1": 100 } },
        first: { recall: { "1": 100 } },
        later: { recall: { "50": 0 } },
        none: { recall: { "50": 0 } },
      },
    });
  }
});

test("a missing file, broken JSON, another shape and unknown ids are each named", async () => {
  const broken = join(directory, "broken.json");
  const shape = join(directory, "shape.json");
  const ids = join(directory, "ids.json");
  const known = join(directory, "too-known.json");
  await writeFile(broken, "{");
  await writeFile(shape, '{"name":"x","groups":[{"id":1}]}');
  await writeFile(
    ids,
    '{"name":"x","groups":[{"id":"g","records":[{"id":"a","text":"t"}],"queries":[{"id":"q","text":"t","category":"c","relevant":["b"]}]}]}',
  );
  await writeFile(
    known,
    '{"name":"x","groups":[{"id":"g","records":[],"queries":[{"id":"q","text":"t","category":"c","relevant":[],"known":1}]}]}',
  );
  const cases: [string, string][] = [
    [join(directory, "nowhere.json"), "cannot read"],
    [broken, "is not JSON"],
    [shape, "is no recall set"],
    [ids, "unknown id b"],
    [known, "query q of group g knows 1 of 0 records"],
  ];
  for (const [path, message] of cases) {
    const { code, stderr } = await run("--data", path);
    expect([path, code]).toEqual([path, 1]);
    expect(stderr).toContain(message);
    expect(stderr).toContain(path);
  }
});

test("without --data the usage is shown, and an unknown option is refused", async () => {
  const usage = await run();
  expect(usage.code).toBe(2);
  expect(usage.stderr).toContain("--data FILE is missing");
  expect((await run("--dta", "x")).code).toBe(2);
});
