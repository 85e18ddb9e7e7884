/** @module-tag long */
import { compareWithReference } from "@kioku/testing";
import { expect, test } from "vitest";

import type { PostgresStore } from "../../src/index.js";
import { resolveOptions } from "../../src/options.js";
import { StoreSession } from "../../src/store-session.js";
import { bySize } from "../support/by-size.js";
import { testDatabase } from "../support/databases.js";
import { largeSearches } from "../support/large-searches.js";

const database = await testDatabase();
const seed = Number(process.env["KIOKU_TEST_SEED"] ?? 20_261_121);
const questions = {
  "searches by text": bySize(150, 6),
  "searches by vector": bySize(150, 6),
  "searches by several legs": bySize(200, 10),
};

function createLarge(): PostgresStore {
  const options = { client: database.client, schema: database.newSchema() };
  return largeSearches(database.newStore(options), new StoreSession(resolveOptions(options)));
}

test(`the same records searched as if they were many answer as the reference (seed ${seed})`, async () => {
  const report = await compareWithReference(createLarge, { questions, seed });
  expect(report.questions).toEqual(questions);
});
