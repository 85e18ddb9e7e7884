import { compareWithReference } from "@kioku/core/testing";
import { expect, test } from "vitest";

import { testDatabase } from "./support/databases.js";

const database = await testDatabase();
const seed = Number(process.env["KIOKU_TEST_SEED"] ?? 20_261_121);

test(`what is read is what the reference has (seed ${seed})`, async () => {
  const questions = { listings: 1_000, neighbourhoods: 300, histories: 40, tombstones: 100 };
  const report = await compareWithReference(() => database.newStore(), { questions, seed });
  expect(report.questions).toEqual(questions);
}, 240_000);
