import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

/**
 * All files that a file of the sources imports, for types or values, and those that these import.
 */
function importedBy(file: URL, seen = new Set<string>()): Set<string> {
  if (seen.has(file.href)) return seen;
  seen.add(file.href);
  const source = readFileSync(file, "utf8");
  for (const { groups } of source.matchAll(/(?:from|import\()\s*"(?<path>\.[^"]+)\.js"/gu)) {
    importedBy(new URL(`${groups?.["path"]}.ts`, file), seen);
  }
  return seen;
}

test("importing core alone loads no plugin", () => {
  const files = [...importedBy(new URL("../../src/index.ts", import.meta.url))];
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => file.includes("/plugins/"))).toEqual([]);
});

test("nothing in core writes to the console or reads the environment", () => {
  const root = new URL("../../src/", import.meta.url);
  const files = ["index.ts", "plugins/index.ts", "testing/index.ts"].flatMap((entry) => [
    ...importedBy(new URL(entry, root)),
  ]);
  const talking = files.filter((file) =>
    /\bconsole\b|process\.(?:stdout|stderr|env|emitWarning)/u.test(
      readFileSync(new URL(file), "utf8"),
    ),
  );
  expect(talking).toEqual([]);
});
