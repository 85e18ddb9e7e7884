import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SKIPPED = new Set(["node_modules", "dist", ".git", ".turbo", "coverage"]);
const COMMAND = /npm run (?<before>(?:-s |-w \S+ )*)(?<name>[\w:-]+)(?<after>[^`\n]*)/gu;
const WORKSPACE = /-w (?<folder>[\w/-]+)/u;

interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>;
}

function scriptsOf(folder: string): readonly string[] {
  const file = join(ROOT, folder, "package.json");
  if (!existsSync(file)) return [];
  const manifest = readFileSync(file, "utf8");
  return Object.keys((JSON.parse(manifest) as Manifest).scripts ?? {});
}

function pagesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : pagesIn(path);
    return entry.name.endsWith(".md") && entry.name !== "CHANGELOG.md" ? [path] : [];
  });
}

test("every `npm run` of a page names a script that there is", () => {
  const commands = pagesIn(ROOT).flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(COMMAND)].map(({ groups = {} }) => {
      const { name = "", before = "", after = "" } = groups;
      const folder = WORKSPACE.exec(`${before}${after}`)?.groups?.["folder"];
      // The page of a package may say what its own scripts are for.
      const folders = folder === undefined ? ["", relative(ROOT, dirname(page))] : [folder];
      return { page: relative(ROOT, page), name, folders };
    }),
  );
  expect(commands.length).toBeGreaterThan(20);
  expect(
    commands.filter(({ name, folders }) => !folders.flatMap(scriptsOf).includes(name)),
  ).toEqual([]);
});
