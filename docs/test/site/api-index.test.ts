import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { publishedPackages } from "@kioku/packaging/published-packages";
import { describe, expect, test } from "vitest";

import { indexByTask, wordsOf } from "../../.vitepress/pages/api-index.ts";
import { API_TASKS } from "../../.vitepress/pages/api-tasks.ts";
import { ROOT, sourcePages } from "../../.vitepress/pages/source-pages.ts";

const CORE = "@kioku/core";
const TOOLKIT = "@kioku/core/toolkit";
const EXPORT =
  /^export (?:declare )?(?:abstract )?(?<kind>function|class|const|interface|type) (?<name>[\w$]+)/gmu;

interface Exported {
  readonly kind: string;
  readonly name: string;
}

/** Names that each entry point exports, from the committed reports of signatures. */
const exportsByEntryPoint = new Map(
  globSync("packages/*/api/*.api.md", { cwd: ROOT }).map((path) => {
    const report = readFileSync(join(ROOT, path), "utf8");
    const specifier = /^## API of `(?<specifier>[^`]+)`/u.exec(report)?.groups?.["specifier"] ?? "";
    const found = [...report.matchAll(EXPORT)].map(
      ({ groups = {} }) => groups as unknown as Exported,
    );
    return [specifier, [...new Map(found.map((one) => [one.name, one])).values()]] as const;
  }),
);

function listedIn(specifier: string): readonly string[] {
  return API_TASKS.flatMap(({ names }) => wordsOf(names[specifier] ?? ""));
}

describe("the tasks of the API index", () => {
  test("have every name of core once", () => {
    const names = exportsByEntryPoint.get(CORE)?.map(({ name }) => name) ?? [];
    expect(names.length).toBeGreaterThan(100);
    const listed = listedIn(CORE).filter((name) => !name.endsWith("()"));
    expect(listed.toSorted()).toEqual(names.toSorted());
  });

  test.each([...exportsByEntryPoint.keys()].filter((one) => one !== CORE && one !== TOOLKIT))(
    "have every function, class and constant of %s once",
    (specifier) => {
      const names = (exportsByEntryPoint.get(specifier) ?? [])
        .filter(({ kind }) => kind !== "interface" && kind !== "type")
        .map(({ name }) => name);
      expect(listedIn(specifier).toSorted()).toEqual(names.toSorted());
    },
  );

  test("name every entry point, and pages of the guide that there are", () => {
    const specifiers = publishedPackages().flatMap(({ entryPoints }) =>
      entryPoints.map(({ specifier }) => specifier),
    );
    const named = new Set(API_TASKS.flatMap(({ names }) => Object.keys(names)));
    expect(specifiers.filter((specifier) => !named.has(specifier))).toEqual([]);
    const pages = new Set(sourcePages().pages);
    const guides = API_TASKS.map(({ guide }) => join("docs", guide));
    expect(guides.filter((page) => !pages.has(page))).toEqual([]);
  });
});

const CORE_PAGE = `# @kioku/core

Memory.

## Functions

| Function | Description |
| ------ | ------ |
${listedIn(CORE)
  .filter((name) => !name.endsWith("()"))
  .map((name) => `| [${name}](functions/${name}.md) | About ${name}. And more. |`)
  .join("\n")}
`;

const MEMORY_PAGE = listedIn(CORE)
  .filter((name) => name.endsWith("()"))
  .map((name) => `### ${name}\n\n\`\`\`ts\n${name}: void;\n\`\`\`\n\nDoes ${name}. Slowly.\n\n`)
  .join("");

test("the index of core is written in the order of tasks, with the first sentence of each name", () => {
  const read = (file: string): string =>
    file.endsWith("core/README.md") ? CORE_PAGE : MEMORY_PAGE;
  const index = indexByTask(CORE_PAGE, "docs/api/core/README.md", read);
  expect(index).toContain(`Memory.

## Create a memory

[Guide](../../quick-start.md)

| Name | What it is |
| --- | --- |
| [\`createMemory\`](functions/createMemory.md) | About createMemory. |
| [\`scope()\`](interfaces/Memory.md#scope) | Does scope(). |
`);
  expect(index).not.toContain("## Functions");
});

test("pages that are no index of many names stay as typedoc wrote them", () => {
  expect(indexByTask("# Page\n", "docs/api/mind/README.md", () => "")).toBe("# Page\n");
});
