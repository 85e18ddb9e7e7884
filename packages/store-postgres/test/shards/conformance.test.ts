import type { ConformanceCase } from "@kioku/testing";
import { describe, expect, test } from "vitest";

import { bySize } from "../support/by-size.js";
import { conformanceCases } from "../support/conformance-cases.js";
import { SERVER_URL } from "../support/databases.js";
import { shardedDatabases, shardedSchemas } from "../support/sharded-stores.js";
import type { ShardedStores } from "../support/sharded-stores.js";

/** Groups that several shards answer, of which every other case is tried; all takes a minute. */
const GROUPS: ReadonlySet<string> = new Set([
  "atomicity",
  "lifecycle",
  "queue",
  "scopes",
  "several tenants",
  "space states",
  "tombstones",
]);

/** The cases, on stores all of whose shards are made. */
function casesOn({ newName, make, query }: ShardedStores): readonly ConformanceCase[] {
  return conformanceCases(
    { newSchema: newName, newStore: ({ schema = "", ...more } = {}) => make(schema, more), query },
    { indexFrom: false },
    async (schema) => {
      await using store = make(schema);
      await store.open();
      await store.sweep(new Date(0));
    },
  );
}

const isWhole = bySize(1, 0) === 1;
const count = isWhole ? 4 : 2;
const schemas = await shardedSchemas(count);

test.for(
  casesOn(schemas).filter(({ group }, index) => isWhole || (GROUPS.has(group) && index % 2 === 0)),
)(`over ${count} schemas, $group: $name`, async ({ run }) => {
  expect(await run()).toEqual({ status: "passed" });
});

const databases = SERVER_URL === undefined ? undefined : await shardedDatabases(3);

describe.skipIf(databases === undefined)("over three databases", () => {
  test.for(databases ? casesOn(databases) : [])("$group: $name", async ({ run }) => {
    expect(await run()).toEqual({ status: "passed" });
  });
});
