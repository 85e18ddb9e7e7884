import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import ts from "typescript";
import { expect, test } from "vitest";

const docs = fileURLToPath(new URL("..", import.meta.url));
/** Pages with text. The start page of the site is no more than links. */
const translated = globSync("zh/*.md", { cwd: docs })
  .map((path) => path.split(/[/\\]/u)[1] ?? "")
  .filter((name) => name !== "index.md");

/** Headings that stand for each other, in their order. */
const HEADINGS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  "quick-start.md": [
    ["# Quick start", "# 快速开始"],
    ["## Run the demo", "## 运行演示"],
    ["## Write a program", "## 写一个程序"],
    ["## What the program did", "## 程序做了什么"],
    ["## Use it in a project of your own", "## 用在你自己的项目里"],
    ["## Put it into a prompt", "## 放进提示词"],
    ["## Without files, without an embedder", "## 不用文件，也不用嵌入器"],
    ["## Where to go from here", "## 接下来读什么"],
  ],
  "concepts.md": [
    ["# Concepts", "# 概念"],
    ["## Record", "## 记录"],
    ["## Scope", "## 作用域"],
    ["### Reach", "### 范围"],
    ["## Kinds", "## 种类"],
    ["## Two time axes", "## 两条时间轴"],
    ["## Strength", "## 强度"],
    ["## Relevance and score", "## 相关性与得分"],
    ["## Origin and trust", "## 来源与可信度"],
    ["## Spaces", "## 向量空间"],
    ["## Receipts", "## 回执"],
    ["## History", "## 历史"],
    ["## Reads change nothing", "## 读取不改变任何东西"],
  ],
};

const FENCE = /^```(?<info>[^\n]*)\n(?<code>[\s\S]*?)^```$/gmu;

function read(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
}

/** Returns the tokens of a program without comments, layout, and the words in its texts. */
function tokensOf(code: string): readonly string[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true);
  scanner.setText(code);
  const tokens: string[] = [];
  const braces: boolean[] = [];
  for (;;) {
    let kind = scanner.scan();
    if (kind === ts.SyntaxKind.EndOfFileToken) return tokens;
    if (kind === ts.SyntaxKind.TemplateHead) braces.push(true);
    else if (kind === ts.SyntaxKind.OpenBraceToken) braces.push(false);
    else if (kind === ts.SyntaxKind.CloseBraceToken && braces.at(-1) === true) {
      kind = scanner.reScanTemplateToken(false);
      if (kind === ts.SyntaxKind.TemplateTail) braces.pop();
    } else if (kind === ts.SyntaxKind.CloseBraceToken) braces.pop();
    tokens.push(wordOf(kind, scanner.getTokenText()));
  }
}

/**
 * A token, without what a translator may change: texts that hold more than a name or a path, and
 * parts of templates.
 */
function wordOf(kind: ts.SyntaxKind, text: string): string {
  const isTemplate = kind >= ts.SyntaxKind.NoSubstitutionTemplateLiteral;
  if (isTemplate && kind <= ts.SyntaxKind.TemplateTail) return ts.SyntaxKind[kind];
  const isText = kind === ts.SyntaxKind.StringLiteral && !/^"[\w@/.-]+"$/u.test(text);
  return isText ? "text" : text;
}

/** The blocks of a page: what they open with, and what must be the same in every language. */
function blocksOf(page: string): readonly (readonly string[])[] {
  return [...page.matchAll(FENCE)].map(({ groups }) => {
    const { info = "", code = "" } = groups ?? {};
    if (info.startsWith("ts")) return [info, ...tokensOf(code)];
    // The output of a program is in the language of its texts.
    return [info, info === "" ? `${code.split("\n").length} lines` : code];
  });
}

/** Headings, names in code and links of a page outside of its blocks. */
function partsOf(page: string) {
  const prose = page.replaceAll(FENCE, "");
  return {
    headings: [...prose.matchAll(/^#+ .+$/gmu)].map(([heading]) => heading),
    names: [...new Set([...prose.matchAll(/`[^`\n]+`/gu)].map(([name]) => name))].toSorted(),
    rows: prose.split("\n").filter((line) => line.startsWith("|")).length,
  };
}

test("every Chinese page has an English one, and its headings are listed", () => {
  expect(translated.toSorted()).toEqual(Object.keys(HEADINGS).toSorted());
});

test("the Chinese start page shows the code of the English one", () => {
  const english = blocksOf(read("index.md"));
  expect(english.length).toBeGreaterThan(0);
  expect(blocksOf(read("zh/index.md"))).toEqual(english);
});

function pageOf(code: string): string {
  return `\`\`\`ts run\n${code}\n\`\`\`\n`;
}

test("a change in code is noticed, and one in its words and comments is not", () => {
  const english = blocksOf(pageOf('const a = f("Where is it?", `${x} cited`); // why'));
  expect(blocksOf(pageOf('const a = f("它在哪里？", `引用 ${x}`); // 为何'))).toEqual(english);
  expect(blocksOf(pageOf('const a = g("它在哪里？", `引用 ${x}`);'))).not.toEqual(english);
  expect(blocksOf(pageOf('const a = f("它在哪里？", `引用 ${y}`);'))).not.toEqual(english);
});

test.each(translated)("the blocks of zh/%s have the code of the English page", (name) => {
  const blocks = blocksOf(read(name));
  expect(blocks.length).toBeGreaterThan(3);
  expect(blocksOf(read(`zh/${name}`))).toEqual(blocks);
});

test.each(translated)("zh/%s has the headings of the English page, in their order", (name) => {
  const [english, chinese] = [partsOf(read(name)), partsOf(read(`zh/${name}`))];
  const expected = HEADINGS[name] ?? [];
  expect(english.headings).toEqual(expected.map(([heading]) => heading));
  expect(chinese.headings).toEqual(expected.map(([, heading]) => heading));
});

test.each(translated)("zh/%s names what the English page names, in as many rows", (name) => {
  const [english, chinese] = [partsOf(read(name)), partsOf(read(`zh/${name}`))];
  expect(chinese.names).toEqual(english.names);
  expect(chinese.rows).toBe(english.rows);
});
