import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

import { publishedPackages, ROOT } from "@kioku/packaging/published-packages";
import { describe, expect, test } from "vitest";

import { shortenDefaults } from "../reference/short-defaults.ts";

const entryPoints = publishedPackages().flatMap((one) => one.entryPoints);

/** Path below the root, with slashes. */
function fromRoot(path: string): string {
  return relative(ROOT, path).replaceAll("\\", "/");
}

describe("entry points", () => {
  test("are every index.ts of the packages", () => {
    const indices = globSync("packages/*/src/**/index.ts", { cwd: ROOT });
    expect(entryPoints.map(({ source }) => fromRoot(source)).toSorted()).toEqual(
      indices.map((path) => fromRoot(join(ROOT, path))).toSorted(),
    );
  });

  test("are all resolved to their sources in the workspace", () => {
    const base = JSON.parse(readFileSync(join(ROOT, "tsconfig.base.json"), "utf8")) as {
      readonly compilerOptions: { readonly paths: Readonly<Record<string, readonly string[]>> };
    };
    expect(base.compilerOptions.paths).toEqual(
      Object.fromEntries(
        entryPoints.map(({ specifier, source }) => [specifier, [`./${fromRoot(source)}`]]),
      ),
    );
  });

  test("have a committed report of their signatures each", () => {
    const reports = globSync("packages/*/api/*.api.md", { cwd: ROOT }).map((path) =>
      readFileSync(join(ROOT, path), "utf8").split("\n", 1).join(),
    );
    expect(reports.toSorted()).toEqual(
      entryPoints.map(({ specifier }) => `## API of \`${specifier}\``).toSorted(),
    );
  });
});

test("the API reference has defaults in one line", () => {
  const page = '#### Default Value\n\n```ts\n30000\n```\n\n#### Default Value\n\n`"inline"`\n';
  expect(shortenDefaults(page)).toBe('**Default:** `30000`\n\n**Default:** `"inline"`\n');
  const long = "#### Default Value\n\n```ts\n{\n  a: 1,\n}\n```\n";
  expect(shortenDefaults(long)).toBe(long);
});
