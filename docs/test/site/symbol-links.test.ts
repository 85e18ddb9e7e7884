import { createMarkdownRenderer } from "vitepress";
import type { MarkdownRenderer } from "vitepress";
import { beforeAll, expect, test } from "vitest";

import { pageMarkdown } from "../../.vitepress/markdown/page-markdown.ts";
import { guideMentions } from "../../.vitepress/pages/guide-mentions.ts";
import { ROOT } from "../../.vitepress/pages/source-pages.ts";
import { symbolPages } from "../../.vitepress/pages/symbol-pages.ts";

const CREATE = "docs/api/core/functions/createMemory.md";
const TOOLS = "docs/api/adapter-langchain/functions/memoryTools.md";
const symbols = symbolPages([
  CREATE,
  TOOLS,
  "docs/api/adapter-vercel-ai/functions/memoryTools.md",
  "docs/api/core/README.md",
]);
const mentions = guideMentions(
  [
    { source: "docs/concepts.md", text: "# Concepts of `Kioku`\n\nIt begins with `createMemory`." },
    {
      source: "docs/other.md",
      text: "# Other\n\n## `createMemory`\n\n```ts\n`createMemory`\n```\n",
    },
  ],
  symbols,
);

let markdown: MarkdownRenderer;
beforeAll(async () => {
  markdown = await createMarkdownRenderer(ROOT);
  pageMarkdown(markdown, { symbols, mentions });
});

function rendered(text: string, source = "docs/concepts.md"): string {
  return markdown.render(text, {
    path: `${ROOT}/${source}`,
    relativePath: source,
    cleanUrls: true,
  });
}

const toCreate = 'href="/api/core/functions/createMemory"';

test("an exported name in code links to its page", () => {
  expect(rendered("It begins with `createMemory`.")).toContain(toCreate);
});

test("it does so once in each section", () => {
  const html = rendered("`createMemory` and `createMemory`\n\n## Next\n\n`createMemory`");
  expect(html.split(toCreate)).toHaveLength(3);
});

test.each(["## `createMemory`", "[`createMemory`](recall.md)", "`createMemory()`", "createMemory"])(
  "%s gets no link",
  (text) => {
    expect(rendered(text)).not.toContain(toCreate);
  },
);

test("a name of two packages links only where the page imports it from one", () => {
  expect(rendered("`memoryTools`")).not.toContain("href");
  const imported = 'import { memoryTools } from "@kioku/adapter-langchain";';
  expect(rendered(`\`memoryTools\`\n\n\`\`\`ts\n${imported}\n\`\`\``)).toContain(
    'href="/api/adapter-langchain/functions/memoryTools"',
  );
});

test("the page of a symbol says which pages speak of it in their prose", () => {
  expect(mentions.get(CREATE)).toEqual([{ title: "Concepts of Kioku", link: "/concepts" }]);
  expect(rendered("# Function: createMemory()", CREATE)).toMatch(
    /<strong>In the guide:<\/strong> <a href="\/concepts">Concepts of Kioku<\/a>/u,
  );
  expect(rendered("# Function: memoryTools()", TOOLS)).not.toContain("In the guide");
});

test("links and images of a page are turned into those of the site", () => {
  expect(rendered("[receipts](guide/writing.md#receipts)")).toContain(
    'href="/guide/writing#receipts"',
  );
  const raw = "https://raw.githubusercontent.com/kioku-memory/kioku/main/docs/images/a.svg";
  expect(rendered(`![chart](${raw})`, "packages/core/README.md")).toContain(
    'src="./../../docs/images/a.svg"',
  );
});

test("braces in text are no expression", () => {
  expect(rendered("Write {{ name }} there")).not.toContain("{{");
});
