import { compareWithReference, Picker, putOp, searchEntry, testRecord } from "@kioku/testing";
import { expect, test } from "vitest";

import { pgvector, postgresStore } from "../../src/index.js";
import type { Dialect, PostgresStore } from "../../src/index.js";
import { resolveOptions } from "../../src/options.js";
import { StoreSession } from "../../src/store-session.js";
import { bySize } from "../support/by-size.js";
import { testDatabase } from "../support/databases.js";
import { largeSearches } from "../support/large-searches.js";
import { spyingClient } from "../support/spying-client.js";

const database = await testDatabase();
const seed = Number(process.env["KIOKU_TEST_SEED"] ?? 20_261_121);
const questions = {
  "searches by text": bySize(150, 25),
  "searches by vector": bySize(150, 25),
  "searches by several legs": bySize(200, 35),
};

function createLarge(): PostgresStore {
  const options = { client: database.client, schema: database.newSchema() };
  return largeSearches(database.newStore(options), new StoreSession(resolveOptions(options)));
}

test(`the same records searched as if they were many answer as the reference (seed ${seed})`, async () => {
  const report = await compareWithReference(createLarge, { questions, seed });
  expect(report.questions).toEqual(questions);
});

test("vectors that travel as text are written, found and read as those in binary, and none is sent in binary", async () => {
  const dialect: Dialect = { ...pgvector, name: "by text", vectorEncoding: "text" };
  const vectorsSent = new Set<string>();
  const client = spyingClient(database.client, (text, values) => {
    for (const [, parameter] of text.matchAll(/\$(\d+)::(?:"\w+"\.)?"vector"/gu)) {
      vectorsSent.add(typeof values[Number(parameter) - 1]);
    }
  });
  const create = (): PostgresStore => {
    const options = { client, schema: database.newSchema(), dialect };
    return largeSearches(database.newStore(options), new StoreSession(resolveOptions(options)));
  };
  const asked = { "searches by vector": 10, "searches by several legs": 10 };
  expect(await compareWithReference(create, { questions: asked, seed })).toMatchObject({
    questions: asked,
  });
  expect([...vectorsSent]).toEqual(["string"]);
  await using store = postgresStore({ client, schema: database.newSchema(), dialect });
  await store.open();
  const picker = new Picker(seed);
  const space = { id: "space", dimensions: 40 };
  const vectors = Array.from({ length: 20 }, () =>
    Float32Array.from({ length: 40 }, () => (picker.number() - 0.5) * 10 ** picker.integer(9)),
  );
  await store.write(
    vectors.map((values, n) =>
      putOp(testRecord(n), { search: searchEntry("some text", [{ space, values }]) }),
    ),
  );
  const read = await store.vectors(
    "space",
    vectors.map((_, n) => testRecord(n)),
  );
  expect(read).toEqual(vectors);
});
