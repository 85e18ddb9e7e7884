import { expect, it } from "vitest";

import { filterOfFlags, valueOf } from "../../src/command/selection.js";

it.each([
  ["topic=food", { topic: { $eq: "food" } }],
  ["a.b>=0.5", { "a.b": { $gte: 0.5 } }],
  ["done!=true", { done: { $ne: true } }],
  ["code=007", { code: { $eq: "007" } }],
  ["url=https://x.example/?a=1", { url: { $eq: "https://x.example/?a=1" } }],
  ["@createdAt<2026-01-02", { "@createdAt": { $lt: new Date("2026-01-02") } }],
  ["gone=null", { gone: { $eq: null } }],
])("reads the condition %s", (condition, filter) => {
  expect(filterOfFlags({ filter: [condition] })).toEqual({ $and: [filter] });
});

it.each(["topic", "=food", "@createdAt=soon"])("refuses the condition %s", (condition) => {
  expect(() => filterOfFlags({ filter: [condition] })).toThrow(/--filter/u);
});

it("asks for when it happened, or else for when it was written", () => {
  const from = new Date(0);
  expect(filterOfFlags({ filter: [] })).toBeUndefined();
  expect(JSON.stringify(filterOfFlags({ filter: [], from }))).toContain('"@occurredAt":{"$gte"');
});

it("keeps texts that only look like numbers", () => {
  expect(["1", "-2.5", "1e9", "0x10", "", "12345678901234567890"].map(valueOf)).toEqual([
    1,
    -2.5,
    "1e9",
    "0x10",
    "",
    "12345678901234567890",
  ]);
});
