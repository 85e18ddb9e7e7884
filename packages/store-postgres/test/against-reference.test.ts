/** @module-tag long */
import { compareWithReference } from "@kioku/testing";
import { expect, test } from "vitest";

import { bySize } from "./support/by-size.js";
import { testDatabase } from "./support/databases.js";

const database = await testDatabase();
const seed = Number(process.env["KIOKU_TEST_SEED"] ?? 20_261_121);

// To write the records takes longer than most questions, so all of them are asked of the same ones.
test(`what is read and found is what the reference has (seed ${seed})`, async () => {
  const questions = {
    "searches by text": bySize(150, 8),
    "searches by vector": bySize(150, 8),
    "searches by several legs": bySize(200, 12),
    listings: bySize(1_000, 30),
    neighbourhoods: bySize(300, 12),
    histories: bySize(40, 5),
    tombstones: bySize(100, 8),
  };
  const report = await compareWithReference(() => database.newStore(), { questions, seed });
  expect(report.questions).toEqual(questions);
});
