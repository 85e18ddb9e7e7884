import type { SearchRequest } from "@kioku/core/toolkit";
import { Picker } from "@kioku/testing";
import { expect, test } from "vitest";

import { resolveOptions } from "../../src/options.js";
import { StoreSession } from "../../src/store-session.js";
import { testDatabase } from "../support/databases.js";
import { searchAsLarge } from "../support/large-searches.js";
import { somePuts } from "../support/some-puts.js";

const database = await testDatabase();

function ask(within: SearchRequest["selection"]["within"], more = {}): SearchRequest {
  return {
    legs: [{ type: "text", terms: ["cat", "tea"], originals: 1, ...more }],
    selection: { within, reach: "here" },
    limit: 100,
  };
}

test("texts are scored by the statistics that a search brings, whatever the size of the scope", async () => {
  const options = { client: database.client, schema: database.newSchema() };
  const store = database.newStore(options);
  const session = new StoreSession(resolveOptions(options));
  await store.open();
  await session.open();
  const picker = new Picker(3);
  await store.write([...somePuts(picker, ["a"], 40), ...somePuts(picker, ["b"], 30)]);
  for (const search of [
    async (asked: SearchRequest) => store.search(asked),
    async (asked: SearchRequest) => searchAsLarge(session, asked),
  ]) {
    const both = await search(ask([["a"], ["b"]]));
    const { statistics } = both;
    const apart = [
      await search(ask([["a"]], { statistics })),
      await search(ask([["b"]], { statistics })),
    ];
    expect(apart.map((hits) => hits.statistics)).toEqual([statistics, statistics]);
    const byId = apart.flat().toSorted((a, b) => (b.scores[0] ?? 0) - (a.scores[0] ?? 0));
    expect(new Set(byId)).toEqual(new Set(both));
    expect(await search(ask([["a"]]))).not.toEqual(apart[0]);
  }
  await session.close();
  await store.close();
});
