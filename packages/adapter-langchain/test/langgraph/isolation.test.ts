import { describe, expect, it } from "vitest";

import { MemoryBaseStore } from "../../src/langgraph/memory-base-store.js";
import { errorOf } from "../support/error-of.js";
import { cosineWorld, keysOf, storeWorld } from "../support/langgraph-stores.js";

describe("isolation of namespaces", () => {
  it("takes a prefix for a path and not for a text", async () => {
    const { store } = cosineWorld(["$"]);
    await store.put(["user"], "own", { text: "apple" });
    await store.put(["users"], "other", { text: "apple" });
    await store.put(["user", "below"], "below", { text: "apple" });
    for (const query of [undefined, "apple"]) {
      const found = await store.search(["user"], query === undefined ? {} : { query });
      expect(keysOf(found).toSorted()).toEqual(["below", "own"]);
    }
    expect(await store.listNamespaces({ prefix: ["user"] })).toEqual([["user"], ["user", "below"]]);
  });

  it("tells namespaces apart whose labels are the same when joined", async () => {
    const { store } = storeWorld();
    const namespaces = [
      ["a:b", "c"],
      ["a", "b:c"],
      ["a/b", "c"],
      ["a", "b/c"],
      ["a~b", "c"],
      ["A", "b:c"],
      ["__proto__", "c"],
    ];
    const puts = namespaces.map((namespace, index) => ({ namespace, key: "k", value: { index } }));
    await store.batch(puts);
    // By `batch`, since the methods of LangGraph 1.2 refuse colons.
    for (const { namespace, key, value } of puts) {
      const [item] = await store.batch([{ namespace, key }]);
      expect(item).toMatchObject({ namespace, value });
      const [found] = await store.batch([{ namespacePrefix: namespace }]);
      expect(found).toHaveLength(1);
    }
    expect(await store.listNamespaces()).toHaveLength(namespaces.length);
    await store.batch([{ namespace: ["a:b", "c"], key: "k", value: null }]);
    expect(await store.listNamespaces()).toHaveLength(namespaces.length - 1);
    const [other] = await store.batch([{ namespace: ["a", "b:c"], key: "k" }]);
    expect(other).not.toBeNull();
  });

  it("shows a view nothing of another", async () => {
    const { memory } = storeWorld();
    const acme = new MemoryBaseStore({ memory: memory.scope("acme") });
    const rival = new MemoryBaseStore({ memory: memory.scope("rival") });
    await acme.put(["notes"], "k", { text: "secret plan" });
    expect(await rival.get(["notes"], "k")).toBeNull();
    expect(await rival.search([], { query: "secret plan" })).toEqual([]);
    expect(await rival.listNamespaces()).toEqual([]);
    await rival.delete(["notes"], "k");
    expect((await acme.get(["notes"], "k"))?.namespace).toEqual(["notes"]);
    expect(await acme.listNamespaces()).toEqual([["notes"]]);
  });

  it("neither lists nor finds nor deletes what others wrote to the memory", async () => {
    const { store, memory } = storeWorld();
    const docs = memory.scope("docs");
    await docs.remember("an apple that somebody noted");
    await docs.set("theme", { apple: true });
    expect(await store.search([], { query: "apple" })).toEqual([]);
    expect(await store.search([])).toEqual([]);
    expect(await store.get(["docs"], "theme")).toBeNull();
    expect(await store.listNamespaces()).toEqual([]);
    await store.delete(["docs"], "theme");
    expect(await docs.get("theme")).toEqual({ apple: true });
  });

  it("refuses to put over what is no item, before it writes anything", async () => {
    const { store, memory } = storeWorld();
    await memory.scope("docs").set("theme", "dark");
    const error = await errorOf(() =>
      store.batch([
        { namespace: ["first"], key: "k", value: { n: 1 } },
        { namespace: ["docs"], key: "theme", value: { n: 2 } },
      ]),
    );
    expect(error.code).toBe("conflict");
    expect(error.message).toContain('key "theme" of ["docs"] is held by a record of kind entry');
    expect(await memory.scope("docs").get("theme")).toBe("dark");
    expect(await store.search([])).toEqual([]);
  });

  it("shows items as entries of the memory, and what entries make of them", async () => {
    const { store, memory } = storeWorld();
    await store.put(["docs"], "k", { n: 1 });
    await memory.scope("docs").set("k", { n: 2 });
    expect((await store.get(["docs"], "k"))?.value).toEqual({ n: 2 });
    await memory.scope("docs").set("k", "no object any more");
    expect(await store.get(["docs"], "k")).toBeNull();
    expect(await store.search(["docs"])).toEqual([]);
  });
});
