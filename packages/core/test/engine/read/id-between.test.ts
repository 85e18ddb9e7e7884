import { expect, test } from "vitest";

import { idBetween } from "../../../src/engine/read/sample-over-time.js";

const FIRST = "019ca945-0a00-7a08-9fab-cdcc47f66630";
const SECOND = "019ca945-0a00-7a08-9fab-cdcd9ce301f0";

test("ids between two ids are in their order", () => {
  const ids = [0, 0.25, 0.5, 0.75, 1].map((place) => idBetween(FIRST, SECOND, place) ?? "");
  expect(ids[0]).toBe(FIRST);
  expect(ids[4]).toBe(SECOND);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(5);
  expect(ids.every((id) => /^[0-9a-f-]{36}$/u.test(id))).toBe(true);
});

test("leading zeros stay, and equal ids have nothing between them", () => {
  const zero = "00000000-0000-0000-0000-000000000000";
  expect(idBetween(zero, "00000000-0000-0000-0000-000000000002", 0.5)).toBe(
    "00000000-0000-0000-0000-000000000001",
  );
  expect(idBetween(zero, zero, 0.5)).toBe(zero);
});

test.each([
  ["a name", SECOND],
  [FIRST, ""],
  [FIRST, SECOND.toUpperCase()],
])("between %s and %s there is none", (first, second) => {
  expect(idBetween(first, second, 0.5)).toBeUndefined();
});
