import { rangeKey, rangesOf, isInRange } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

test("each scope is an range of its own, once", () => {
  const within = [["a"], ["a", "b"], ["a"], []];
  expect(rangesOf({ within, reach: "here" })).toEqual([
    { path: "/a", below: false },
    { path: "/a/b", below: false },
    { path: "", below: false },
  ]);
});

test("what another range covers is none of its own", () => {
  const within = [["a", "b"], ["a"], ["a!"], ["b", "c"]];
  expect(rangesOf({ within, reach: "below" })).toEqual([
    { path: "/a", below: true },
    { path: "/a!", below: true },
    { path: "/b/c", below: true },
  ]);
  expect(rangesOf({ within: [["x"], []], reach: "below" })).toEqual([{ path: "", below: true }]);
});

test("an range ends where its path ends, whatever looks alike", () => {
  const below = { path: "/a", below: true };
  const here = { path: "/a", below: false };
  for (const path of ["/a/b", "/a/", "/a//c", "/a/b/c"]) {
    expect([path, isInRange(path, below), isInRange(path, here)]).toEqual([path, true, false]);
  }
  for (const path of ["", "/", "/A", "/a!", "/a0", "/ab", "/b/a", "a/b"]) {
    expect([path, isInRange(path, below), isInRange(path, here)]).toEqual([path, false, false]);
  }
  expect([isInRange("/a", below), isInRange("/a", here)]).toEqual([true, true]);
  expect(isInRange("/anything", { path: "", below: true })).toBe(true);
});

test("a scope and what is below it have different keys", () => {
  const keys = ["/a", "/a:", ""].flatMap((path) =>
    [true, false].map((below) => rangeKey({ path, below })),
  );
  expect(new Set(keys).size).toBe(keys.length);
});
