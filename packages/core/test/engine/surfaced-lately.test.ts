import { expect, test } from "vitest";

import { MAX_COOLDOWN, SurfacedLately } from "../../src/engine/surfaced-lately.js";
import { recordKey } from "../../src/internal/record-key.js";

function named(scope: readonly string[], ids: readonly number[]): string[] {
  return ids.map((n) => recordKey({ scope, id: `id ${n}` }));
}

function surfaceIn(lately: SurfacedLately, scope: readonly string[], n: number): void {
  lately.add(scope, [{ scope, id: `id ${n}` }]);
}

test("the newest come first, one that surfaces again moves up", () => {
  const lately = new SurfacedLately();
  for (const n of [1, 2, 3, 1]) surfaceIn(lately, ["a"], n);
  expect([...lately.last(["a"], 9)]).toEqual(named(["a"], [1, 3, 2]));
  expect([...lately.last(["a"], 2)]).toEqual(named(["a"], [1, 3]));
  expect([...lately.last(["a"], 0)]).toEqual([]);
  expect([...lately.last(["b"], 9)]).toEqual([]);
});

test("it stays small: so many records per scope, so many scopes", () => {
  const lately = new SurfacedLately();
  for (let n = 0; n < 250; n += 1) surfaceIn(lately, ["busy"], n);
  expect(lately.last(["busy"], 1_000).size).toBe(MAX_COOLDOWN);
  for (let n = 0; n < 999; n += 1) surfaceIn(lately, [`tenant ${n}`], n);
  surfaceIn(lately, ["busy"], 1);
  surfaceIn(lately, ["one more"], 1);
  expect(lately.last(["tenant 0"], 9).size).toBe(0);
  expect(lately.last(["tenant 1"], 9).size).toBe(1);
  expect(lately.last(["busy"], 1_000).size).toBe(MAX_COOLDOWN);
});
