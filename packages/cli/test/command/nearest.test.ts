import { expect, it } from "vitest";

import { nearest } from "../../src/command/nearest.js";

it("finds the name with the fewest changes, and none that is far", () => {
  const names = ["recall", "remember", "list", "erase", "export"];
  const typed = ["recal", "rmeember", "lits", "LIST", "exprot", "erse", "delete", "x", ""];
  expect(typed.map((name) => nearest(name, names))).toEqual([
    "recall",
    "remember",
    "list",
    "list",
    "export",
    "erase",
    undefined,
    undefined,
    undefined,
  ]);
  expect(nearest("a".repeat(10_000), names)).toBeUndefined();
});
