import { definePlugin } from "@kioku/core";
import { describe, expect, it } from "vitest";

import { cosineWorld, keysOf, scoresOf, storeWorld } from "../support/langgraph-stores.js";
import type { StoreWorld } from "../support/langgraph-stores.js";

const DOCS = ["docs"];

function pass({ clock }: StoreWorld, minutes: number): void {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
}

async function versionOf({ memory }: StoreWorld, key = "k"): Promise<number | undefined> {
  const { items } = await memory.list({ reach: "below", filter: { "@key": key } });
  return items[0]?.version;
}

describe("lives of items", () => {
  it.each(["memory", "sqlite"] as const)(
    "end when they should, for every read (%s)",
    async (engine) => {
      const world = cosineWorld(["texts[*]"], { engine });
      const { store } = world;
      await store.put(DOCS, "k", { texts: ["pear", "apple"] }, undefined, { ttl: 10 });
      await store.put(DOCS, "forever", { texts: ["plum"] });
      pass(world, 9.9);
      expect(await store.get(DOCS, "k")).not.toBeNull();
      pass(world, 0.1);
      expect(await store.get(DOCS, "k")).toBeNull();
      expect(keysOf(await store.search(DOCS))).toEqual(["forever"]);
      expect(keysOf(await store.search(DOCS, { query: "apple" }))).toEqual(["forever"]);
      await store.delete(DOCS, "k");
      await store.put(DOCS, "k", { texts: ["pear"] });
      expect((await store.get(DOCS, "k"))?.createdAt).toEqual(world.clock.now);
      pass(world, 1_000_000);
      expect(await store.get(DOCS, "k")).not.toBeNull();
      await world.memory.sweep();
      expect((await world.memory.list({ reach: "below" })).items).toHaveLength(2);
    },
  );

  it("are those of the put, or else of the store", async () => {
    const world = storeWorld({ ttl: { defaultMinutes: 5 } });
    const { store } = world;
    await store.put(DOCS, "default", { n: 1 });
    await store.put(DOCS, "longer", { n: 1 }, undefined, { ttl: 20 });
    await store.put(DOCS, "forever", { n: 1 }, undefined, { ttl: null });
    const put = { namespace: DOCS, key: "batch", value: { n: 1 }, ttl: 7 };
    await store.batch([put]);
    pass(world, 6);
    expect(keysOf(await store.search(DOCS))).toEqual(["longer", "forever", "batch"]);
    pass(world, 2);
    expect(keysOf(await store.search(DOCS))).toEqual(["longer", "forever"]);
    pass(world, 20);
    expect(keysOf(await store.search(DOCS))).toEqual(["forever"]);
  });

  it("are not extended by reads unless that is asked for", async () => {
    const world = storeWorld({ ttl: { defaultMinutes: 10 } });
    await world.store.put(DOCS, "k", { n: 1 });
    pass(world, 6);
    await world.store.get(DOCS, "k");
    pass(world, 6);
    expect(await world.store.get(DOCS, "k")).toBeNull();
  });

  it("are extended by get and search, texts included, without a new time of update", async () => {
    const world = cosineWorld(["texts[*]"], { ttl: { refreshOnRead: true } });
    const { store, clock } = world;
    const updatedAt = clock.now;
    await store.put(DOCS, "k", { texts: ["pear", "apple"] }, undefined, { ttl: 10 });
    await store.put(DOCS, "unread", { texts: ["plum"] }, undefined, { ttl: 10 });
    for (let round = 0; round < 3; round += 1) {
      pass(world, 8);
      expect((await store.get(DOCS, "k"))?.updatedAt).toEqual(updatedAt);
      pass(world, 8);
      const found = await store.search(DOCS, { query: "apple" });
      expect(scoresOf(found)).toEqual([["k", 1]]);
      expect(found[0]?.updatedAt).toEqual(updatedAt);
    }
    pass(world, 10);
    expect(await store.get(DOCS, "k")).toBeNull();
    await world.memory.sweep();
    expect((await world.memory.list({ reach: "below" })).items).toEqual([]);
  });

  it("start anew with a put, which is a new time of update", async () => {
    const world = storeWorld({ ttl: { refreshOnRead: true } });
    const { store, clock } = world;
    await store.put(DOCS, "k", { n: 1 }, undefined, { ttl: 10 });
    pass(world, 5);
    await store.get(DOCS, "k");
    pass(world, 5);
    await store.put(DOCS, "k", { n: 2 }, undefined, { ttl: 20 });
    expect((await store.get(DOCS, "k"))?.updatedAt).toEqual(clock.now);
    pass(world, 15);
    await store.get(DOCS, "k");
    pass(world, 15);
    expect(await store.get(DOCS, "k")).not.toBeNull();
  });

  it("are extended only when a quarter has passed, and never where there is no end", async () => {
    const world = storeWorld({ ttl: { refreshOnRead: true } });
    const { store } = world;
    await store.put(DOCS, "k", { n: 1 }, undefined, { ttl: 100 });
    await store.put(DOCS, "forever", { n: 1 });
    pass(world, 24.9);
    await store.search(DOCS);
    expect(await versionOf(world)).toBe(1);
    pass(world, 0.1);
    await store.batch([
      { namespace: DOCS, key: "k" },
      { namespace: DOCS, key: "forever" },
      { namespacePrefix: DOCS },
    ]);
    expect(await versionOf(world)).toBe(2);
    expect(await versionOf(world, "forever")).toBe(1);
    pass(world, 98);
    expect(await store.get(DOCS, "k")).not.toBeNull();
  });

  it("have four versions at most, however often an item is read", async () => {
    const world = storeWorld({ ttl: { refreshOnRead: true } });
    await world.store.put(DOCS, "k", { n: 1 }, undefined, { ttl: 100 });
    for (let minute = 0; minute < 99; minute += 1) {
      pass(world, 1);
      await world.store.get(DOCS, "k");
      await world.store.search(DOCS);
    }
    expect(await versionOf(world)).toBe(4);
  });

  it("are extended only for the page that is read", async () => {
    const world = storeWorld({ ttl: { refreshOnRead: true, defaultMinutes: 10 } });
    const { store } = world;
    for (const key of ["a", "b", "c"]) await store.put(DOCS, key, { key });
    pass(world, 8);
    await store.search(DOCS, { offset: 1, limit: 1 });
    pass(world, 8);
    expect(keysOf(await store.search(DOCS))).toEqual(["b"]);
  });

  it("survive reads and writes of the same item at the same moment", async () => {
    const world = storeWorld({ ttl: { refreshOnRead: true, defaultMinutes: 10 } });
    const { store } = world;
    await store.put(DOCS, "k", { n: 0 });
    pass(world, 5);
    await Promise.all([
      store.get(DOCS, "k"),
      store.search(DOCS),
      store.put(DOCS, "k", { n: 1 }),
      store.get(DOCS, "k"),
      store.delete(DOCS, "other"),
      store.search(DOCS),
    ]);
    expect((await store.get(DOCS, "k"))?.value).toEqual({ n: 1 });
    await Promise.all([store.get(DOCS, "k"), store.delete(DOCS, "k"), store.search(DOCS)]);
    expect(await store.get(DOCS, "k")).toBeNull();
  });

  it("are left as they are where they cannot be extended, and no read fails", async () => {
    let isClosed = false;
    const closes = definePlugin({
      id: "closes",
      hooks: { beforeRemember: () => (isClosed ? { veto: "read only" } : undefined) },
    });
    const fails = definePlugin({
      id: "fails",
      hooks: {
        beforeRemember: () => {
          if (isClosed) throw new Error("disk full");
        },
      },
    });
    for (const plugin of [closes, fails]) {
      isClosed = false;
      const ttl = { refreshOnRead: true, defaultMinutes: 10 };
      const world = storeWorld({ plugins: [plugin], ttl });
      const { store } = world;
      await store.put(DOCS, "k", { n: 1 });
      pass(world, 8);
      isClosed = true;
      expect((await store.get(DOCS, "k"))?.value).toEqual({ n: 1 });
      expect(keysOf(await store.search(DOCS))).toEqual(["k"]);
      isClosed = false;
      pass(world, 1);
      await store.get(DOCS, "k");
      pass(world, 9);
      expect(await store.get(DOCS, "k")).not.toBeNull();
    }
  });

  it("are extended sixteen at once", async () => {
    let underWay = 0;
    let most = 0;
    const counts = definePlugin({
      id: "counts",
      hooks: {
        beforeRemember: async () => {
          underWay += 1;
          most = Math.max(most, underWay);
          await new Promise((resolve) => void setImmediate(resolve));
          underWay -= 1;
        },
      },
    });
    const world = storeWorld({
      plugins: [counts],
      ttl: { refreshOnRead: true, defaultMinutes: 10 },
    });
    const keys = Array.from({ length: 40 }, (_, index) => `k${index}`);
    await world.store.batch(keys.map((key) => ({ namespace: DOCS, key, value: { key } })));
    most = 0;
    pass(world, 8);
    expect(await world.store.search(DOCS, { limit: 100 })).toHaveLength(40);
    expect(most).toBe(16);
    pass(world, 8);
    expect(await world.store.search(DOCS, { limit: 100 })).toHaveLength(40);
  });
});
