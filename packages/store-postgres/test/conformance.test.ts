import type { ConformanceCase } from "@kioku/testing";
import { expect, test } from "vitest";

import type { PostgresStoreOptions } from "../src/index.js";
import { bySize } from "./support/by-size.js";
import { conformanceCases, needsExact } from "./support/conformance-cases.js";
import { SERVER_URL, testDatabase } from "./support/databases.js";

const database = await testDatabase();

/** Cases of a second and more, which the other stores pass in the quick run. */
const LONG =
  /^(?:histories tell every|every field of a|changing what get|[13],[05]00 records|a document may have|a page of long|every method rejects)/u;

const casesWith = (options: Partial<PostgresStoreOptions>): readonly ConformanceCase[] =>
  conformanceCases(database, options).filter(({ name }) => bySize(1, 0) === 1 || !LONG.test(name));

test.for(casesWith({}).filter((one) => !needsExact(one)))("$group: $name", async ({ run }) => {
  expect(await run()).toEqual({ status: "passed" });
});

test.for(casesWith({ indexFrom: false }).filter(needsExact))(
  "without indexes, $group: $name",
  async ({ run }) => {
    expect(await run()).toEqual({ status: "passed" });
  },
);

test.skipIf(SERVER_URL === undefined).for(casesWith({ partitions: 16, indexFrom: false }))(
  "with divided tables, $group: $name",
  async ({ run }) => {
    expect(await run()).toEqual({ status: "passed" });
  },
);
