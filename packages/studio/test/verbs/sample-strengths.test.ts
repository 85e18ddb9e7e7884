import { expect, test } from "vitest";

import { SAMPLE_MEMORIES } from "../../src/sample/sample-memories.js";
import type { StrengthsAnswer } from "../../src/wire/forgetting.js";
import { openTestStudio } from "../support/test-studio.js";

test("a memory without anything to play with lends the sample", async () => {
  await using studio = await openTestStudio();
  const own = (await studio.ask("strengths")).body as StrengthsAnswer;
  expect(own.rows).toEqual([]);
  const sample = (await studio.ask("strengths", { sample: true })).body as StrengthsAnswer;
  expect(sample.rows.map(({ text }) => text)).toEqual(
    SAMPLE_MEMORIES.map(({ content }) => content),
  );
});
