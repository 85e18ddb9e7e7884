import { definePlugin, inMemoryStore } from "@kioku/core";
import { Document } from "@langchain/core/documents";
import { describe, expect, test } from "vitest";

import { MemoryVectorStore } from "../../src/index.js";
import type { MemoryVectorStoreDeletion } from "../../src/index.js";
import { openMemory, STORES } from "../support/document-memories.js";
import { errorOf, thrownBy } from "../support/error-of.js";

describe.each(STORES)("deletions $name", ({ create }) => {
  async function filled() {
    const memory = openMemory(create());
    const store = new MemoryVectorStore({ memory });
    const documents = ["tea", "coffee", "ice"].map(
      (pageContent, page) => new Document({ pageContent, metadata: { page }, id: pageContent }),
    );
    await store.addDocuments(documents);
    await memory.remember({ content: "tea", key: "note", metadata: { page: 0 } });
    const left = async (): Promise<readonly (string | undefined)[]> => {
      const { items } = await memory.list({ orderBy: "key" });
      return items.map(({ key }) => key);
    };
    return { memory, store, left };
  }

  test("by ids reach these documents, and ids that are not there are no error", async () => {
    const { store, left } = await filled();
    await store.delete({ ids: ["tea", "nobody", "tea", "ice"] });
    expect(await left()).toEqual(["coffee", "note"]);
    await store.delete({ ids: [] });
    expect(await left()).toEqual(["coffee", "note"]);
    expect(await store.similaritySearch("tea")).toHaveLength(1);
  });

  test("by filter reach the documents that it selects", async () => {
    const { store, left } = await filled();
    await store.delete({ filter: { page: { $lt: 2 } } });
    expect(await left()).toEqual(["ice", "note"]);
  });

  test("by filters that hold of nothing, or of some, are none of everything", async () => {
    const { store, left } = await filled();
    await store.delete({ filter: { $or: [] } });
    await store.delete({ filter: { $not: {} } });
    await store.delete({ filter: { page: 0, $or: [] } });
    await store.delete({ filter: { $and: [{}, { page: { $in: [] } }] } });
    expect(await left()).toHaveLength(4);
    await store.delete({ filter: { $or: [{ page: 0 }, { $or: [] }], $and: [] } });
    expect(await left()).toEqual(["coffee", "ice", "note"]);
    await store.delete({ filter: { $not: { page: 1 } } });
    expect(await left()).toEqual(["coffee", "note"]);
  });

  test("of everything reach all documents, archived ones included", async () => {
    const { store, left } = await filled();
    await store.delete({ deleteAll: true });
    expect(await left()).toEqual(["note"]);
    expect(await store.similaritySearch("tea")).toEqual([]);
  });

  test("never reach records of another kind, whatever names them", async () => {
    const { memory, store, left } = await filled();
    const { items } = await memory.list({ kinds: ["note"] });
    await store.delete({ ids: ["note", items[0]?.id ?? ""] });
    await store.delete({ filter: { "@kind": "note" } });
    await store.delete({ filter: { $or: [{ page: 7 }, { "@kind": "note" }] } });
    expect(await left()).toEqual(["coffee", "ice", "note", "tea"]);
  });

  test("by the id of a record do not reach a document that has an id of its own", async () => {
    const { memory, store, left } = await filled();
    const { items } = await memory.list({ kinds: ["document"] });
    await store.delete({ ids: items.map(({ id }) => id) });
    expect(await left()).toEqual(["coffee", "ice", "note", "tea"]);
  });

  test("of more ids than one filter takes reach them all", async () => {
    const { store, left } = await filled();
    const ids = Array.from({ length: 2_500 }, (_, index) => `d${index}`);
    const many = ids.map((id) => new Document({ pageContent: "milk", id }));
    await store.addDocuments(many);
    expect((await left()).length).toBe(100);
    await store.delete({ ids });
    expect(await left()).toEqual(["coffee", "ice", "note", "tea"]);
  });

  test("need exactly one target", async () => {
    const { store, left } = await filled();
    const wrong: readonly (readonly [unknown, string])[] = [
      [undefined, "deletion must be an object"],
      [{}, "deletion takes exactly one of ids, filter, deleteAll, got 0"],
      [{ ids: undefined }, "got 0"],
      [{ ids: ["tea"], deleteAll: true }, "got 2"],
      [{ deleteAll: false }, "deletion.deleteAll must be true"],
      [{ ids: "tea" }, "deletion.ids must be a list"],
      [{ ids: ["tea", 7] }, "deletion.ids[1] must be a string"],
      [{ ids: [""] }, "deletion.ids[0] must be text"],
      [{ id: "tea" }, 'no option "id"'],
      [{ filter: "page" }, "filter"],
      [{ filter: null }, "filter"],
      [{ filter: 7 }, "filter"],
      [{ filter: {} }, "deleteAll: true deletes everything"],
      [{ filter: { page: undefined } }, "deleteAll: true"],
      [{ filter: { $and: [] } }, "deleteAll: true"],
      [{ filter: { $and: [{}, { $or: [{ page: 1 }, {}] }] } }, "deleteAll: true"],
      [{ filter: { $not: { $or: [] } } }, "deleteAll: true"],
      [{ filter: { $not: { $not: {} } } }, "deleteAll: true"],
    ];
    for (const [deletion, what] of wrong) {
      const error = await errorOf(() => store.delete(deletion as MemoryVectorStoreDeletion));
      expect([error.code, error.message]).toEqual(["invalid-input", expect.stringContaining(what)]);
    }
    expect(await left()).toHaveLength(4);
  });

  test("that were aborted before delete nothing, and say who did it otherwise", async () => {
    const { memory, store, left } = await filled();
    const reason = new Error("enough");
    const signal = AbortSignal.abort(reason);
    expect(await thrownBy(() => store.delete({ ids: ["tea"], signal }))).toBe(reason);
    expect(await left()).toHaveLength(4);
    const { items } = await memory.list({ filter: { "@key": "tea" } });
    await store.delete({ ids: ["tea"], actor: "cleaner", cause: "old" });
    const revisions = await memory.history(items[0]?.id ?? "");
    expect([revisions.at(-1)?.change, revisions.at(-1)?.actor]).toEqual(["deleted", "cleaner"]);
  });
});

test("a plugin's veto rejects the deletion", async () => {
  const keeping = definePlugin({
    id: "keeping",
    hooks: { beforeForget: () => ({ veto: "on hold" }) },
  });
  const memory = openMemory(inMemoryStore(), { plugins: [keeping] });
  const store = new MemoryVectorStore({ memory });
  const error = await errorOf(() => store.delete({ deleteAll: true }));
  expect([error.code, error.message]).toEqual([
    "rejected-by-plugin",
    expect.stringContaining("on hold"),
  ]);
});
