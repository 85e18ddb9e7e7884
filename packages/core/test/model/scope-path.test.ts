import { expect, test } from "vitest";

import {
  compareText,
  isWithin,
  pathsBelow,
  pathToScope,
  scopeToPath,
} from "../../src/toolkit/index.js";

const SCOPES = [
  [],
  ["users"],
  ["users", "1"],
  ["users", "10"],
  ["users/1"],
  ["users~1"],
  ["users~01"],
  ["a", "b"],
  ["a:b"],
  ["a/b"],
  ["用户", "😀"],
  ["%", "_"],
];

test("a path is read back as the scope it was made from, and no two scopes share one", () => {
  for (const scope of SCOPES) expect(pathToScope(scopeToPath(scope))).toEqual(scope);
  expect(new Set(SCOPES.map(scopeToPath)).size).toBe(SCOPES.length);
});

test("the range below a path holds exactly the scopes that lie below it", () => {
  for (const ancestor of SCOPES) {
    const { from, to } = pathsBelow(scopeToPath(ancestor));
    for (const scope of SCOPES) {
      const path = scopeToPath(scope);
      const inRange = compareText(path, from) >= 0 && compareText(path, to) < 0;
      expect(inRange).toBe(isWithin(scope, ancestor) && scope.length > ancestor.length);
    }
  }
});

test("text is ordered by code point, as UTF-8 bytes are", () => {
  const words = ["", "a", "b", "ab", "\uE000", "\uFFFD", "😀", "𠀀", "é", "猫"];
  const byCodePoint = words.toSorted(compareText);
  const byBytes = words.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  expect(byCodePoint).toEqual(byBytes);
});
