import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

/**
 * Returns the files that a source file imports, for types or values, and all that these import.
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

const ENTRIES = [
  "core/src/index.ts",
  "core/src/toolkit/index.ts",
  "plugins/src/index.ts",
  "testing/src/index.ts",
];

test("nothing in core, the plugins and the suites writes to the console or reads the environment", () => {
  const root = new URL("../../", import.meta.url);
  const files = new Set(ENTRIES.flatMap((entry) => [...importedBy(new URL(entry, root))]));
  expect(files.size).toBeGreaterThan(300);
  const talking = [...files].filter((file) =>
    /\bconsole\b|process\.(?:stdout|stderr|env|emitWarning)/u.test(
      readFileSync(new URL(file), "utf8"),
    ),
  );
  expect(talking).toEqual([]);
});
