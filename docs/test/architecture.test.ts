import { existsSync, readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { workspacePackages } from "../charts/workspace-packages.ts";

const page = readFileSync(new URL("../architecture.md", import.meta.url), "utf8");

/** Names of the folders in `packages/NAME/src`. */
function foldersOf(name: string): readonly string[] {
  const sources = new URL(`../../packages/${name}/src/`, import.meta.url);
  return readdirSync(sources, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

/**
 * The part of the page that speaks of this package: from the line that names its sources to the
 * next heading.
 */
function partAbout(name: string): string {
  const [, after = ""] = page.split(`\`packages/${name}/src\``, 2);
  return after.split("\n## ", 1)[0] ?? "";
}

test.each(workspacePackages())("the table of packages says what $name imports", (one) => {
  const row = new RegExp(`^\\| \`${one.published}\`[^|]*\\| (?<imports>[^|]*)\\|`, "mu").exec(page);
  const said = new Set((row?.groups?.["imports"] ?? "").trim().split(/,\s*/u));
  const imports = workspacePackages().filter(({ name }) => said.has(name));
  expect(imports.map(({ name }) => name)).toEqual(one.imports);
});

test("every file and folder that the page sends readers to exists", () => {
  const [, after = ""] = page.split("\n## Where to change\n", 2);
  const part = after.split("\n## ", 1)[0] ?? "";
  const paths = [...part.matchAll(/`(?<path>(?:packages|docs)\/[^`]+)`/gu)].map(
    ({ groups }) => groups?.["path"] ?? "",
  );
  expect(paths.length).toBeGreaterThan(0);
  const root = new URL("../../", import.meta.url);
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});

test.each(workspacePackages())("every folder of $name is explained", ({ name }) => {
  const part = partAbout(name);
  const missing = foldersOf(name).filter((folder) => !part.includes(`\`${folder}/\``));
  expect(missing).toEqual([]);
});
