import { definePlugin } from "@kioku/core";
import { redaction } from "@kioku/plugins";
import { describe, expect, it } from "vitest";

import { MemoryBaseStore } from "../../src/langgraph/memory-base-store.js";
import { errorOf } from "../support/error-of.js";
import { cosineWorld, keysOf, scoresOf, storeWorld } from "../support/langgraph-stores.js";

const DOCS = ["docs"];

const noSecrets = definePlugin({
  id: "no-secrets",
  hooks: {
    beforeRemember: ({ content }) =>
      content.includes("secret") ? { veto: "it is a secret" } : undefined,
  },
});

describe("writes that are refused", () => {
  it("fail with the word of the plugin, and leave the item as it was", async () => {
    const { store } = cosineWorld(["texts[*]"], { plugins: [noSecrets] });
    await store.put(DOCS, "k", { texts: ["pear", "apple"] });
    const error = await errorOf(() => store.put(DOCS, "k", { texts: ["a secret", "plum"] }));
    expect(error.code).toBe("rejected-by-plugin");
    expect(error.message).toBe(
      'plugin no-secrets rejected item with key "k" of ["docs"]: it is a secret',
    );
    expect((await store.get(DOCS, "k"))?.value).toEqual({ texts: ["pear", "apple"] });
    expect(scoresOf(await store.search(DOCS, { query: "apple" }))).toEqual([["k", 1]]);
  });

  it("leave no text behind of an item that was refused", async () => {
    const { store, memory } = cosineWorld(["texts[*]"], { plugins: [noSecrets] });
    await errorOf(() => store.put(DOCS, "k", { texts: ["a secret", "plum", "fig"] }));
    expect((await memory.list({ reach: "below" })).items).toEqual([]);
  });

  it("do not keep the rest of a batch from being written", async () => {
    const { store } = cosineWorld(["texts[*]"], { plugins: [noSecrets] });
    await store.put(DOCS, "gone", { texts: ["old"] });
    const error = await errorOf(() =>
      store.batch([
        { namespace: DOCS, key: "bad", value: { texts: ["secret"] } },
        { namespace: DOCS, key: "good", value: { texts: ["plum"] } },
        { namespace: ["other"], key: "good", value: { texts: ["fig"] } },
        { namespace: DOCS, key: "gone", value: null },
      ]),
    );
    expect(error.code).toBe("rejected-by-plugin");
    expect(keysOf(await store.search([]))).toEqual(["good", "good"]);
  });

  it("fail where what is trusted would be replaced by what is not", async () => {
    const { store, memory } = storeWorld();
    const web = new MemoryBaseStore({ memory, origin: "web" });
    await store.put(DOCS, "k", { n: 1 });
    const error = await errorOf(() => web.put(DOCS, "k", { n: 2 }));
    expect(error.code).toBe("untrusted");
    expect(error.message).toContain('item with key "k" of ["docs"] was not written');
    expect((await store.get(DOCS, "k"))?.value).toEqual({ n: 1 });
    await web.put(DOCS, "own", { n: 3 });
    const { items } = await memory.list({ reach: "below", filter: { "@origin": "web" } });
    expect(keysOf(items.map(({ key = "" }) => ({ key })))).toEqual(["own"]);
  });

  it("fail where a plugin does not let go of an item", async () => {
    const keeps = definePlugin({ id: "keeps", hooks: { beforeForget: () => ({ veto: "kept" }) } });
    const { store } = storeWorld({ plugins: [keeps] });
    await store.put(DOCS, "k", { n: 1 });
    expect((await errorOf(() => store.delete(DOCS, "k"))).code).toBe("rejected-by-plugin");
    expect(await store.get(DOCS, "k")).not.toBeNull();
  });
});

describe("what plugins take out", () => {
  it("never reaches the embeddings, in one namespace or several", async () => {
    const { store, embeddings } = cosineWorld(["text"], { plugins: [redaction()] });
    const key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKL";
    await store.put(["a"], "k", { text: `an apple, key ${key}` });
    await store.batch([
      { namespace: ["a"], key: "l", value: { text: `a pear, key ${key}` } },
      { namespace: ["b"], key: "l", value: { text: `a plum, key ${key}` } },
    ]);
    const asked = embeddings.documents.flat();
    expect(asked).toHaveLength(3);
    expect(asked.filter((text) => text.includes("abcdefghij"))).toEqual([]);
    expect(scoresOf(await store.search([], { query: "apple" }))[0]).toEqual(["k", 1]);
  });

  it("leaves each text of an item its own vector", async () => {
    const { store, embeddings } = cosineWorld(["texts[*]"], { plugins: [redaction()] });
    const key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKL";
    await store.put(["a"], "k", { texts: [`a pear, key ${key}`, "an apple", "nul \0 and \uD800"] });
    const asked = embeddings.documents.flat();
    expect(asked).toHaveLength(3);
    expect(asked).toEqual(expect.arrayContaining(["an apple", "nul \uFFFD and \uFFFD"]));
    expect(asked.join()).not.toContain("abcdefghij");
  });
});
