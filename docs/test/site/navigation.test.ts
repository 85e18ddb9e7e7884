import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { indexGroups } from "../../.vitepress/pages/index-groups.ts";
import { apiSidebar, guideSidebar } from "../../.vitepress/pages/navigation.ts";
import { siteAddress, sitePath } from "../../.vitepress/pages/site-path.ts";
import { ROOT, sourcePages } from "../../.vitepress/pages/source-pages.ts";

const read = (source: string): string => readFileSync(join(ROOT, source), "utf8");

test("a group lists the first link of each row of a table, and every link of a sentence", () => {
  const page = `# Guide

Not listed: [before](before.md).

## Start

| page | answers |
| ---- | ------- |
| [Quick \`start\`](quick-start.md) | see [recall](guide/recall.md) |

## Packages

[core](../packages/core/README.md), [GitHub](https://github.com), [file](../knip.jsonc).

## Nothing

No link.
`;
  expect(indexGroups(page, "docs/README.md")).toEqual([
    { text: "Start", items: [{ text: "Quick start", link: "/quick-start" }] },
    { text: "Packages", items: [{ text: "core", link: "/packages/core" }] },
  ]);
});

test("a page that an index names twice is in the sidebar once, where it is first", () => {
  const index =
    "## One\n\n[a](a.md)\n\n## Two\n\n[again](a.md), [b](b.md)\n\n## Three\n\n[a](a.md)\n";
  expect(
    guideSidebar(() => index).map(({ text, items }) => [text, items?.map((item) => item.link)]),
  ).toEqual([
    ["One", ["/a"]],
    ["Two", ["/b"]],
  ]);
});

test("the index of the guide, and so the sidebar, lists every page of docs and of a package", () => {
  const listed = new Set(
    guideSidebar(read).flatMap(({ items }) => items?.map(({ link }) => link) ?? []),
  );
  const pages = sourcePages().pages.filter(
    (source) =>
      /^(?:docs|packages)\//u.test(source) &&
      !/^docs\/(?:api\/|zh\/|decisions\/\d|README\.md|index\.md)/u.test(source),
  );
  expect(pages.length).toBeGreaterThan(40);
  const missing = pages.filter((source) => !listed.has(siteAddress(sitePath(source) ?? "")));
  expect(missing).toEqual([]);
});

test("the sidebar of the reference lists tasks, and what can be imported", () => {
  const index = `# Kioku

## Modules

| Module | Description |
| ------ | ------ |
| [@kioku/core](core/README.md) | See [recall](core/README.md). |
| [@kioku/tools](core/tools/README.md) | |
`;
  const [tasks, entryPoints] = apiSidebar(() => index);
  expect(tasks?.items?.[0]).toEqual({ text: "Create a memory", link: "/api/#create-a-memory" });
  expect(entryPoints?.items).toEqual([
    { text: "@kioku/core", link: "/api/core/" },
    { text: "@kioku/tools", link: "/api/core/tools/" },
  ]);
});
