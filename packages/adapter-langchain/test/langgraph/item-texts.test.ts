import { definePlugin } from "@kioku/core";
import { describe, expect, it } from "vitest";

import { MemoryBaseStore } from "../../src/langgraph/memory-base-store.js";
import { DirectionEmbeddings } from "../support/direction-embeddings.js";
import { errorOf } from "../support/error-of.js";
import { cosineWorld, keysOf, scoresOf, storeWorld } from "../support/langgraph-stores.js";

const DOCS = ["docs"];
const APPLE = { query: "apple" };

describe("items with several texts", () => {
  describe.each(["memory", "sqlite"] as const)("(%s)", (engine) => {
    it.each([
      [["pear", "apple"], ["pear"], 0],
      [["pear", "pear", "apple"], ["plum", "plum"], 0],
      [["apple"], ["pear", "plum"], 0],
      [["pear", "apple"], [], undefined],
      [["pear"], ["plum", "fig", "apple"], 1],
      [["pear", "plum", "apple"], ["apple", "pear"], 1],
    ])("replaces the texts %j as a whole by %j", async (before, after, score) => {
      const { store, memory } = cosineWorld(["texts[*]"], { engine });
      await store.put(DOCS, "k", { texts: before });
      await store.put(DOCS, "k", { texts: after });
      expect(scoresOf(await store.search(DOCS, APPLE))).toEqual([["k", score]]);
      expect((await memory.list({ reach: "below" })).items).toHaveLength(1);
      await store.delete(DOCS, "k");
      expect((await memory.list({ reach: "below" })).items).toEqual([]);
    });

    it("keep no vector of a text whose words another count of texts has", async () => {
      const { store } = cosineWorld(["texts[*]"], { engine });
      await store.put(DOCS, "k", { texts: ["apple", "pear"] });
      expect(scoresOf(await store.search(DOCS, { query: "plum" }))).toEqual([["k", 1]]);
      await store.put(DOCS, "k", { texts: ["apple\n\npear"] });
      expect(scoresOf(await store.search(DOCS, { query: "plum" }))).toEqual([["k", 0]]);
      await store.put(DOCS, "k", { texts: [" apple ", "pear\n"] });
      expect(scoresOf(await store.search(DOCS, { query: "plum" }))).toEqual([["k", 1]]);
    });

    it("are one whole item when two views put one key at the same moment", async () => {
      const { store, memory } = cosineWorld(["texts[*]"], { engine });
      const other = new MemoryBaseStore({
        memory,
        index: { dims: 2, embeddings: new DirectionEmbeddings(), fields: ["texts[*]"] },
      });
      for (let round = 0; round < 10; round += 1) {
        await Promise.all([
          store.put(DOCS, "k", { texts: ["fig", "apple", "plum"] }),
          other.put(DOCS, "k", { texts: ["fig", "pear"] }),
        ]);
        const found = await store.search(DOCS, APPLE);
        const texts = found[0]?.value["texts"] as string[];
        expect(scoresOf(found)).toEqual([["k", texts.includes("apple") ? 1 : 0]]);
        expect((await memory.list({ reach: "below" })).items).toHaveLength(1);
      }
    });
  });

  it("are found once, by their best text, and fill the pages they should", async () => {
    const { store } = cosineWorld(["texts[*]"]);
    const apples = Array.from({ length: 50 }, (_, index) => `apple ${index}`);
    await store.put(DOCS, "first", { texts: apples });
    await store.put(DOCS, "second", { texts: ["pear", ...apples] });
    await store.put(DOCS, "third", { texts: ["plum"] });
    const all = [
      ["first", 1],
      ["second", 1],
      ["third", 0],
    ] as const;
    const found = scoresOf(await store.search(DOCS, APPLE));
    expect(new Map(found)).toEqual(new Map(all));
    expect(found).toHaveLength(3);
    expect(scoresOf(await store.search(DOCS, { ...APPLE, limit: 1, offset: 2 }))).toEqual(
      all.slice(2),
    );
    expect(await store.search(DOCS, { ...APPLE, offset: 3 })).toEqual([]);
  });

  it("have 32 vectors at most: what is beyond is one text with the last", async () => {
    const { store, memory, embeddings } = cosineWorld(["texts[*]"]);
    const texts = Array.from({ length: 300 }, (_, index) => `text ${index}`);
    await store.put(DOCS, "k", { texts });
    const last = texts.slice(31).join("\n\n");
    expect(embeddings.documents).toEqual([[...texts.slice(0, 31), last]]);
    await store.put(DOCS, "k", { texts: [...texts.slice(0, 299), "apple"] });
    expect(scoresOf(await store.search(DOCS, APPLE))).toEqual([["k", 1]]);
    await store.put(DOCS, "k", { texts: texts.slice(0, 32) });
    expect(embeddings.documents.at(-1)).toEqual(texts.slice(0, 32));
    expect(scoresOf(await store.search(DOCS, APPLE))).toEqual([["k", 0]]);
    expect(await memory.spaces()).toHaveLength(32);
  });

  it("are refused where all texts together are longer than a memory keeps", async () => {
    const { store } = storeWorld();
    const value = { a: { a: { a: { a: { a: "x".repeat(1_000_000) } } } } };
    const paths = ["a.a.a.a.a", "a.a.a.a", "a.a.a", "a.a", "a"];
    await store.put(DOCS, "k", value, paths.slice(0, 4));
    const error = await errorOf(() => store.put(DOCS, "k", value, paths));
    expect(error.message).toContain("length of all texts to index of key");
    expect(error.message).toContain("at most 4194304");
  });

  it("give the embeddings no text that a plugin took out of the content alone", async () => {
    const takesOut = definePlugin({
      id: "takes-out",
      hooks: {
        beforeRemember: (input) => ({ ...input, content: input.content.replace("secret", "*") }),
      },
    });
    const { store, embeddings } = cosineWorld(["texts[*]"], { plugins: [takesOut] });
    await store.put(DOCS, "k", { texts: ["secret one", "an apple"] });
    expect(embeddings.documents).toEqual([["* one\n\nan apple\n"]]);
    expect(scoresOf(await store.search(DOCS, APPLE))).toEqual([["k", 1]]);
    const many = Array.from({ length: 40 }, (_, index) => `a secret and apple ${index}`);
    await store.put(DOCS, "k", { texts: many });
    expect(embeddings.documents.at(-1)).toHaveLength(1);
    expect(scoresOf(await store.search(DOCS, APPLE))).toEqual([["k", 1]]);
    await store.put(DOCS, "k", { texts: ["* one", "an orange"] });
    await store.put(DOCS, "k", { texts: ["* one", "an apple"] });
    expect(embeddings.documents.at(-1)).toEqual(["* one", "an apple"]);
    expect(scoresOf(await store.search(DOCS, { query: "orange" }))).toEqual([["k", 1]]);
  });

  it("keep the same keys in different namespaces apart", async () => {
    const { store } = cosineWorld(["texts[*]"]);
    await store.put(["a"], "k", { texts: ["pear", "apple"] });
    await store.put(["b"], "k", { texts: ["pear", "plum"] });
    await store.put(["b"], "k", { texts: ["pear"] });
    expect(scoresOf(await store.search(["a"], APPLE))).toEqual([["k", 1]]);
    expect(scoresOf(await store.search(["b"], APPLE))).toEqual([["k", 0]]);
    await store.delete(["b"], "k");
    expect(scoresOf(await store.search([], APPLE))).toEqual([["k", 1]]);
  });

  it("have the texts that LangGraph's paths lead to", async () => {
    const value = {
      title: "T",
      meta: { title: "M", n: 3, ok: true, none: null },
      chapters: [{ text: "C1" }, { text: "C2" }, { other: 1 }],
      tags: ["x", "y", ["z"]],
      "two words": "W",
    };
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ["title", ["T"]],
      ["meta.title", ["M"]],
      ["$.meta.title", ["M"]],
      ["meta.n", ["3"]],
      ["meta.ok", ["true"]],
      ["meta.none", []],
      ["missing.title", []],
      ["title.missing", []],
      ["toString", []],
      ["chapters[*].text", ["C1", "C2"]],
      ["chapters[0].text", ["C1"]],
      ["chapters[-2].text", ["C2"]],
      ["chapters[9].text", []],
      ["title[0]", []],
      ["tags[*]", ["x", "y", JSON.stringify(["z"], null, 2)]],
      ["tags.*", ["x", "y", JSON.stringify(["z"], null, 2)]],
      ["tags[2][0]", ["z"]],
      ["meta.*", ["M", "3", "true"]],
      ["{title, meta.title}", ["T", "M"]],
      ["chapters[*].{text,other}", ["C1", "C2", "1"]],
      ["two words", ["W"]],
      ["meta", [JSON.stringify(value.meta, null, 2)]],
      ["$", [JSON.stringify(value, null, 2)]],
    ];
    for (const [path, texts] of cases) {
      const { store, embeddings } = cosineWorld(["never"]);
      await store.put(DOCS, "k", value, [path]);
      expect([path, ...embeddings.documents.flat()]).toEqual([path, ...texts]);
    }
    const { store } = cosineWorld();
    for (const path of ["a[", "a]", "a[b]", "a[1.5]", "{a", "{}", "{a,}", "a}", "[]"]) {
      const error = await errorOf(() => store.put(DOCS, "k", value, [path]));
      expect(error.message).toContain("operations[0].index[0] must be a path such as");
    }
  });

  it("are found by the memory's own recall, too, and once", async () => {
    const world = storeWorld({ fields: ["chapters[*].text"] });
    await world.store.put(DOCS, "book", {
      chapters: [
        { text: "Bees make honey." },
        { text: "Cows give milk." },
        { text: "Honey is sweet." },
      ],
    });
    await world.store.put(DOCS, "note", { chapters: [{ text: "Milk the cows at six." }] });
    const found = await world.store.search(DOCS, { query: "honey" });
    expect(keysOf(found)).toEqual(["book", "note"]);
    expect(found[0]?.score).toBeGreaterThan(0);
    expect(found[1]?.score).toBeUndefined();
    expect(keysOf(await world.store.search(DOCS, { query: "milk cows" })).toSorted()).toEqual([
      "book",
      "note",
    ]);
  });
});
