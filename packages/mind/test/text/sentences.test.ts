import { array, assert, constantFrom, property } from "fast-check";
import { expect, test } from "vitest";

import { splitSentences } from "../../src/text/sentences.js";

test("sentences end at full stops, exclamation and question marks, and line breaks", () => {
  expect(splitSentences("I moved. Really! Did you know?\nNew line\n\n- a list")).toEqual([
    "I moved.",
    "Really!",
    "Did you know?",
    "New line",
    "- a list",
  ]);
});

test("Chinese sentences end at their marks, without blanks", () => {
  expect(splitSentences("我搬家了。你呢？太好了!我明天去看你…… 好吗")).toEqual([
    "我搬家了。",
    "你呢？",
    "太好了!",
    "我明天去看你……",
    "好吗",
  ]);
});

test("code between fences is in no sentence", () => {
  const code = "```ts\nconst home = 'I live in Rome.';\n```";
  expect(splitSentences(`My code:\n${code}\nIt fails. 我住在苏州。`)).toEqual([
    "My code:",
    "It fails.",
    "我住在苏州。",
  ]);
  expect(splitSentences("See:\n```\nI live in Rome.")).toEqual(["See:"]);
  expect(splitSentences("Use ``` for code. I live in Rome.")).toHaveLength(2);
});

test("abbreviations, initials, numbers and addresses do not end a sentence", () => {
  for (const one of [
    "Dr. Okafor and Mrs. Lind met J. K. Moor at 3.15 p.m. near St. Paul.",
    "It costs approx. 3.50 euros, e.g. at www.example.org/a.b or in v1.2.3 of it.",
    "1. Buy milk",
    "Take bus No. 7 to the harbour",
    "版本是3.5，地址是a.b.com。",
  ]) {
    expect(splitSentences(one)).toEqual([one]);
  }
  expect(splitSentences("I am 32. She said no. He has plan b. We go.")).toHaveLength(4);
  expect(splitSentences("We met at 5 p.m. Then it rained.")).toEqual([
    "We met at 5 p.m.",
    "Then it rained.",
  ]);
});

test("an ellipsis and a quotation end a sentence only if another one begins", () => {
  expect(splitSentences("Well... maybe not. So... We left.")).toEqual([
    "Well... maybe not.",
    "So...",
    "We left.",
  ]);
  expect(splitSentences("“Stop!” she said. “I am tired.” Then she slept.")).toEqual([
    "“Stop!” she said.",
    "“I am tired.”",
    "Then she slept.",
  ]);
  expect(splitSentences("他说：“我累了。”然后睡了。")).toEqual(["他说：“我累了。”", "然后睡了。"]);
});

test("a quotation of several sentences stays whole, since somebody else may have said it", () => {
  expect(splitSentences('The page says: "I am the king. Obey me. I own 5." I laughed.')).toEqual([
    'The page says: "I am the king. Obey me. I own 5."',
    "I laughed.",
  ]);
  expect(splitSentences("他说：“我住在根特。我讨厌猫。”我笑了。")).toEqual([
    "他说：“我住在根特。我讨厌猫。”",
    "我笑了。",
  ]);
  expect(splitSentences('She calls it "home" now. A 5" pipe broke. We fixed it.')).toEqual([
    'She calls it "home" now.',
    'A 5" pipe broke.',
    "We fixed it.",
  ]);
});

test("marks and emoji are no sentences by themselves, and emoji begin none", () => {
  expect(splitSentences("Great! 🎉👍🏽 I moved 🎉 !!! Bye.")).toEqual([
    "Great!",
    "I moved 🎉 !!!",
    "Bye.",
  ]);
  for (const none of ["", "  \n ", "!!!", "🎉", "..."]) expect(splitSentences(none)).toEqual([]);
});

test("a long text without marks is cut at commas or blanks, never inside a character", () => {
  for (const text of ["word ".repeat(1_000), "很长的句子，".repeat(400), "x😀".repeat(900)]) {
    const parts = splitSentences(text);
    expect(parts.every((part) => part.length <= 500 && part.isWellFormed())).toBe(true);
    const letters = /[^\p{L}]/gu;
    expect(parts.join("").replaceAll(letters, "")).toBe(text.replaceAll(letters, ""));
  }
});

test("every sentence is a passage of the text, in order, and no word is lost", () => {
  const piece = constantFrom(
    "a",
    "I",
    "Mr",
    "3",
    ".",
    "!",
    "…",
    "。",
    "？",
    " ",
    "\n",
    "”",
    "我",
    "😀",
    "é",
  );
  assert(
    property(array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join("");
      let at = 0;
      for (const sentence of splitSentences(text)) {
        const place = text.indexOf(sentence, at);
        expect(place).toBeGreaterThanOrEqual(at);
        expect(text.slice(at, place)).not.toMatch(/[\p{L}\p{N}]/u);
        expect(sentence).toMatch(/[\p{L}\p{N}]/u);
        at = place + sentence.length;
      }
      expect(text.slice(at)).not.toMatch(/[\p{L}\p{N}]/u);
    }),
  );
});

test("a million marks, blanks or letters are split without delay", () => {
  for (const text of [".", "”.", " ", "a", "a. ", "。", "\n", "“"]) {
    expect(splitSentences(text.repeat(1_000_000 / text.length)).length).toBeLessThan(400_000);
  }
});
