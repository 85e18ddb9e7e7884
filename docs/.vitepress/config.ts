import { readFileSync } from "node:fs";
import { join } from "node:path";

import { defineConfig } from "vitepress";

import { localSearch, oneSearchIndex } from "./local-search.ts";
import { headingAnchor } from "./markdown/heading-anchor.ts";
import { pageMarkdown } from "./markdown/page-markdown.ts";
import { guideMentions, pageTitle } from "./pages/guide-mentions.ts";
import { apiSidebar, folderSidebar, guideSidebar } from "./pages/navigation.ts";
import { PLAYGROUND, REPOSITORY, siteAddress, sitePath } from "./pages/site-path.ts";
import { ROOT, sourcePages } from "./pages/source-pages.ts";
import { symbolPages } from "./pages/symbol-pages.ts";
import { themeRepairs } from "./theme-repairs.ts";

const read = (source: string): string => readFileSync(join(ROOT, source), "utf8");

const { pages, others } = sourcePages();
const symbols = symbolPages(pages);
const guide = pages
  .filter((source) => !source.startsWith("docs/api/"))
  .map((source) => ({ source, text: read(source) }));
/** Pages that a page of the reference points back to: those that explain how to use something. */
const explaining = guide.filter(
  ({ source }) => !/^(?:docs\/(?:decisions|zh)\/|[^/]+$)/u.test(source),
);
const mentions = guideMentions(explaining, symbols);

/** Titles and addresses of the pages of a folder, in the order of their file names. */
function entriesIn(folder: string): { readonly title: string; readonly link: string }[] {
  return guide
    .filter(({ source }) => source.startsWith(folder) && !/\/(?:README|index)\.md$/u.test(source))
    .map(({ source, text }) => ({
      title: pageTitle(text),
      link: siteAddress(sitePath(source) ?? ""),
    }));
}

/** Pages of the repository that are not of the guide. */
function projectEntries(): { readonly text: string; readonly link: string }[] {
  return guide.flatMap(({ source, text }) => {
    const page = sitePath(source) ?? "";
    return page.startsWith("project/") ? [{ text: pageTitle(text), link: siteAddress(page) }] : [];
  });
}

const CHINESE_PAGES = [
  "quick-start",
  "concepts",
  "how-it-works",
  "what-to-store",
  "cost-and-privacy",
].flatMap((name) => entriesIn(`docs/zh/${name}.md`));

/** In the page itself, so that browsers ask for no icon. */
const ICON = read("docs/images/logo.svg");

export default defineConfig({
  title: "Kioku",
  description: "Memory for AI agents, in TypeScript",
  base: process.env["KIOKU_SITE_BASE"] ?? "/",
  srcDir: ROOT,
  srcExclude: [...others],
  rewrites: (source) => sitePath(source) ?? source,
  outDir: join(ROOT, "docs/dist/site"),
  cacheDir: join(ROOT, "docs/dist/site-cache"),
  cleanUrls: true,
  // It is added after the build; site/check.ts sees whether it is there.
  ignoreDeadLinks: [PLAYGROUND],
  metaChunk: true,
  lastUpdated: false,
  head: [["link", { rel: "icon", href: `data:image/svg+xml,${encodeURIComponent(ICON)}` }]],
  markdown: {
    anchor: { slugify: headingAnchor },
    attrs: { disable: true },
    theme: { light: "github-light-high-contrast", dark: "github-dark-default" },
    config: (markdown) => pageMarkdown(markdown, { symbols, mentions }),
  },
  vite: {
    plugins: [oneSearchIndex(), themeRepairs()],
    // The one file of it that the start page needs: all of it would be a hundred times as much.
    resolve: {
      alias: { "@kioku/core/toolkit": join(ROOT, "packages/core/src/ranking/forgetting.ts") },
    },
  },
  locales: {
    root: { label: "English", lang: "en" },
    zh: {
      label: "简体中文",
      lang: "zh-CN",
      link: "/zh/",
      description: "TypeScript 的智能体记忆库",
      themeConfig: {
        nav: [
          { text: "快速开始", link: "/zh/quick-start" },
          { text: "概念", link: "/zh/concepts" },
          { text: "游乐场", link: PLAYGROUND, target: "_self" },
          { text: "英文指南", link: "/guide/" },
          { text: "API", link: "/api/" },
        ],
        outline: { level: [2, 3], label: "本页内容" },
        docFooter: { prev: "上一页", next: "下一页" },
        darkModeSwitchLabel: "外观",
        sidebarMenuLabel: "菜单",
        returnToTopLabel: "回到顶部",
        langMenuLabel: "语言",
        editLink: { pattern: `${REPOSITORY}/blob/main/:path`, text: "在 GitHub 上查看本页" },
      },
    },
  },
  themeConfig: {
    // Few pages are in both languages: the switch leads to the home page of the other.
    i18nRouting: false,
    nav: [
      { text: "Quick start", link: "/quick-start" },
      {
        text: "Guide",
        link: "/guide/",
        activeMatch: "^/(?:guide|embedders|stores|frameworks|extend)/",
      },
      { text: "Playground", link: PLAYGROUND, target: "_self" },
      { text: "Recipes", link: "/recipes/rag-chain", activeMatch: "^/recipes/" },
      { text: "API", link: "/api/", activeMatch: "^/api/" },
    ],
    sidebar: {
      "/": [...guideSidebar(read), { text: "Project", collapsed: true, items: projectEntries() }],
      "/decisions/": folderSidebar("Decisions", entriesIn("docs/decisions/")),
      "/api/": apiSidebar(read),
      "/zh/": folderSidebar("指南", CHINESE_PAGES),
    },
    outline: { level: [2, 3] },
    search: localSearch,
    editLink: { pattern: `${REPOSITORY}/blob/main/:path`, text: "See this page on GitHub" },
    socialLinks: [{ icon: "github", link: REPOSITORY }],
    externalLinkIcon: false,
  },
});
