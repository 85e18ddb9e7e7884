import { inMemoryStore } from "@kioku/core";
import { encodeCursor } from "@kioku/core/toolkit";
import type { ListRequest } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

const REQUEST: ListRequest = {
  within: [[]],
  reach: "below",
  orderBy: "createdAt",
  order: "asc",
  limit: 1,
};

test.each([
  ["a path that is no text", ["2026", 1, "id"]],
  ["an id that is no text", [1, "/test", 2]],
  ["too few parts", [1, "/test"]],
  ["too many parts", [1, "/test", "id", "more"]],
])("a cursor that was changed to have %s is refused", async (_what, parts) => {
  await using store = inMemoryStore();
  await store.open();
  const cursor = encodeCursor("list:createdAt:asc", parts);
  await expect(store.list({ ...REQUEST, cursor })).rejects.toMatchObject({ code: "invalid-input" });
});
