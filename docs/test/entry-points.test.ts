import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

const packages = globSync("packages/*/package.json", { cwd: root }).map((path) => {
  const { name, exports } = JSON.parse(readFileSync(join(root, path), "utf8")) as Manifest;
  const entries = Object.keys(exports).filter((entry) => !entry.endsWith(".json"));
  const page = readFileSync(join(root, dirname(path), "README.md"), "utf8");
  return { name, page, paths: entries.map((entry) => join(name, entry).replaceAll("\\", "/")) };
});

test.each(packages)("the page of $name names each of its entry points", ({ page, paths }) => {
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !page.includes(path))).toEqual([]);
});
