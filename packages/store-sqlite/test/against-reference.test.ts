import type { CompleteStore } from "@kioku/core/toolkit";
import { compareWithReference } from "@kioku/testing";
import type { ComparedQuestion } from "@kioku/testing";
import { expect, test } from "vitest";

import { sqliteStore } from "../src/index.js";
import { bySize } from "./support/by-size.js";
import { testSeed } from "./support/random.js";

const seed = testSeed();
const QUESTIONS: readonly (readonly [ComparedQuestion, number])[] = [
  ["listings", bySize(2_000, 100)],
  ["searches by text", bySize(1_000, 50)],
  ["searches by vector", bySize(1_000, 50)],
  ["searches by several legs", bySize(1_000, 50)],
  ["neighbourhoods", bySize(500, 30)],
  ["histories", bySize(60, 15)],
  ["tombstones", bySize(500, 30)],
];

function inMemory(): CompleteStore {
  return sqliteStore({ path: ":memory:" });
}

test.each(QUESTIONS)(
  `random %s, %d of them, are answered as by the reference (seed ${seed})`,
  async (question, times) => {
    const questions = { [question]: times };
    const report = await compareWithReference(inMemory, { questions, seed });
    expect(report.questions).toEqual(questions);
  },
  300_000,
);
