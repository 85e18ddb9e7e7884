import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

import ts from "typescript";
import { expect, test } from "vitest";

const docs = fileURLToPath(new URL("..", import.meta.url));
/** The start page has a test of its own. */
const translated = globSync("zh/*.md", { cwd: docs })
  .map((path) => path.split(/[/\\]/u)[1] ?? "")
  .filter((name) => name !== "index.md");

/** Headings that stand for each other, in their order, by the English page. */
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
  "how-it-works.md": [
    ["# How it works", "# 运作原理"],
    ["## Written", "## 写入"],
    ["## Kept", "## 保存"],
    ["## Found", "## 找到"],
    ["## Used, or not", "## 用到，或者没用到"],
    ["## Replaced, forgotten, erased", "## 取代、忘记、擦除"],
    ["## The whole way as a program", "## 用一个程序走完全程"],
    ["## With a mind", "## 配合心智"],
    ["## Read on", "## 接下来读什么"],
  ],
  "guide/what-to-store.md": [
    ["# What to store", "# 存什么"],
    ["## In short", "## 速查"],
    ["## What not to store", "## 什么不该存"],
    ["## The form of a sentence", "## 句子怎么写"],
    ["## Keep it current", "## 保持最新"],
    ["## With a mind", "## 配合心智"],
    ["## Upkeep", "## 日常维护"],
  ],
  "cost-and-privacy.md": [
    ["# Cost and privacy", "# 成本与隐私"],
    ["## What leaves the machine", "## 哪些内容会离开本机"],
    ["## What it costs", "## 成本有多少"],
    ["### Tokens and money", "### Token 与费用"],
    ["## People and their rights", "## 个人及其权利"],
    ["## Keep it secret", "## 保密"],
  ],
  "mcp.md": [
    ["# MCP", "# MCP"],
    ["## Three minutes", "## 三分钟上手"],
    ["## The files of each client", "## 各客户端的文件"],
    ["## Tools", "## 工具"],
    ["## Security model", "## 安全模型"],
    ["## Limits", "## 限制"],
  ],
};

/** Pages of which only the sections are translated whose headings are listed. */
const IN_PART = new Set(["mcp.md"]);

const pairs = Object.keys(HEADINGS).map((page) => [page, `zh/${basename(page)}`] as const);

const MEASURED = /^<!-- measured:[\s\S]*?^<!-- \/measured:[^\n]*\n\n?/gmu;
const PROGRAM =
  /^```ts(?<info>[^\n]*)\n(?<code>[\s\S]*?)^```$(?:\n\n^```text$\n(?<output>[\s\S]*?)^```$)?/gmu;
const FENCE = /^```(?<info>[^\n]*)\n(?<code>[\s\S]*?)^```$/gmu;

function read(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
}

/** An English page, without what its translation leaves out: tables of figures, some sections. */
function originalOf(page: string): string {
  const text = read(page).replaceAll(MEASURED, "");
  if (!IN_PART.has(page)) return text;
  const wanted = (HEADINGS[page] ?? []).map(([heading]) => `${heading}\n`);
  const sections = text.split(/^(?=##? )/mu);
  return sections.filter((one) => wanted.some((heading) => one.startsWith(heading))).join("");
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
    if (info.startsWith("ts")) return ["ts", ...tokensOf(code)];
    // The output of a program is in the language of its texts.
    const isOutput = info === "" || info === "text";
    return [info, isOutput ? `${code.split("\n").length} lines` : code];
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
  expect(translated.toSorted()).toEqual(pairs.map(([page]) => basename(page)).toSorted());
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

/** A program without its comments, and its output. */
function programsOf(page: string) {
  return [...page.matchAll(PROGRAM)].map(({ groups }) => {
    const { info = "", code = "", output = "" } = groups ?? {};
    const plain = code.replaceAll(/^ *\/\/ .*\n| \/\/ .*$/gmu, "");
    return { isRun: info.includes("run"), text: `${plain}\n${output}` };
  });
}

test.each(pairs)("the blocks of %s are the same code in %s", (page, translation) => {
  const blocks = blocksOf(originalOf(page));
  expect(blocks.length).toBe(originalOf(page).split(/^```/mu).length >> 1);
  expect(blocksOf(read(translation))).toEqual(blocks);
});

test.each(pairs)("programs that run in %s are run or copied in %s", (page, translation) => {
  const english = programsOf(originalOf(page));
  const copies = programsOf(read(translation)).map((program, index) =>
    program.isRun || english[index]?.isRun !== true ? undefined : program.text,
  );
  const expected = copies.map((copy, index) => copy && english[index]?.text);
  expect(copies).toEqual(expected);
});

test.each(pairs)("the headings of %s are in %s, in their order", (page, translation) => {
  const [english, chinese] = [partsOf(originalOf(page)), partsOf(read(translation))];
  const expected = HEADINGS[page] ?? [];
  expect(english.headings).toEqual(expected.map(([heading]) => heading));
  expect(chinese.headings).toEqual(expected.map(([, heading]) => heading));
});

test.each(pairs)("what %s names is named in %s, in as many rows", (page, translation) => {
  const [english, chinese] = [partsOf(originalOf(page)), partsOf(read(translation))];
  expect(chinese.names).toEqual(english.names);
  expect(chinese.rows).toBe(english.rows);
});

/** Terms that the English page also uses as plain words. */
const PLAIN_WORDS = new Set(["form"]);

test("zh/concepts.md calls things what the glossary calls them", () => {
  const [english, chinese] = [read("concepts.md"), read("zh/concepts.md")].map((page) =>
    page.replaceAll(FENCE, "").replaceAll(/`[^`\n]+`|\]\([^)]*\)/gu, ""),
  );
  const row = /^\| (?<term>[a-z -]+) (?<name>\p{Script=Han}+) +\|/gmu;
  const rows = [...read("glossary.md").matchAll(row)];
  const missing = rows
    .map(({ groups }) => [groups?.["term"] ?? "", groups?.["name"] ?? ""] as const)
    .filter(([term]) => new RegExp(`\\b${term}s?\\b`, "iu").test(english ?? ""))
    .filter(([term, name]) => !PLAIN_WORDS.has(term) && !(chinese ?? "").includes(name));
  expect(rows.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

/** Names that were in use beside those of the glossary. */
const OTHER_NAMES = /搁置|抹除|相关度|推得|词元|说话者|淡忘|心情|稳定性|门槛/gu;

test("the Chinese pages and studio have one name for each term", () => {
  const cwd = fileURLToPath(new URL("../..", import.meta.url));
  const found = globSync(["docs/zh/*.md", "packages/studio/src/app/**/*.ts"], { cwd })
    .map((path) => [path, read(`../${path}`).match(OTHER_NAMES)] as const)
    .filter(([, names]) => names !== null);
  expect(found).toEqual([]);
});
