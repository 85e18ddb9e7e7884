import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, test } from "vitest";

import { shortenDefaults } from "../reference/short-defaults.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Package {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, unknown>>;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(root, file), "utf8"));
}

/** What can be imported of the published packages, with the source of each. */
const published = globSync("packages/*/package.json", { cwd: root })
  .toSorted()
  .flatMap((file) => {
    const { name, private: isPrivate, exports = {} } = readJson(file) as Package;
    if (isPrivate === true) return [];
    return Object.keys(exports)
      .filter((path) => path !== "./package.json")
      .map((path) => ({
        module: join(name, path),
        source: join("..", file, "../src", path, "index.ts"),
      }));
  });

const options = readJson("docs/typedoc.json") as {
  readonly entryPoints: readonly string[];
  readonly packagesRequiringDocumentation: readonly string[];
};

describe("the API reference", () => {
  test("is made of everything that can be imported of the published packages", () => {
    expect(published.length).toBeGreaterThan(15);
    expect(options.entryPoints.toSorted()).toEqual(
      published.map(({ source }) => source).toSorted(),
    );
  });

  test("wants a comment on every member of all of them", () => {
    const names = new Set(published.map(({ module }) => module.split("/").slice(0, 2).join("/")));
    expect(options.packagesRequiringDocumentation.toSorted()).toEqual([...names].toSorted());
  });

  test.each(published)("has a page for $module", ({ module }) => {
    const page = join(root, "docs/api", module.replace("@kioku/", ""), "README.md");
    expect(existsSync(page)).toBe(true);
    expect(readFileSync(page, "utf8")).toContain(`# ${module}\n`);
  });

  test("has defaults in one line", () => {
    const page = '#### Default Value\n\n```ts\n30000\n```\n\n#### Default Value\n\n`"inline"`\n';
    expect(shortenDefaults(page)).toBe('**Default:** `30000`\n\n**Default:** `"inline"`\n');
    const long = "#### Default Value\n\n```ts\n{\n  a: 1,\n}\n```\n";
    expect(shortenDefaults(long)).toBe(long);
  });
});
