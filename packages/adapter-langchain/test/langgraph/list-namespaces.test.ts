import { describe, expect, it } from "vitest";

import { storeWorld } from "../support/langgraph-stores.js";
import type { StoreWorld } from "../support/langgraph-stores.js";

async function worldWith(...namespaces: readonly string[][]): Promise<StoreWorld> {
  const world = storeWorld();
  for (const namespace of namespaces) await world.store.put(namespace, "k", { n: 1 });
  return world;
}

describe("listNamespaces", () => {
  it("finds namespaces by how they begin and end, label by label", async () => {
    const { store } = await worldWith(
      ["a", "b", "c"],
      ["a", "x", "c"],
      ["a", "b"],
      ["ab", "b", "c"],
      ["z"],
    );
    const list = async (
      prefix: string[] | undefined,
      suffix: string[] | undefined,
    ): Promise<string[][]> =>
      store.listNamespaces({ ...(prefix ? { prefix } : {}), ...(suffix ? { suffix } : {}) });
    expect(await list(["a"], undefined)).toEqual([
      ["a", "b"],
      ["a", "b", "c"],
      ["a", "x", "c"],
    ]);
    expect(await list(undefined, ["b", "c"])).toEqual([
      ["a", "b", "c"],
      ["ab", "b", "c"],
    ]);
    expect(await list(["a", "*", "c"], undefined)).toEqual([
      ["a", "b", "c"],
      ["a", "x", "c"],
    ]);
    expect(await list(["*", "b"], ["*", "c"])).toEqual([
      ["a", "b", "c"],
      ["ab", "b", "c"],
    ]);
    expect(await list(["a", "b", "c", "d"], undefined)).toEqual([]);
    expect(await list([], ["z"])).toEqual([["z"]]);
    expect(await list(["none"], undefined)).toEqual([]);
  });

  it("demands every condition of a batch, several prefixes included", async () => {
    const { store } = await worldWith(["a", "b", "c"], ["a", "x", "c"], ["b", "b", "c"]);
    const [found] = await store.batch([
      {
        matchConditions: [
          { matchType: "prefix", path: ["a"] },
          { matchType: "prefix", path: ["*", "b"] },
        ],
        limit: 10,
        offset: 0,
      },
    ]);
    expect(found).toEqual([["a", "b", "c"]]);
  });

  it("cuts to a depth, and names what is the same then once", async () => {
    const { store } = await worldWith(["a", "b", "c"], ["a", "b", "d"], ["a-b"], ["a", "x"], ["e"]);
    expect(await store.listNamespaces({ maxDepth: 2 })).toEqual([
      ["a-b"],
      ["a", "b"],
      ["a", "x"],
      ["e"],
    ]);
    expect(await store.listNamespaces({ maxDepth: 1, limit: 2 })).toEqual([["a-b"], ["a"]]);
    expect(await store.listNamespaces({ maxDepth: 1, offset: 2 })).toEqual([["e"]]);
    expect(await store.listNamespaces({ maxDepth: 1, suffix: ["d"] })).toEqual([["a"]]);
  });

  it("leaves out what was emptied, has expired, or holds only what others wrote", async () => {
    const { store, memory, clock } = await worldWith(["kept"], ["emptied"]);
    await store.put(["brief"], "k", { n: 1 }, undefined, { ttl: 1 });
    await memory.scope("foreign").remember("a note");
    await store.delete(["emptied"], "k");
    expect(await store.listNamespaces()).toEqual([["brief"], ["kept"]]);
    clock.now = new Date(clock.now.getTime() + 60_000);
    expect(await store.listNamespaces()).toEqual([["kept"]]);
    expect(await store.listNamespaces({ maxDepth: 1 })).toEqual([["kept"]]);
  });

  it("pages through more namespaces than it looks into at once", async () => {
    const { store, memory } = storeWorld();
    const names = Array.from({ length: 70 }, (_, index) => `n${String(index).padStart(2, "0")}`);
    for (const name of names) await memory.scope(name).remember("a note");
    const own = names.filter((_, index) => index % 3 === 0);
    await store.batch(own.map((name) => ({ namespace: [name], key: "k", value: { name } })));
    const all = own.map((name) => [name]);
    expect(await store.listNamespaces()).toEqual(all);
    expect(await store.listNamespaces({ limit: 7, offset: 5 })).toEqual(all.slice(5, 12));
    let looked = 0;
    memory.on("operation", ({ operation }) => void (looked += operation === "list" ? 1 : 0), {
      reach: "below",
    });
    expect(await store.listNamespaces({ limit: 2 })).toEqual(all.slice(0, 2));
    expect(looked).toBeLessThanOrEqual(16);
    expect(await store.listNamespaces({ limit: 0 })).toEqual([]);
    expect(await store.listNamespaces({ offset: 100 })).toEqual([]);
  });
});
