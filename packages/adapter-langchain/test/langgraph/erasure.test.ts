import { definePlugin } from "@kioku/core";
import type { ForgetTarget } from "@kioku/core";
import { describe, expect, it } from "vitest";

import { cosineWorld, keysOf, storeWorld } from "../support/langgraph-stores.js";
import type { StoreWorld } from "../support/langgraph-stores.js";

const DOCS = ["docs"];

/** Everything of a memory as text. */
async function exported({ memory }: StoreWorld): Promise<string> {
  const lines: unknown[] = [];
  for await (const line of memory.export()) lines.push(line);
  return JSON.stringify(lines);
}

describe.each(["memory", "sqlite"] as const)("an item that is erased (%s)", (engine) => {
  it.each(["by id", "by key", "after it was deleted"])("leaves no text (%s)", async (how) => {
    const world = cosineWorld(["texts[*]"], { engine });
    const { store, memory } = world;
    await store.put(DOCS, "k", { texts: ["alpha pear", "beta apple"] });
    await store.put(DOCS, "k", { texts: ["gamma pear", "delta apple", "epsilon"] });
    await store.put(DOCS, "other", { texts: ["zeta plum"] });
    const docs = memory.scope("docs");
    const [item] = (await docs.list({ filter: { "@key": "k" } })).items;
    if (how === "after it was deleted") await store.delete(DOCS, "k");
    const target: ForgetTarget = how === "by id" ? String(item?.id) : { key: "k" };
    const report = await docs.erase(target);
    expect(report.records).toEqual([{ scope: ["docs"], id: item?.id }]);
    expect(await exported(world)).not.toMatch(/alpha|beta|gamma|delta|epsilon/u);
    expect(keysOf(await store.search([], { query: "apple" }))).toEqual(["other"]);
    expect(await memory.recall({ query: "delta", reach: "below" })).toEqual([]);
    expect(await docs.history(String(item?.id))).toEqual([]);
  });

  it("or forgotten by its key leaves nothing to be found", async () => {
    const world = cosineWorld(["texts[*]"], { engine });
    const { store, memory } = world;
    await store.put(DOCS, "k", { texts: ["alpha pear", "beta apple"] });
    await memory.scope("docs").forget({ key: "k" });
    expect((await memory.list({ reach: "below" })).items).toEqual([]);
    expect(await store.search([], { query: "apple" })).toEqual([]);
    expect(await memory.recall({ query: "beta", reach: "below" })).toEqual([]);
  });

  it("is what the deletions of a batch forget at once", async () => {
    const targets: ForgetTarget[] = [];
    const watch = definePlugin({
      id: "watch",
      hooks: { beforeForget: (target) => void targets.push(target) },
    });
    const { store } = storeWorld({ engine, plugins: [watch] });
    const keys = Array.from({ length: 1_500 }, (_, index) => `k${index}`);
    await store.batch(
      keys.map((key) => ({ namespace: DOCS, key, value: { key }, index: false as const })),
    );
    await store.put(["others"], "k0", { n: 1 });
    await store.batch(keys.slice(1).map((key) => ({ namespace: DOCS, key, value: null })));
    expect(keysOf(await store.search([]))).toEqual(["k0", "k0"]);
    expect(targets).toHaveLength(2);
    await store.delete(DOCS, "k0");
    await store.delete(DOCS, "never there");
    expect(targets.slice(2)).toEqual([expect.any(String)]);
    expect((await store.search([]))[0]?.namespace).toEqual(["others"]);
  });
});
