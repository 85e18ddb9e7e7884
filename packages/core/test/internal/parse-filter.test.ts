import { rejection, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import type { Filter } from "../../src/index.js";

const BAD: readonly [string, unknown, RegExp][] = [
  ["an unknown operator", { topic: { $like: "x" } }, /\$like.*\$contains/],
  ["an unknown logical operator", { $nor: [] }, /\$nor.*\$not/],
  ["an operator from a prototype", { topic: { constructor: 1 } }, /constructor/],
  ["an unknown record field", { "@password": "x" }, /@password.*@kind/],
  ["a field with a quote in it", { 'a"]': 1 }, /letters, digits/],
  ["a field with an empty part", { "a..b": 1 }, /names joined by dots/],
  ["a number that is not finite", { topic: { $gt: Number.NaN } }, /\$gt/],
  ["a comparison with nothing", { topic: {} }, /compares with nothing/],
  ["an ordered comparison with a boolean", { topic: { $lt: true } }, /\$lt/],
  ["an instant that is none", { "@createdAt": { $gte: "yesterday-ish" } }, /ISO 8601/],
  ["a list that is none", { topic: { $in: "a" } }, /\$in.*list/],
  ["$and without a list", { $and: { a: 1 } }, /\$and takes a list/],
  ["$exists without a boolean", { topic: { $exists: 1 } }, /\$exists/],
  ["a filter that is a list", [{ a: 1 }], /must be an object/],
  ["a nested object as a value", { topic: { $eq: { a: 1 } } }, /\$eq/],
];

test.each(BAD)("%s is refused by name", async (_, filter, message) => {
  const { memory } = testMemory();
  const error = await rejection(() => memory.list({ filter: filter as Filter }));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(message);
});

test("nesting deeper than 8 levels and more than 256 conditions are refused", async () => {
  const { memory } = testMemory();
  let deep: Filter = { a: 1 };
  for (let level = 0; level < 9; level += 1) deep = { $not: deep };
  expect((await rejection(() => memory.list({ filter: deep }))).message).toContain("8 levels");
  const wide: Filter = { $or: Array.from({ length: 257 }, () => ({ a: 1 })) };
  expect((await rejection(() => memory.list({ filter: wide }))).message).toContain("256");
});

test("filters reach metadata, values, record fields and dates through the public API", async () => {
  const { memory, clock } = testMemory();
  await memory.remember({ content: "tea", metadata: { topic: { name: "drinks" }, cups: 2 } });
  clock.now = new Date("2026-03-02T12:00:00Z");
  await memory.set("theme", { colour: "dark" });
  const contents = async (filter: Filter): Promise<string[]> =>
    (await memory.list({ filter })).items.map((record) => record.content);
  expect(await contents({ "topic.name": "drinks", cups: { $gte: 2, $lt: 3 } })).toEqual(["tea"]);
  expect(await contents({ "@value.colour": { $in: ["dark"] } })).toHaveLength(1);
  expect(await contents({ "@createdAt": { $gt: new Date("2026-03-02T00:00:00Z") } })).toHaveLength(
    1,
  );
  expect(await contents({ "@createdAt": { $lt: "2026-03-02" } })).toEqual(["tea"]);
  expect(await contents({ $not: { "@kind": "entry" } })).toEqual(["tea"]);
});
