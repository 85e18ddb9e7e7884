import { describe, expect, it } from "vitest";

import { fromLangChainEmbeddings } from "../../src/embeddings/lang-chain-embeddings.js";
import { cosineWorld, keysOf, scoresOf, storeWorld } from "../support/langgraph-stores.js";
import { LetterEmbeddings } from "../support/letter-embeddings.js";

const DOCS = ["docs"];
const letters = fromLangChainEmbeddings(new LetterEmbeddings(), { id: "test/letters@24" });

describe("search by the memory's own recall", () => {
  it.each([undefined, letters])(
    "ranks what is found by a score of 0 to 1, then shows the rest (embedder %#)",
    async (embedder) => {
      const { store } = storeWorld({ fields: ["text"], ...(embedder ? { embedder } : {}) });
      await store.put(DOCS, "plain", { text: "the invoice was paid in March" }, false);
      await store.put(["docs", "below"], "invoice", { text: "the invoice was paid in March" });
      await store.put(DOCS, "empty", { other: 1 });
      const found = await store.search(DOCS, { query: "when was the invoice paid" });
      expect(keysOf(found)).toEqual(["invoice", "plain", "empty"]);
      expect(found[0]?.score).toBeGreaterThan(0);
      expect(found[0]?.score).toBeLessThanOrEqual(1);
      expect(found.slice(1).map(({ score }) => score)).toEqual([undefined, undefined]);
    },
  );

  it("indexes the whole value where nobody says what, and what a put says otherwise", async () => {
    const { store } = storeWorld();
    await store.put(DOCS, "whole", { a: { b: "walnut" } });
    await store.put(DOCS, "part", { a: "walnut", b: "hazel" }, ["b"]);
    expect(scoresOf(await store.search(DOCS, { query: "walnut" }))).toEqual([
      ["whole", expect.any(Number)],
      ["part", undefined],
    ]);
    await store.put(DOCS, "whole", { a: { b: "walnut" } }, false);
    expect(scoresOf(await store.search(DOCS, { query: "walnut" }))).toEqual([
      ["whole", undefined],
      ["part", undefined],
    ]);
  });

  it("pages through what is found and what is not as through one list", async () => {
    const { store } = storeWorld({ fields: ["texts[*]"] });
    for (let index = 0; index < 40; index += 1) {
      const texts = [`walnut tree ${index}`, `walnut wood ${index}`];
      await store.put(DOCS, `k${index}`, { texts }, index % 2 === 0 ? undefined : false);
    }
    const keys: string[] = [];
    const scored: boolean[] = [];
    for (let offset = 0; offset < 45; offset += 5) {
      const page = await store.search(DOCS, { query: "walnut", limit: 5, offset });
      keys.push(...keysOf(page));
      scored.push(...page.map(({ score }) => score !== undefined));
    }
    expect(new Set(keys).size).toBe(40);
    expect(keys).toHaveLength(40);
    expect(scored).toEqual(Array.from({ length: 40 }, (_, index) => index < 20));
  });

  it("ranks as far as it can where more is asked for", async () => {
    for (const { store } of [storeWorld(), cosineWorld()]) {
      await store.put(DOCS, "k", { text: "walnut" });
      const found = await store.search(DOCS, { query: "walnut", limit: 50_000 });
      expect(scoresOf(found)).toEqual([["k", expect.any(Number)]]);
    }
  });
});
