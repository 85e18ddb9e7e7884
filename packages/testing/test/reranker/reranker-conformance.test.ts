import type { Reranker } from "@kioku/core";
import { describe, expect, test } from "vitest";

import { rerankerConformance } from "../../src/index.js";
import type { ConformanceCase, RerankerConformanceOptions } from "../../src/index.js";
import { failuresOf, outcomeOf, titleOf } from "../support/broken-model.js";
import { turnSchedule } from "../support/turns.js";
import type { RerankerDefect } from "./break-reranker.js";
import { BROKEN_DOCUMENTS } from "./broken-documents.js";
import { BROKEN_LIVES } from "./broken-lives.js";
import { BROKEN_RANKINGS } from "./broken-rankings.js";
import { goodReranker } from "./good-reranker.js";
import { bareReranker, pickyReranker } from "./more-good-rerankers.js";

const DEFECTS: readonly RerankerDefect[] = [
  ...BROKEN_RANKINGS,
  ...BROKEN_DOCUMENTS,
  ...BROKEN_LIVES,
];

const CLAIMS: RerankerConformanceOptions = {
  tolerance: 0,
  stopsUnderWay: true,
  schedule: turnSchedule,
};

/** The cases for a reranker of which all is claimed. */
function casesFor(create: () => Reranker): readonly ConformanceCase[] {
  return rerankerConformance(create, CLAIMS);
}

test("no two cases have the same title", () => {
  const titles = casesFor(goodReranker).map((one) => titleOf(one));
  expect(titles).toEqual([...new Set(titles)]);
});

describe("a reranker that does everything right", () => {
  test.for(casesFor(goodReranker))("passes $group: $name", async (one) => {
    expect(await outcomeOf(one)).toBe("passed");
  });
});

test("a reranker with `id` and `rerank` alone passes, and is not asked for more", async () => {
  const cases = rerankerConformance(bareReranker, { meaning: false, schedule: turnSchedule });
  expect(await failuresOf(cases)).toEqual([]);
  const optional = cases.filter(({ requires }) => requires.length > 0);
  expect(optional).toHaveLength(8);
  for (const { run, requires } of optional) {
    expect(await run()).toEqual({ status: "skipped", missing: requires[0] });
  }
});

test("a reranker that refuses every odd text by its place passes", async () => {
  expect(await failuresOf(casesFor(pickyReranker))).toEqual([]);
});

describe("a reranker that", () => {
  test.for(DEFECTS)("$name fails at $failsAt", async ({ failsAt, breakModel }) => {
    const cases = casesFor(() => breakModel(goodReranker()));
    const meant = cases.filter((one) => titleOf(one).startsWith(failsAt));
    expect(meant).toHaveLength(1);
    for (const one of meant) expect(await outcomeOf(one)).toMatch(/^failed: /u);
  });
});

test("every case has a broken reranker that fails it", () => {
  const untried = casesFor(goodReranker)
    .map((one) => titleOf(one))
    .filter((title) => !DEFECTS.some(({ failsAt }) => title.startsWith(failsAt)));
  expect(untried).toEqual([]);
});

test.each([
  ["tolerance", { tolerance: 2 }],
  ["manyDocuments", { manyDocuments: 1 }],
  ["meaning", { meaning: "yes" }],
  ["longText", { longText: 1.5 }],
  ["no option", { purposes: "same" }],
])("a wrong option is refused: %s", (name, options) => {
  const given = options as RerankerConformanceOptions;
  expect(() => rerankerConformance(goodReranker, given)).toThrow(
    expect.objectContaining({
      code: "invalid-input",
      message: expect.stringContaining(name) as string,
    }),
  );
});
