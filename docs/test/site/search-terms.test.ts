import { runInNewContext } from "node:vm";

import { expect, test } from "vitest";

import { searchTerms } from "../../.vitepress/markdown/search-terms.ts";

test("words are runs of letters and digits", () => {
  expect(searchTerms("recall({ limit: 10 }), naïve")).toEqual(["recall", "limit", "10", "naïve"]);
});

test("of Chinese every character and every pair is a term, also between Latin words", () => {
  expect(searchTerms("用SQLite记忆库")).toEqual(["用", "SQLite", "记", "忆", "库", "记忆", "忆库"]);
});

test("it needs nothing but its own source text, for the browser gets no more", () => {
  const revived = runInNewContext(`(${searchTerms.toString()})`) as typeof searchTerms;
  expect([...revived("发票 due")]).toEqual(searchTerms("发票 due"));
});
