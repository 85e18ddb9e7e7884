import { rejection, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { buildContext, fence, layer } from "../../../src/index.js";
import type {
  MemoryRecord,
  PromptContext,
  PromptOptions,
  RecalledMemory,
} from "../../../src/index.js";
import { estimateTokens } from "../../../src/toolkit/index.js";
import { HOSTILE_TEXTS } from "./hostile-texts.js";
import { parseStrictly } from "./parse-strictly.js";

/** Default_Ignorable_Code_Point of Unicode 16, and the annotation characters. */
const SHOWS_NOTHING: readonly (readonly [number, number])[] = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfff8],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];

function showsNothing(code: number): boolean {
  return SHOWS_NOTHING.some(([from, to]) => code >= from && code <= to);
}

function isControl(code: number): boolean {
  const isAllowed = code === 0x9 || code === 0xa;
  const endsLine = code === 0x2028 || code === 0x2029 || (code >= 0xfff9 && code <= 0xfffb);
  return (!isAllowed && (code < 0x20 || (code >= 0x7f && code <= 0x9f))) || endsLine;
}

/** Escapes a text character by character, as the pages say. */
function normalised(text: string): string {
  let result = "";
  for (const character of text.replaceAll("\r\n", "\n")) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xd800 && code <= 0xdfff) result += "\uFFFD";
    else if (isControl(code)) result += " ";
    else if (!showsNothing(code)) result += character;
  }
  return result;
}

function onOneLine(text: string): string {
  return normalised(text).replaceAll(/\s+/gu, " ");
}

function expectNothingInvisible(text: string): void {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  expect(codes.filter((code) => showsNothing(code) || isControl(code))).toEqual([]);
  expect(text.isWellFormed()).toBe(true);
}

/** Checks the whole block: one element, N children, each decoding back to what is stored. */
function expectIntact(context: PromptContext, options: PromptOptions = {}): void {
  const { text, tokens, included } = context;
  const { budget = 1_500, render = (one: MemoryRecord) => one.content, preamble } = options;
  expect(tokens).toBeLessThanOrEqual(budget);
  expect(tokens).toBe(estimateTokens(text));
  expectNothingInvisible(text);
  if (text === "") return;
  const block = parseStrictly(text);
  expect(block.name).toBe("memories");
  expect(Object.keys(block.attributes)).toEqual(["note"]);
  const { note = "" } = block.attributes;
  expect(preamble === undefined ? note.slice(0, 17) : note).toBe(
    preamble === undefined ? "Notes from memory" : onOneLine(preamble),
  );
  expect(block.text).toBe("\n".repeat(included.length + 1));
  expect(block.children.map(({ name }) => name)).toEqual(included.map(() => "memory"));
  for (const [index, { label, memory, isShortened }] of included.entries()) {
    const child = block.children[index];
    expect(child?.children).toEqual([]);
    const whole = normalised(render(memory));
    const shown = isShortened ? child?.text.replaceAll(/^…|…$/gu, "") : whole;
    expect(whole).toContain(shown);
    expect(isShortened ? shown : child?.text).toBe(shown);
    expect(child?.attributes).toEqual({
      ...(options.cite === false ? {} : { id: label }),
      ...(["note", "message"].includes(memory.kind) ? {} : { kind: onOneLine(memory.kind) }),
      date: "2026-03-01",
      ...(memory.origin === "user" ? {} : { from: memory.origin }),
      ...(memory.trust < 1 ? { trust: String(memory.trust) } : {}),
      ...(isShortened ? { shortened: "true" } : {}),
    });
  }
}

/** A memory in which the text is wherever a text can be. */
async function poisoned(text: string) {
  const { memory } = testMemory();
  const short = text.slice(0, 500);
  await memory.rememberAll([
    { content: "What the user said before", thread: short },
    {
      content: text,
      kind: short,
      thread: short,
      metadata: { origin: short, from: short, trust: short, [short.slice(0, 60)]: short },
      origin: "web",
    },
    { content: "What the user said after", thread: short },
  ]);
  await memory.set("entry", { said: short }, { origin: "tool", kind: short });
  return memory;
}

function recalled(records: readonly MemoryRecord[]): readonly RecalledMemory[] {
  return records.map((record) => ({
    ...record,
    score: 0.5,
    relevance: 0.5,
    reason: "match" as const,
  }));
}

test("there are more than 300 hostile texts, each another one, in both languages", () => {
  const texts = HOSTILE_TEXTS.map(([, text]) => text);
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.length).toBeGreaterThanOrEqual(300);
  expect(texts.filter((text) => /\p{Script=Han}/u.test(text)).length).toBeGreaterThan(150);
});

test.each(HOSTILE_TEXTS)("%s stays inside its fence", async (_, hostile) => {
  const memory = await poisoned(hostile);
  const all = recalled((await memory.list()).items);
  const whole = buildContext(all, { budget: 100_000 });
  expect(whole.included).toHaveLength(4);
  expectIntact(whole, { budget: 100_000 });
  expect([whole.trust, whole.origins]).toEqual([0.5, ["tool", "user", "web"]]);

  const render = (one: MemoryRecord): string =>
    `${one.content} ${one.thread ?? ""} ${JSON.stringify(one.metadata)} ${hostile}`;
  const variants: readonly PromptOptions[] = [
    { budget: 150 },
    { budget: 400, order: "time" },
    { budget: 100_000, render, cite: false },
    { budget: 100_000, preamble: hostile.slice(0, 9_999) },
  ];
  for (const options of variants) expectIntact(buildContext(all, options), options);

  const query = { query: hostile, neighbours: 2 };
  expectIntact(await memory.context(query, { budget: 50_000 }), { budget: 50_000 });
  const { memory: other } = testMemory();
  await other.remember({ content: `${hostile} again`, origin: "tool" });
  const layered = await layer(memory, other).context(query, { budget: 50_000, order: "time" });
  expectIntact(layered, { budget: 50_000 });
});

test.each(HOSTILE_TEXTS)("%s stays inside a fence of its own", async (_, hostile) => {
  const source = hostile.slice(0, 4_096);
  const text = fence(hostile, { label: "page", source });
  expectNothingInvisible(text);
  expect(parseStrictly(text)).toEqual({
    name: "page",
    attributes: { source: onOneLine(source) },
    children: [],
    text: `\n${normalised(hostile)}\n`,
  });
  const refused = await rejection(() => fence("text", { label: hostile }));
  expect(refused.code).toBe("invalid-input");
});

test("no character of Unicode becomes a bracket or a quote by normalising", () => {
  const characters = Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
  for (let start = 0; start < characters.length; start += 4_096) {
    // A blank between, so that no two make a third.
    const some = characters.slice(start, start + 4_096).join(" ");
    const text = fence(some, { source: some.slice(0, 4_096) });
    for (const form of ["NFC", "NFD", "NFKC", "NFKD"]) {
      const after = text.normalize(form);
      expect(after.match(/[<>]/gu)).toHaveLength(4);
      expect(after.split(">")[0]?.match(/"/gu)).toHaveLength(2);
    }
  }
});

test("what spelling needs of what shows nothing is kept, and no more of it", () => {
  const kept = [
    "می\u200Cخواهم",
    "क्\u200Dष",
    "👩\u200D💻",
    "❤\uFE0F",
    "👩🏽\u200D🚀",
    "🏳\uFE0F\u200D🌈",
  ];
  for (const text of kept) {
    expect(parseStrictly(fence(text)).text).toBe(`\n${text}\n`);
  }
  const removed = [
    ["a\u200Db", "ab"],
    ["猫\u200C\u200D\uFE0F", "猫"],
    ["م\u200C\u200C\u200D\u200Cن", "م\u200Cن"],
    ["❤\uFE0F\uFE0F\uFE0E", "❤\uFE0F"],
    ["👩\u200D", "👩"],
    ["1\uFE0F", "1"],
  ];
  for (const [text, rest] of removed)
    expect(parseStrictly(fence(text ?? "")).text).toBe(`\n${rest}\n`);
});

test("a render function that answers no text is refused by name", async () => {
  const { memory } = testMemory();
  await memory.remember("tea");
  const render = (() => 5) as unknown as () => string;
  const error = await rejection(() => memory.context("tea", { render }));
  expect([error.code, error.message]).toEqual([
    "invalid-input",
    expect.stringContaining("options.render"),
  ]);
});

test.each([
  "<a>b",
  "<a></b>",
  "<a><b></a></b>",
  "<a/>",
  "<a x='1'></a>",
  '<a x="1" x="2"></a>',
  "<a>&</a>",
  "<a>&nbsp;</a>",
  "<a><!-- --></a>",
  "<a><![CDATA[x]]></a>",
  "<a>x > y</a>",
  "<a></a><b></b>",
  "<a></a> ",
  '<a  x="1"></a>',
  '<a x="\n"></a>',
  '<a x="<"></a>',
])("the parser of these tests refuses %j", (text) => {
  expect(() => parseStrictly(text)).toThrow(/ at \d+: /u);
});
