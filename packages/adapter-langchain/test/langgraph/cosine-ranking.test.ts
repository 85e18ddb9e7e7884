import { describe, expect, it, vi } from "vitest";

import { errorOf } from "../support/error-of.js";
import { cosineWorld, keysOf, scoresOf, storeWorld } from "../support/langgraph-stores.js";

const DOCS = ["docs"];
const APPLE = { query: "apple" };

describe("search by cosine similarity", () => {
  it("ranks what is indexed by cosine as measured, then shows the rest without a score", async () => {
    const { store } = cosineWorld();
    await store.put(DOCS, "plain-1", { text: "apple" }, false);
    await store.put(DOCS, "pear", { text: "pear" });
    await store.put(DOCS, "plain-2", { other: "apple" });
    await store.put(DOCS, "apple", { text: "apple" });
    await store.put(DOCS, "plain-3", { text: " " });
    const all = [
      ["apple", 1],
      ["pear", 0],
      ["plain-1", undefined],
      ["plain-2", undefined],
      ["plain-3", undefined],
    ];
    expect(scoresOf(await store.search(DOCS, APPLE))).toEqual(all);
    for (let offset = 0; offset <= 6; offset += 1) {
      for (const limit of [0, 1, 2, 3, 9]) {
        const page = await store.search(DOCS, { ...APPLE, offset, limit });
        expect(scoresOf(page)).toEqual(all.slice(offset, offset + limit));
      }
    }
    expect(scoresOf(await store.search(DOCS))).toEqual([
      ["plain-1", undefined],
      ["pear", undefined],
      ["plain-2", undefined],
      ["apple", undefined],
      ["plain-3", undefined],
    ]);
  });

  it("keeps scores below 0", async () => {
    const { store, embeddings } = cosineWorld();
    embeddings.instead = async () => [[-1, 0]];
    await store.put(DOCS, "k", { text: "opposite" });
    expect(scoresOf(await store.search(DOCS, APPLE))).toEqual([["k", -1]]);
  });

  it.each([
    { how: "index: false", value: { text: "pear" }, index: false as const },
    { how: "an empty list of paths", value: { text: "pear" }, index: [] },
    { how: "a value without the member", value: { other: "pear" } },
    {
      how: "another member",
      value: { text: "apple", other: "pear" },
      index: ["other"],
      score: 0,
    },
    { how: "another text", value: { text: "pear" }, score: 0 },
    { how: "the same text", value: { text: "apple" }, score: 1 },
  ])("replaces the vector of an item put with $how", async ({ value, index, score }) => {
    const { store } = cosineWorld();
    await store.put(DOCS, "k", { text: "apple" });
    await store.put(DOCS, "k", value, index);
    expect(scoresOf(await store.search(DOCS, APPLE))).toEqual([["k", score]]);
    await store.delete(DOCS, "k");
    await store.put(DOCS, "k", value, index);
    expect(scoresOf(await store.search(DOCS, APPLE))).toEqual([["k", score]]);
  });

  it("embeds all texts of a batch in one call, each once, in the order of their first use", async () => {
    const { store, embeddings } = cosineWorld(["texts[*]"]);
    await store.put(["kept"], "k", { texts: ["apple", "pear"] });
    embeddings.documents.length = 0;
    await store.batch([
      { namespace: ["b"], key: "1", value: { texts: ["four", "three"] }, index: false },
      { namespace: ["a"], key: "1", value: { texts: ["one", "two", "one", " "] } },
      { namespace: ["b"], key: "1", value: { texts: ["two", "apple"] } },
      { namespace: ["a"], key: "2", value: { texts: ["five", "two"] } },
      { namespace: ["a"], key: "3", value: { texts: ["gone"] } },
      { namespace: ["a"], key: "3", value: null },
      { namespace: ["c"], key: "1", value: { texts: [] } },
      { namespace: ["b"], key: "2", value: { texts: ["six"] } },
      { namespace: ["a"], key: "4", value: { texts: ["seven", "one"] } },
    ]);
    expect(embeddings.documents).toEqual([["two", "apple", "one", "five", "six", "seven"]]);
    const found = await store.search([], APPLE);
    expect(found.slice(0, 2).map(({ score }) => score)).toEqual([1, 1]);
    const scores = found.map(({ namespace, key, score }) => [[...namespace, key].join("/"), score]);
    expect(Object.fromEntries(scores)).toEqual({
      "kept/k": 1,
      "b/1": 1,
      "a/1": 0,
      "a/2": 0,
      "a/4": 0,
      "b/2": 0,
      "c/1": undefined,
    });
  });

  it("embeds more texts than core would ask for at once in one call", async () => {
    const { store, embeddings } = cosineWorld();
    const texts = Array.from({ length: 300 }, (_, index) => `text ${index}`);
    await store.batch(texts.map((text) => ({ namespace: DOCS, key: text, value: { text } })));
    expect(embeddings.documents).toEqual([texts]);
  });

  it("asks for nothing where nothing is to be embedded", async () => {
    const { store, embeddings } = cosineWorld();
    embeddings.instead = async () => Promise.reject(new Error("must not be asked"));
    await store.put(DOCS, "k", { text: "apple" }, false);
    await store.put(DOCS, "k", { text: "apple" }, []);
    await store.delete(DOCS, "k");
    expect(embeddings.documents).toEqual([]);
  });

  it("embeds a query once per batch, however often and however far it is asked", async () => {
    const { store, embeddings } = cosineWorld(["texts[*]"]);
    const texts = Array.from({ length: 40 }, (_, index) => `apple ${index}`);
    await store.put(["a"], "many", { texts });
    await store.put(["a"], "one", { texts: ["pear"] });
    const search = { namespacePrefix: ["a"], query: "apple", limit: 2 };
    const results = await store.batch([search, { ...search, namespacePrefix: [] }]);
    expect(results.map(keysOf)).toEqual([
      ["many", "one"],
      ["many", "one"],
    ]);
    expect(embeddings.queries).toEqual(["apple"]);
    await store.search(["a"], { query: " " });
    await store.search(["a"], { query: "" });
    expect(embeddings.queries).toEqual(["apple"]);
  });

  it.each([
    ["fails", async () => Promise.reject(new Error("out of order"))],
    ["answers with too few vectors", async () => [[1, 0]]],
    ["answers with vectors of another width", async () => [[1], [1], [1], [1]]],
    [
      "answers with what is no vector",
      async () => [
        [0, 0],
        [1, 0],
        [1, 0],
        [1, 0],
      ],
    ],
  ] as const)("changes nothing if the embedder %s", async (_, instead) => {
    const { store, embeddings } = cosineWorld(["texts[*]"]);
    const before = { texts: ["apple", "pear"] };
    for (const key of ["a", "b"]) await store.put(DOCS, key, before);
    await store.put(["same"], "c", { texts: ["apple"] });
    embeddings.instead = instead;
    const error = await errorOf(() =>
      store.batch([
        { namespace: ["same"], key: "c", value: { texts: ["apple"], changed: true } },
        { namespace: ["plain"], key: "d", value: { n: 1 }, index: false },
        { namespace: DOCS, key: "a", value: { texts: ["one"] } },
        { namespace: ["other"], key: "n", value: { texts: ["two", "three"] } },
        { namespace: ["third"], key: "n", value: { texts: ["four"] } },
        { namespace: DOCS, key: "b", value: null },
      ]),
    );
    expect(error.code).toBe("embedder-failed");
    embeddings.instead = undefined;
    expect(scoresOf(await store.search([], APPLE))).toEqual([
      ["a", 1],
      ["b", 1],
      ["c", 1],
    ]);
    expect((await store.get(DOCS, "a"))?.value).toEqual(before);
    expect((await store.get(["same"], "c"))?.value).toEqual({ texts: ["apple"] });
    await store.put(DOCS, "a", { texts: ["one"] });
    expect(scoresOf(await store.search(DOCS, APPLE))).toEqual([
      ["b", 1],
      ["a", 0],
    ]);
  });

  it("says that a query could not be embedded, instead of finding nothing", async () => {
    const { store, embeddings } = cosineWorld();
    await store.put(DOCS, "k", { text: "apple" });
    vi.spyOn(embeddings, "embedQuery").mockRejectedValue(new Error("out of order"));
    expect((await errorOf(() => store.search(DOCS, APPLE))).code).toBe("embedder-failed");
    expect(keysOf(await store.search(DOCS))).toEqual(["k"]);
  });

  it("keeps its vectors where recall does not look", async () => {
    const { store, memory } = cosineWorld();
    await store.put(DOCS, "k", { text: "an apple a day" });
    await store.put(DOCS, "plain", { text: "a pear a day" }, false);
    expect(
      keysOf(
        (await memory.recall({ query: "day", reach: "below" })).map(({ key = "" }) => ({ key })),
      ),
    ).toEqual(["k"]);
  });

  it("gives the configuration back that it was made with", () => {
    const { store, embeddings } = cosineWorld();
    expect(store.indexConfig).toEqual({ dims: 2, embeddings, fields: ["text"] });
    expect(store.indexConfig?.embeddings).toBe(embeddings);
    expect(storeWorld().store.indexConfig).toBeUndefined();
  });
});
