import { checkRecallOptions } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import type { RecallQuery } from "../../../src/index.js";

test.each([
  [{ limit: 0 }, "options.limit must be a whole number at least 1"],
  [{ exclude: [1] }, "options.exclude[0] must be a string"],
  [{ scoring: {} }, "options.scoring.score must be a function"],
  [{ asOf: { knownAt: 1 } }, "options.asOf.knownAt must be a valid Date"],
  [{ query: "x" }, 'options has no option "query"'],
  [{ k: 4 }, 'options has no option "k"'],
  [{ k: 4 }, "it takes memory, reach, limit"],
  [[], "options must be an object"],
])("%j is refused before there is a query, by the name of the option", (options, problem) => {
  const given = options as Omit<RecallQuery, "query">;
  expect(() => checkRecallOptions(given, "options", ["memory"])).toThrow(problem);
});

test("options that recall takes are no error", () => {
  expect(() =>
    checkRecallOptions({ limit: 5, filter: { topic: "x" }, explain: true }, "options"),
  ).not.toThrow();
});
