import { expect, test } from "vitest";

import { documentTerms, queryTerms } from "../../src/toolkit/index.js";

test("English words are stemmed, lower-cased and freed of accents and contractions", () => {
  expect(documentTerms("Ann's Café isn't RUNNING")).toEqual(["ann", "cafe", "is", "run"]);
});

test("Chinese becomes single characters and bigrams, so that two-character words are found", () => {
  expect(documentTerms("去上海")).toEqual(["去", "上", "去上", "海", "上海"]);
});

test("Latin letters inside Chinese text are words of their own", () => {
  expect(documentTerms("买iPhone15手机")).toEqual(["买", "iphone15", "手", "机", "手机"]);
});

test("kana keep their voicing marks while Latin letters lose their accents", () => {
  expect(documentTerms("が")).toEqual(["が"]);
  expect(documentTerms("か")).toEqual(["か"]);
  expect(documentTerms("naïve")).toEqual(documentTerms("naive"));
});

test("full-width and half-width forms are the same term", () => {
  expect(documentTerms("ＡＢＣ１２３")).toEqual(documentTerms("abc123"));
});

test("identifiers, dates, numbers and addresses are kept whole and in parts", () => {
  expect(documentTerms("2026-05-08")).toEqual(["2026-05-08", "2026", "05", "08"]);
  expect(documentTerms("user_id ann@example.com")).toEqual([
    "user_id",
    "ann@example.com",
    "ann",
    "exampl",
    "com",
  ]);
});

test("pictograms are terms and punctuation is not", () => {
  expect(documentTerms("«tea» 🍵, !?")).toEqual(["tea", "🍵"]);
});

test("queries drop question words and stop words of English and Chinese", () => {
  expect(queryTerms("Where will Beatrix buy the walnut tables?")).toEqual([
    "beatrix",
    "bui",
    "walnut",
    "tabl",
  ]);
  expect(queryTerms("什么猫")).not.toContain("什么");
  expect(queryTerms("什么猫")).toContain("猫");
});

test("queries keep words whose stem is a stop word", () => {
  expect(queryTerms("When did we visit the Andes?")).toEqual(["visit", "and"]);
  expect(queryTerms("Who ate at the mining museum outing?")).toEqual([
    "at",
    "mine",
    "museum",
    "out",
  ]);
  expect(queryTerms("a mining-town that is out-of-the-way")).toEqual([
    "mining-town",
    "mine",
    "town",
    "out-of-the-way",
  ]);
});

test("a query of nothing but stop words keeps them", () => {
  expect(queryTerms("who is it")).toEqual(["who", "is", "it"]);
});

test("query terms are distinct and bounded", () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `word${index}`).join(" ");
  expect(queryTerms(`tea tea ${many}`)).toHaveLength(256);
});

test("terms hold no white space or control characters and are at most 64 units long", () => {
  const hostile = `a\u0000b\u001fc ${"x".repeat(500)} " OR 1=1 -- \u202e\ud800 ${"火".repeat(9)}`;
  for (const term of documentTerms(hostile)) {
    expect(term).toMatch(/^[^\s\p{Cc}]{1,64}$/u);
  }
});

test("a long word is cut between characters, not inside of one", () => {
  const terms = documentTerms(`a${"\u{10330}".repeat(40)}`);
  expect(terms.every((term) => term.isWellFormed())).toBe(true);
});

test("a megabyte of one character, of joints and of quotes takes linear time", () => {
  for (const unit of ["a", "1.", "'", "火", "é", "@a"]) {
    expect(() => documentTerms(unit.repeat(1_000_000 / unit.length))).not.toThrow();
  }
});

test(
  "a text of millions of units has its terms, whether it is one word, one run or many words",
  { tags: "long" },
  () => {
    const words = Array.from({ length: 300_000 }, (_, n) => `n${n}x`);
    expect(documentTerms(words.join(" "))).toEqual(words);
    const length = 4_194_304;
    expect(new Set(documentTerms("x".repeat(length)))).toEqual(new Set(["x".repeat(64)]));
    const count = 600_000;
    const characters = documentTerms(`a${"𠀀".repeat(count)}`).filter((term) => term.length === 2);
    expect(characters).toHaveLength(count);
  },
);
