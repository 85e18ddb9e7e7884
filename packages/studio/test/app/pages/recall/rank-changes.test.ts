import { expect, test } from "vitest";

import { keyOf, rankChanges } from "../../../../src/app/pages/recall/rank-changes.js";
import type { LabMemory } from "../../../../src/wire/recall.js";

function answer(...ids: readonly string[]): { readonly memories: readonly LabMemory[] } {
  const signals = { relevance: 0, factors: {} };
  const rest = { kind: "note", createdAt: "", score: 0, relevance: 0, signals };
  return { memories: ids.map((id) => ({ id, scope: [], text: id, ...rest })) };
}

test("rankChanges tells what moved, what is new and what is gone", () => {
  const changes = rankChanges(answer("a", "b", "c", "d"), answer("c", "b", "x", "a"));
  expect(Object.fromEntries(changes)).toEqual({
    a: { sort: "down", by: 3 },
    b: { sort: "same", by: 0 },
    c: { sort: "up", by: 2 },
    d: { sort: "gone", by: 0 },
    x: { sort: "new", by: 0 },
  });
});

test("keyOf tells scopes from ids", () => {
  expect(keyOf({ id: "b/c", scope: ["a"] })).not.toBe(keyOf({ id: "c", scope: ["a", "b"] }));
});
