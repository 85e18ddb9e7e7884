import { definePlugin, inMemoryStore } from "@kioku/core";
import type { Embedder, MemoryRoot } from "@kioku/core";
import { Document } from "@langchain/core/documents";
import { VectorStore } from "@langchain/core/vectorstores";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { MemoryVectorStore } from "../../src/index.js";
import { drinks, openMemory, STORES } from "../support/document-memories.js";
import { errorOf, thrownBy } from "../support/error-of.js";

const HASH = /^[\da-f]{64}$/u;

function documents(...texts: readonly string[]): Document[] {
  return texts.map((pageContent) => new Document({ pageContent, metadata: { of: pageContent } }));
}

function tea(page: number): Document {
  return new Document({ pageContent: "tea", metadata: { page } });
}

function cyclic(): object {
  const metadata: Record<string, unknown> = {};
  return Object.assign(metadata, { self: { metadata } });
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

async function contentsOf(memory: MemoryRoot): Promise<readonly string[]> {
  const { items } = await memory.list();
  return items.map(({ content }) => content);
}

describe.each(STORES)("documents $name", ({ create }) => {
  test("come back as they were, with their metadata and nothing else in it", async () => {
    const store = new MemoryVectorStore({ memory: openMemory(create()) });
    expect(store).toBeInstanceOf(VectorStore);
    const metadata = {
      source: "menu.pdf",
      loc: { lines: { from: 1, to: 2 }, pages: [1, null] },
      score: 0.5,
      "a.b c": true,
      memory: "mine",
    };
    const document = new Document({ pageContent: "tea", metadata, id: "d1" });
    expect(await store.addDocuments([document])).toEqual(["d1"]);
    const [found] = await store.similaritySearch("tea");
    expect(found).toBeInstanceOf(Document);
    expect(found).toEqual(document);
    expect(metadata.loc.pages).toEqual([1, null]);
  });

  test("keep of their metadata what JSON writes, as loaders put it there", async () => {
    class Info {
      readonly pages = 2;
      toJSON(): object {
        return { pages: this.pages, by: "its own toJSON" };
      }
    }
    class Location {
      readonly line = 7;
      readonly #secret = "s";
      secret(): string {
        return this.#secret;
      }
    }
    const metadata = {
      modified: new Date("2026-03-01T12:00:00Z"),
      never: new Date(Number.NaN),
      info: new Info(),
      at: [new Location(), undefined, Number.NaN],
      url: new URL("https://example.org/a"),
      left: undefined,
      out: () => 1,
    };
    const store = new MemoryVectorStore({ memory: openMemory(create()) });
    await store.addDocuments([new Document({ pageContent: "tea", metadata })]);
    await store.addVectors([[1, 0, 0]], [{ pageContent: "tea", metadata }], { ids: ["vector"] });
    const found = await store.similaritySearch("tea", 4, {
      modified: { $lt: new Date("2026-03-02T00:00:00Z") },
    });
    const kept = {
      modified: "2026-03-01T12:00:00.000Z",
      never: null,
      info: { pages: 2, by: "its own toJSON" },
      at: [{ line: 7 }, null, null],
      url: "https://example.org/a",
    };
    expect(found.map((document) => document.metadata)).toEqual([kept, kept]);
    expect(metadata.modified).toBeInstanceOf(Date);
  });

  test("are given ids that come back in order: those of the option, their own, or hashes", async () => {
    const store = new MemoryVectorStore({ memory: openMemory(create()) });
    const own = new Document({ pageContent: "milk", id: "own" });
    const [first, second] = await store.addDocuments([...documents("tea"), own]);
    expect(first).toMatch(HASH);
    expect(second).toBe("own");
    const ids = ["a", "b"];
    expect(await store.addDocuments([...documents("ice"), own], { ids })).toEqual(ids);
    const found = await store.similaritySearch("tea", 10);
    expect(found).toHaveLength(4);
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set([first, "own", "a", "b"]));
  });

  test("of one id replace each other, and leave nothing of the old one to find", async () => {
    const memory = openMemory(create());
    const store = new MemoryVectorStore({ memory });
    await store.addDocuments(documents("tea", "milk"), { ids: ["a", "b"] });
    await store.addDocuments(documents("coffee"), { ids: ["a"] });
    const found = await store.similaritySearchWithScore("tea", 10);
    expect(found.map(([{ id, metadata }]) => [id, metadata])).toEqual([
      ["a", { of: "coffee" }],
      ["b", { of: "milk" }],
    ]);
    expect(await contentsOf(memory)).toEqual(["coffee", "milk"]);
  });

  test("that a search found can be added again as they are", async () => {
    const memory = openMemory(create());
    const store = new MemoryVectorStore({ memory });
    await store.addDocuments(documents("tea"));
    await store.addDocuments(await store.similaritySearch("tea"));
    expect(await contentsOf(memory)).toEqual(["tea"]);
  });

  test("that are added again without ids stay one, with the same id", async () => {
    const memory = openMemory(create());
    const store = new MemoryVectorStore({ memory });
    const metadata = { source: "茶.pdf", loc: { page: 1, line: 2 } };
    const moved = { loc: { line: 2, page: 1 }, source: "茶.pdf" };
    const ids = await store.addDocuments([
      { pageContent: "tea", metadata },
      { pageContent: "tea", metadata: moved },
      { pageContent: "milk", metadata },
    ]);
    expect(ids).toHaveLength(3);
    expect(ids[0]).toBe(ids[1]);
    const again = new MemoryVectorStore({ memory });
    expect(await again.addDocuments([{ pageContent: "tea", metadata: moved }])).toEqual([ids[0]]);
    await again.addVectors([[1, 0, 0]], [{ pageContent: "tea", metadata }]);
    expect(await contentsOf(memory)).toEqual(["tea", "milk"]);
    await store.delete({ ids: [ids[0] ?? ""] });
    await again.addDocuments([{ pageContent: "tea", metadata }]);
    expect(await store.similaritySearch("tea", 10)).toHaveLength(2);
  });

  test("of one text with other metadata, of another kind or scope are documents of their own", async () => {
    const memory = openMemory(create());
    const store = new MemoryVectorStore({ memory });
    const ids = await store.addDocuments([tea(1), tea(2)]);
    const pages = new MemoryVectorStore({ memory, kind: "page" });
    const below = new MemoryVectorStore({ memory: memory.scope("below") });
    ids.push(...(await pages.addDocuments([tea(1)])), ...(await below.addDocuments([tea(1)])));
    expect(new Set(ids).size).toBe(3);
    for (const [one, count] of [
      [store, 2],
      [pages, 1],
      [below, 1],
    ] as const) {
      expect(await one.similaritySearch("tea", 10)).toHaveLength(count);
    }
  });

  test("are not trusted unless the app says that they are from its users", async () => {
    const memory = openMemory(create());
    await new MemoryVectorStore({ memory }).addDocuments(documents("tea"));
    await new MemoryVectorStore({ memory, origin: "user" }).addDocuments(documents("milk"));
    await new MemoryVectorStore({ memory, origin: "import" }).addDocuments(documents("ice"));
    const { items } = await memory.list();
    expect(items.map(({ content, origin, trust }) => [content, origin, trust])).toEqual([
      ["tea", "import", 0.5],
      ["milk", "user", 1],
      ["ice", "import", 0.5],
    ]);
  });

  test("are found by recall, too", async () => {
    const memory = openMemory(create());
    await new MemoryVectorStore({ memory, origin: "web" }).addDocuments(documents("green tea"));
    const [found] = await memory.recall({ query: "tea", mode: "semantic" });
    expect([found?.content, found?.kind, found?.origin]).toEqual(["green tea", "document", "web"]);
    expect(found?.trust).toBe(0.5);
  });

  test("may come with vectors of any length", async () => {
    const memory = openMemory(create());
    const store = new MemoryVectorStore({ memory });
    const vectors = [
      [5, 0, 0],
      [0, 0.1, 0],
    ];
    const ids = await store.addVectors(vectors, documents("unheard of", "tea"), {
      ids: ["a", "b"],
    });
    expect(ids).toEqual(["a", "b"]);
    const found = await store.similaritySearchVectorWithScore([2, 0, 0], 10);
    expect(found.map(([{ pageContent }]) => pageContent)).toEqual(["unheard of", "tea"]);
    expect(found.map(([, score]) => score)).toEqual([1, 0]);
    const [best] = await memory.recall({ query: "tea", mode: "semantic" });
    expect(best?.content).toBe("unheard of");
  });

  test("that are replaced by the same text with another vector are found by the new one", async () => {
    const store = new MemoryVectorStore({ memory: openMemory(create()) });
    await store.addVectors([[1, 0, 0]], documents("x"), { ids: ["a"] });
    await store.addVectors([[0, 1, 0]], documents("x"), { ids: ["a"] });
    const [[, score] = []] = await store.similaritySearchVectorWithScore([0, 1, 0], 1);
    expect(score).toBeCloseTo(1);
  });

  test("are kept when the memory's own embedder fails, and found when it works again", async () => {
    const embedder = drinks();
    let isDown = true;
    const failing: Embedder = {
      ...embedder,
      embed: async (texts, options) => {
        if (isDown) throw new Error("down");
        return embedder.embed(texts, options);
      },
    };
    const memory = openMemory(create(), { embedder: failing });
    const store = new MemoryVectorStore({ memory });
    expect(await store.addDocuments(documents("tea"), { ids: ["a"] })).toEqual(["a"]);
    expect(await contentsOf(memory)).toEqual(["tea"]);
    isDown = false;
    expect(await store.similaritySearch("tea", 10)).toEqual([]);
    await memory.reindex();
    expect(await store.similaritySearch("tea", 10)).toHaveLength(1);
  });

  test("may be none", async () => {
    const store = new MemoryVectorStore({ memory: openMemory(create()) });
    expect(await store.addDocuments([])).toEqual([]);
    expect(await store.addVectors([], [])).toEqual([]);
  });

  test("of a batch that cannot be written whole are not written at all", async () => {
    const memory = openMemory(create());
    const store = new MemoryVectorStore({ memory });
    const wrong: readonly (readonly [string, object])[] = [
      ["documents[1].pageContent", { pageContent: " ", metadata: {} }],
      ["documents[1].pageContent", { metadata: {} }],
      ["documents[1].metadata", { pageContent: "x", metadata: { n: [1n] } }],
      ["documents[1].metadata", { pageContent: "x", metadata: cyclic() }],
      ["documents[1].metadata", { pageContent: "x", metadata: { toJSON: () => "text" } }],
      ["documents[1].metadata", { pageContent: "x", metadata: { toJSON: () => undefined } }],
      ["documents[1].metadata.deep", { pageContent: "x", metadata: { deep: nested(17) } }],
      ["documents[1].metadata", { pageContent: "x", metadata: { deep: nested(20_000) } }],
      ["documents[1].metadata", { pageContent: "x", metadata: { text: "x".repeat(1_048_577) } }],
      ["documents[1].metadata", { pageContent: "x", metadata: [] }],
      ["documents[1].metadata", { pageContent: "x", metadata: "source" }],
      ["documents[1].id", { pageContent: "x", metadata: {}, id: "" }],
      ["documents[1].id", { pageContent: "x", metadata: {}, id: 7 }],
      ["documents[1].id", { pageContent: "x", metadata: {}, id: "x".repeat(513) }],
    ];
    for (const [name, document] of wrong) {
      const error = await errorOf(() =>
        store.addDocuments([...documents("tea"), document as Document]),
      );
      expect([error.code, error.message.slice(0, name.length)]).toEqual(["invalid-input", name]);
    }
    const none = [...documents("tea"), undefined] as unknown as Document[];
    expect((await errorOf(() => store.addDocuments(none))).message).toContain("documents[1]");
    expect(await contentsOf(memory)).toEqual([]);
  });

  test("need ids that differ, also as Unicode writes them", async () => {
    const memory = openMemory(create());
    const store = new MemoryVectorStore({ memory });
    for (const ids of [
      ["a", "a"],
      ["caf\u00e9", "cafe\u0301"],
    ]) {
      const error = await errorOf(() => store.addDocuments(documents("tea", "milk"), { ids }));
      expect(error.code).toBe("invalid-input");
      expect(error.message).toContain("ids[1] must be another id than ids[0]");
    }
    expect(await contentsOf(memory)).toEqual([]);
    const [id] = await store.addDocuments(documents("tea"), { ids: ["cafe\u0301"] });
    expect(id).toBe("caf\u00e9");
    await store.delete({ ids: ["cafe\u0301"] });
    expect(await contentsOf(memory)).toEqual([]);
  });

  test("need as many ids and vectors as there are documents", async () => {
    const memory = openMemory(create());
    const store = new MemoryVectorStore({ memory });
    const two = documents("tea", "milk");
    const calls: Readonly<Record<string, () => Promise<unknown>>> = {
      "ids must be": () => store.addDocuments(two, { ids: ["a"] }),
      "vectors must be": () => store.addVectors([[1, 0, 0]], two),
      "documents must be": () => store.addDocuments("tea" as unknown as Document[]),
      "ids[1] must be": () =>
        store.addDocuments(two, { ids: ["a", undefined as unknown as string] }),
      "vectors[1] must be": () => store.addVectors([[1, 0, 0], []], two),
      "vectors[0] must be": () =>
        store.addVectors(
          [
            [1, null as unknown as number, 0],
            [1, 0, 0],
          ],
          two,
        ),
      'no option "namespace"': () => store.addDocuments(two, { namespace: "x" } as object),
    };
    for (const [what, call] of Object.entries(calls)) {
      const error = await errorOf(call);
      expect([error.code, error.message]).toEqual(["invalid-input", expect.stringContaining(what)]);
    }
    const error = await errorOf(() =>
      store.addVectors(
        [
          [1, 0, 0],
          [1, 0],
        ],
        two,
      ),
    );
    expect(error.code).toBe("vector-space-mismatch");
    expect(await contentsOf(memory)).toEqual([]);
  });

  test("never replace what is no document of the store", async () => {
    const memory = openMemory(create());
    await memory.set("profile", { name: "Ada" });
    const store = new MemoryVectorStore({ memory });
    const ids = ["new", "profile"];
    const error = await errorOf(() => store.addDocuments(documents("tea", "milk"), { ids }));
    expect(error.code).toBe("invalid-input");
    expect(error.message).toContain("ids[1]");
    const own = documents("tea", "milk", "ice").map((document, index) =>
      Object.assign(document, index === 2 ? { id: "profile" } : {}),
    );
    expect((await errorOf(() => store.addDocuments(own))).message).toContain("documents[2].id");
    expect(await memory.get("profile")).toEqual({ name: "Ada" });
    expect(await memory.list().then(({ items }) => items.length)).toBe(1);
  });

  test("that a plugin rejects fail the call, and the error says which and why", async () => {
    const strict = definePlugin({
      id: "strict",
      hooks: {
        beforeRemember: ({ content }) => (content === "ice" ? { veto: "too cold" } : undefined),
      },
    });
    const memory = openMemory(create(), { plugins: [strict] });
    const store = new MemoryVectorStore({ memory });
    const error = await errorOf(() => store.addDocuments(documents("tea", "ice", "milk")));
    expect(error.code).toBe("rejected-by-plugin");
    expect(error.message).toBe(
      "1 of 3 documents was refused and not written; the first is documents[1]: plugin strict rejected it: too cold",
    );
    expect(await contentsOf(memory)).toEqual(["tea", "milk"]);
  });

  test("that are trusted are not replaced by ones that are not", async () => {
    const memory = openMemory(create());
    const own = new MemoryVectorStore({ memory, origin: "user" });
    await own.addDocuments(documents("tea"), { ids: ["a"] });
    const fromWeb = new MemoryVectorStore({ memory, origin: "web" });
    const error = await errorOf(() => fromWeb.addDocuments(documents("ice"), { ids: ["a"] }));
    expect(error.code).toBe("untrusted");
    expect(await contentsOf(memory)).toEqual(["tea"]);
  });

  test("are not written by a call that was aborted before, which rejects with the reason", async () => {
    const memory = openMemory(create());
    const store = new MemoryVectorStore({ memory });
    const reason = new Error("enough");
    const signal = AbortSignal.abort(reason);
    expect(await thrownBy(() => store.addDocuments(documents("tea"), { signal }))).toBe(reason);
    expect(await contentsOf(memory)).toEqual([]);
  });

  test("are written under the name of whoever adds them", async () => {
    const memory = openMemory(create());
    const store = new MemoryVectorStore({ memory });
    const progress: number[] = [];
    await store.addDocuments(documents("tea", "milk"), {
      actor: "importer",
      cause: "nightly",
      onProgress: (done) => progress.push(done),
    });
    const { items } = await memory.list();
    const [revision] = await memory.history(items[0]?.id ?? "");
    expect([revision?.actor, revision?.cause]).toEqual(["importer", "nightly"]);
    expect(progress.at(-1)).toBe(2);
  });

  test("of any metadata that JSON can say come back as they were", async () => {
    const store = new MemoryVectorStore({ memory: openMemory(create()) });
    const json = fc.dictionary(
      fc.string({ unit: "binary", maxLength: 8 }).filter((name) => name !== "__proto__"),
      fc.jsonValue({ maxDepth: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(json, async (given) => {
        const text = JSON.stringify(given);
        fc.pre(!text.includes("\\u0000") && !text.includes("__proto__") && text.isWellFormed());
        const metadata = JSON.parse(text) as Record<string, unknown>;
        const document = new Document({ pageContent: "tea", metadata, id: "a" });
        await store.addDocuments([document]);
        expect(await store.similaritySearch("tea", 1)).toEqual([document]);
      }),
      { numRuns: 40 },
    );
  });
});

test("metadata that was found is a copy, whose changes change nothing", async () => {
  const store = new MemoryVectorStore({ memory: openMemory(inMemoryStore()) });
  const metadata = { nested: { list: [1] } };
  await store.addDocuments([new Document({ pageContent: "tea", metadata })]);
  metadata.nested.list.push(2);
  const [found] = await store.similaritySearch("tea");
  expect(found?.metadata).toEqual({ nested: { list: [1] } });
  const own = found?.metadata as typeof metadata | undefined;
  own?.nested.list.push(3);
  const [again] = await store.similaritySearch("tea");
  expect(again?.metadata).toEqual({ nested: { list: [1] } });
});
