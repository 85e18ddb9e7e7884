import { relative } from "node:path";

import { expect, test } from "vitest";

import { dependencyClosure, readLock } from "../dependency-closure.ts";
import { dependencyProblems } from "../pack/dependency-problems.ts";
import { publishedPackages, ROOT } from "../published-packages.ts";

const packages = publishedPackages();
const EXAMPLE = { name: "@kioku/example", version: "1.0.0" };

test.each(packages.map(({ name, manifest }) => ({ name, manifest })))(
  "dependencies of $name take security fixes",
  ({ manifest }) => {
    expect(dependencyProblems(manifest)).toEqual([]);
  },
);

test("a pinned dependency is a problem that says what to write", () => {
  expect(dependencyProblems({ ...EXAMPLE, dependencies: { yaml: "2.9.1" } })).toEqual([
    'dependency yaml is "2.9.1": write a range that begins with ^',
  ]);
  expect(dependencyProblems({ ...EXAMPLE, optionalDependencies: { pg: "8.x" } })).toHaveLength(1);
  expect(dependencyProblems({ ...EXAMPLE, dependencies: { yaml: "^2.9.1" } })).toEqual([]);
});

test("a package of types is a problem", () => {
  expect(dependencyProblems({ ...EXAMPLE, dependencies: { "@types/node": "^22.0.0" } })).toEqual([
    "@types/node is installed at users': make it a development dependency",
  ]);
});

test("no package of types is installed at users'", () => {
  const locked = readLock();
  const installed = packages.flatMap(({ folder }) => [
    ...dependencyClosure(locked, relative(ROOT, folder), false),
  ]);
  expect(installed).toContain("node_modules/better-sqlite3");
  expect(installed.filter((path) => path.includes("node_modules/@types/"))).toEqual([]);
});
