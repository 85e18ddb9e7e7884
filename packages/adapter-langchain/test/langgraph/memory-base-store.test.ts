import { AsyncBatchedStore } from "@langchain/langgraph-checkpoint";
import type { Operation } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { errorOf } from "../support/error-of.js";
import { keysOf, storeWorld } from "../support/langgraph-stores.js";

const DOCS = ["docs"];

describe("MemoryBaseStore", () => {
  it.each(["memory", "sqlite"] as const)(
    "puts, gets, finds and deletes items (%s)",
    async (engine) => {
      const { store, clock } = storeWorld({ engine });
      await store.put(["users", "ada"], "prefs", { theme: "dark", sizes: [1, { a: null }] });

      const item = await store.get(["users", "ada"], "prefs");
      expect(item).toEqual({
        value: { theme: "dark", sizes: [1, { a: null }] },
        key: "prefs",
        namespace: ["users", "ada"],
        createdAt: clock.now,
        updatedAt: clock.now,
      });
      expect(await store.search(["users"])).toEqual([{ ...item, score: undefined }]);

      await store.delete(["users", "ada"], "prefs");
      expect(await store.get(["users", "ada"], "prefs")).toBeNull();
      expect(await store.search([])).toEqual([]);
      await store.delete(["users", "ada"], "prefs");
    },
  );

  it("keeps when an item was created and says when it was put last", async () => {
    const { store, clock } = storeWorld();
    const createdAt = clock.now;
    await store.put(DOCS, "a", { n: 1 });
    clock.now = new Date("2026-03-02T12:00:00Z");
    await store.put(DOCS, "a", { n: 2 });
    expect(await store.get(DOCS, "a")).toMatchObject({
      value: { n: 2 },
      createdAt,
      updatedAt: clock.now,
    });
    await store.delete(DOCS, "a");
    await store.put(DOCS, "a", { n: 3 });
    expect(await store.get(DOCS, "a")).toMatchObject({ createdAt: clock.now });
  });

  it("lists items from the oldest, page by page, with 10 on a page that says nothing", async () => {
    const { store, clock } = storeWorld();
    for (let index = 0; index < 12; index += 1) {
      clock.now = new Date(clock.now.getTime() + 1_000);
      await store.put(["docs", `n${index % 3}`], `k${index}`, { index });
    }
    const all = Array.from({ length: 12 }, (_, index) => `k${index}`);
    expect(keysOf(await store.search(DOCS))).toEqual(all.slice(0, 10));
    expect(keysOf(await store.search(DOCS, { limit: 5, offset: 9 }))).toEqual(all.slice(9));
    expect(keysOf(await store.search(DOCS, { limit: 3, offset: 4 }))).toEqual(all.slice(4, 7));
    expect(await store.search(DOCS, { limit: 0 })).toEqual([]);
    expect(await store.search(DOCS, { offset: 12 })).toEqual([]);
  });

  it("lists more than one page of the memory", async () => {
    const { store } = storeWorld();
    await store.batch(
      Array.from({ length: 1_203 }, (_, index) => ({
        namespace: DOCS,
        key: `k${index}`,
        value: { index },
        index: false as const,
      })),
    );
    expect(await store.search(DOCS, { limit: 5_000 })).toHaveLength(1_203);
    expect(await store.search(DOCS, { limit: 5_000, offset: 1_100 })).toHaveLength(103);
  });

  it("accepts any text as a key, and takes one in two normal forms for the same", async () => {
    const { store } = storeWorld();
    const keys = ["__proto__", "constructor", "a/b", "a.b", " x ", "🦊", "k\n1", "*", "é"];
    for (const key of keys) await store.put(DOCS, key, { key });
    for (const key of keys) expect((await store.get(DOCS, key))?.value).toEqual({ key });
    expect((await store.get(DOCS, "e\u0301"))?.key).toBe("é");
    await store.batch([
      { namespace: DOCS, key: "é", value: { n: 1 } },
      { namespace: DOCS, key: "e\u0301", value: { n: 2 } },
    ]);
    expect((await store.get(DOCS, "é"))?.value).toEqual({ n: 2 });
    await store.batch([
      { namespace: DOCS, key: "ü", value: { n: 1 } },
      { namespace: DOCS, key: "u\u0308", value: null },
    ]);
    expect(await store.get(DOCS, "ü")).toBeNull();
    expect(await store.search(DOCS, { limit: 100 })).toHaveLength(keys.length);
  });

  it("keeps what has a JSON form as that, and leaves out what is undefined", async () => {
    const { store } = storeWorld();
    const at = new Date("2026-01-02T03:04:05Z");
    await store.put(DOCS, "k", { at, none: undefined, list: [{ at }], own: { toJSON: () => at } });
    expect((await store.get(DOCS, "k"))?.value).toEqual({
      at: "2026-01-02T03:04:05.000Z",
      list: [{ at: "2026-01-02T03:04:05.000Z" }],
      own: "2026-01-02T03:04:05.000Z",
    });
  });

  it("gives and takes copies", async () => {
    const { store } = storeWorld();
    const value = { tags: ["a"] };
    const written = store.put(DOCS, "k", value);
    value.tags.push("b");
    await written;
    const [first, second] = await store.batch([
      { namespace: DOCS, key: "k" },
      { namespace: DOCS, key: "k" },
    ]);
    Object.assign(first?.value["tags"] as string[], ["c"]);
    first?.createdAt.setFullYear(1999);
    const [found] = await store.search(DOCS);
    Object.assign(found?.value["tags"] as string[], ["d"]);
    expect(second?.value).toEqual({ tags: ["a"] });
    expect(second?.createdAt.getFullYear()).toBe(2026);
    expect((await store.get(DOCS, "k"))?.value).toEqual({ tags: ["a"] });
  });

  it("answers a batch in order, from what was there before its puts", async () => {
    const { store } = storeWorld();
    await store.put(DOCS, "old", { n: 0 });
    const operations = [
      { namespace: DOCS, key: "new", value: { n: 1 } },
      { namespace: DOCS, key: "new" },
      { namespacePrefix: DOCS },
      { namespace: DOCS, key: "old", value: null },
      { namespace: DOCS, key: "old" },
      { matchConditions: undefined, limit: 10, offset: 0 },
      { namespace: ["other"], key: "x", value: { n: 2 } },
      { namespace: DOCS, key: "new", value: { n: 3 } },
    ] as Operation[];
    const results = (await store.batch(operations)) as unknown[];
    expect(results).toMatchObject([
      null,
      null,
      [{ key: "old" }],
      null,
      { value: { n: 0 } },
      [["docs"]],
      null,
      null,
    ]);
    expect(keysOf(await store.search([]))).toEqual(["new", "x"]);
    expect((await store.get(DOCS, "new"))?.value).toEqual({ n: 3 });
  });

  it("lets the last of several writes of one key win, a deletion included", async () => {
    const { store } = storeWorld();
    await store.put(DOCS, "b", { n: 0 });
    await store.batch([
      { namespace: DOCS, key: "a", value: null },
      { namespace: DOCS, key: "a", value: { n: 1 } },
      { namespace: DOCS, key: "b", value: { n: 2 } },
      { namespace: DOCS, key: "b", value: null },
    ]);
    expect(keysOf(await store.search(DOCS))).toEqual(["a"]);
  });

  it("works behind the queue that LangGraph puts before every store", async () => {
    const { store } = storeWorld();
    const queue = new AsyncBatchedStore(store);
    queue.start();
    try {
      await Promise.all([
        queue.put(DOCS, "a", { text: "one" }),
        queue.put(["docs", "b"], "b", { text: "two" }),
      ]);
      const [item, found] = await Promise.all([queue.get(DOCS, "a"), queue.search(DOCS)]);
      expect(item?.value).toEqual({ text: "one" });
      expect(keysOf(found)).toEqual(["a", "b"]);
      await queue.delete(DOCS, "a");
      expect(await queue.get(DOCS, "a")).toBeNull();
    } finally {
      await queue.stop();
    }
  });

  it("leaves the memory open when it is stopped", async () => {
    const { store, memory } = storeWorld();
    await store.start();
    await store.put(DOCS, "k", { n: 1 });
    await store.stop();
    expect(await store.get(DOCS, "k")).not.toBeNull();
    expect(await memory.scope("docs").get("k")).toEqual({ n: 1 });
    await memory.close();
    expect((await errorOf(() => store.get(DOCS, "k"))).code).toBe("closed");
  });
});
