import { describe, expect, test } from "vitest";

import { headingAnchor } from "../../.vitepress/markdown/heading-anchor.ts";
import { imageSource, siteLink } from "../../.vitepress/markdown/source-links.ts";
import { siteAddress, sitePath } from "../../.vitepress/pages/site-path.ts";
import { sourcePages } from "../../.vitepress/pages/source-pages.ts";

const GITHUB = "https://github.com/kioku-memory/kioku";

describe("pages of the site", () => {
  test.each([
    ["docs/README.md", "guide/index.md", "/guide/"],
    ["docs/quick-start.md", "quick-start.md", "/quick-start"],
    ["docs/zh/concepts.md", "zh/concepts.md", "/zh/concepts"],
    ["docs/decisions/README.md", "decisions/index.md", "/decisions/"],
    ["docs/api/core/README.md", "api/core/index.md", "/api/core/"],
    ["packages/core/README.md", "packages/core.md", "/packages/core"],
    ["SECURITY.md", "project/security.md", "/project/security"],
    ["RELIABILITY.md", "project/reliability.md", "/project/reliability"],
    ["examples/README.md", "project/examples.md", "/project/examples"],
    ["docs/index.md", "index.md", "/"],
    ["packages/studio/playground.html", "playground/index.md", "/playground/"],
  ])("%s is the page %s", (source, page, address) => {
    expect(sitePath(source)).toBe(page);
    expect(siteAddress(page)).toBe(address);
  });

  test.each(["README.md", "AGENTS.md", "packages/core/CHANGELOG.md", "packages/core/src/notes.md"])(
    "%s is none",
    (source) => {
      expect(sitePath(source)).toBeUndefined();
    },
  );

  test("no two files become the same page, on disks that ignore case, too", () => {
    const { pages } = sourcePages();
    const becomes = pages.map((source) => sitePath(source)?.toLowerCase());
    expect(pages.length).toBeGreaterThan(100);
    expect(new Set(becomes).size).toBe(pages.length);
  });
});

describe("links", () => {
  test.each([
    ["concepts.md", "docs/quick-start.md", "/concepts"],
    ["guide/writing.md#receipts", "docs/quick-start.md", "/guide/writing#receipts"],
    ["../quick-start.md", "docs/guide/recall.md", "/quick-start"],
    ["README.md", "docs/quick-start.md", "/guide/"],
    ["../../docs/guide/recall.md#filters", "packages/core/README.md", "/guide/recall#filters"],
    ["../packages/core", "docs/README.md", "/packages/core"],
    ["../packages/core/", "docs/README.md", "/packages/core"],
    ["../../README.md", "packages/core/README.md", "/"],
    ["../../packages/studio/playground.html", "docs/guide/feeling.md", "/playground/"],
    [`${GITHUB}/blob/main/docs/concepts.md#scope`, "packages/core/README.md", "/concepts#scope"],
    [`${GITHUB}/tree/main/packages/skills`, "packages/core/README.md", "/packages/skills"],
  ])("%s of %s leads to the page %s", (href, source, link) => {
    expect(siteLink(href, source)).toBe(link);
  });

  test.each([
    ["../bench/results/x.json", "docs/performance.md", `${GITHUB}/blob/main/bench/results/x.json`],
    ["../packages/core/src", "docs/architecture.md", `${GITHUB}/tree/main/packages/core/src`],
    ["AGENTS.md", "CONTRIBUTING.md", `${GITHUB}/blob/main/AGENTS.md`],
  ])("%s of %s, which is no page, leads to GitHub", (href, source, link) => {
    expect(siteLink(href, source)).toBe(link);
  });

  test.each(["#scope", "https://example.com/a.md", "mailto:a@example.com", "/guide/"])(
    "%s stays as it is",
    (href) => {
      expect(siteLink(href, "docs/concepts.md")).toBe(href);
    },
  );
});

test("an image that a package page names on GitHub is the file of this repository", () => {
  const raw = "https://raw.githubusercontent.com/kioku-memory/kioku/main/docs/images/a.svg";
  expect(imageSource(raw, "packages/core/README.md")).toBe("../../docs/images/a.svg");
  expect(imageSource("../images/a.svg", "docs/guide/recall.md")).toBe("../images/a.svg");
});

test("a heading has the anchor that GitHub gives it", () => {
  expect(headingAnchor("What `withMemory` adds: 3 things, a_b")).toBe(
    "what-withmemory-adds-3-things-a_b",
  );
  expect(headingAnchor("运行演示 (demo)")).toBe("运行演示-demo");
});
