import type { MemoryStore } from "@kioku/core";
import { compareWithReference } from "@kioku/core/testing";
import type { ComparedQuestion } from "@kioku/core/testing";
import { expect, test } from "vitest";

import { sqliteStore } from "../src/index.js";
import { testSeed } from "./support/random.js";

const seed = testSeed();
const QUESTIONS: readonly (readonly [ComparedQuestion, number])[] = [
  ["listings", 2_000],
  ["searches by text", 1_000],
  ["searches by vector", 1_000],
  ["searches by several legs", 1_000],
  ["neighbourhoods", 500],
  ["histories", 60],
  ["tombstones", 500],
];

function inMemory(): MemoryStore {
  return sqliteStore({ path: ":memory:" });
}

test.each(QUESTIONS)(
  `random %s, %d of them, are answered as by the reference (seed ${seed})`,
  async (question, times) => {
    const questions = { [question]: times };
    const report = await compareWithReference(inMemory, { questions, seed });
    expect(report.questions).toEqual(questions);
  },
  120_000,
);
