import { storeConformance } from "@kioku/core/testing";
import { expect, test } from "vitest";

import { SERVER_URL, testDatabase } from "./support/databases.js";
import { reusedSchemas } from "./support/reused-schemas.js";

const database = await testDatabase();

test.for(storeConformance(() => database.newStore()))("$group: $name", async (one, context) => {
  const outcome = await one.run();
  if (outcome.status === "skipped") context.skip(`the store has no ${outcome.missing}`);
  expect(outcome.status).toBe("passed");
});

const divided = reusedSchemas(database, async () => {
  const schema = database.newSchema();
  await using store = database.newStore({ schema, partitions: 16 });
  await store.open();
  return schema;
});

test
  .skipIf(SERVER_URL === undefined)
  .for(storeConformance(async () => database.newStore({ schema: await divided.next() })))(
  "with divided tables, $group: $name",
  async (one, context) => {
    await divided.empty();
    const outcome = await one.run();
    if (outcome.status === "skipped") context.skip(`the store has no ${outcome.missing}`);
    expect(outcome.status).toBe("passed");
  },
);
