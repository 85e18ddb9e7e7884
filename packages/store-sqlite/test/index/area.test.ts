import { areaKey, areasOf, isInArea } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

test("each scope is an range of its own, once", () => {
  const within = [["a"], ["a", "b"], ["a"], []];
  expect(areasOf({ within, reach: "here" })).toEqual([
    { path: "/a", below: false },
    { path: "/a/b", below: false },
    { path: "", below: false },
  ]);
});

test("what another range covers is none of its own", () => {
  const within = [["a", "b"], ["a"], ["a!"], ["b", "c"]];
  expect(areasOf({ within, reach: "below" })).toEqual([
    { path: "/a", below: true },
    { path: "/a!", below: true },
    { path: "/b/c", below: true },
  ]);
  expect(areasOf({ within: [["x"], []], reach: "below" })).toEqual([{ path: "", below: true }]);
});

test("an range ends where its path ends, whatever looks alike", () => {
  const below = { path: "/a", below: true };
  const here = { path: "/a", below: false };
  for (const path of ["/a/b", "/a/", "/a//c", "/a/b/c"]) {
    expect([path, isInArea(path, below), isInArea(path, here)]).toEqual([path, true, false]);
  }
  for (const path of ["", "/", "/A", "/a!", "/a0", "/ab", "/b/a", "a/b"]) {
    expect([path, isInArea(path, below), isInArea(path, here)]).toEqual([path, false, false]);
  }
  expect([isInArea("/a", below), isInArea("/a", here)]).toEqual([true, true]);
  expect(isInArea("/anything", { path: "", below: true })).toBe(true);
});

test("a scope and what is below it have different keys", () => {
  const keys = ["/a", "/a:", ""].flatMap((path) =>
    [true, false].map((below) => areaKey({ path, below })),
  );
  expect(new Set(keys).size).toBe(keys.length);
});
