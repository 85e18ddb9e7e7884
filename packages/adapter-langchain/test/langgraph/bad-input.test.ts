import { InMemoryStore, InvalidNamespaceError } from "@langchain/langgraph-checkpoint";
import type { BaseStore, Operation } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { errorOf } from "../support/error-of.js";
import { storeWorld } from "../support/langgraph-stores.js";

const DOCS = ["docs"];

describe("what no store can keep", () => {
  it("refuses keys and values that no store can keep", async () => {
    const { store } = storeWorld();
    const refused = async (key: unknown, value: unknown): Promise<string> =>
      (await errorOf(() => store.put(DOCS, key as string, value as object))).message;
    expect(await refused("", {})).toContain("operations[0].key must be");
    expect(await refused(7, {})).toContain("operations[0].key must be a string");
    expect(await refused("x".repeat(513), {})).toContain("at most 512");
    for (const key of ["a\0b", "\uD800", "a\uDC00b"]) {
      expect(await refused(key, {})).toContain("operations[0].key must be well-formed");
      expect((await errorOf(() => store.get(DOCS, key))).code).toBe("invalid-input");
    }
    for (const value of [undefined, [], "text", 3, new Map()]) {
      expect(await refused("k", value)).toContain("operations[0].value must be");
    }
    for (const value of [Number.NaN, Infinity, () => 1, 1n, new Map(), new Date(Number.NaN)]) {
      expect(await refused("k", { a: [value] })).toContain("operations[0].value.a[0] must be");
    }
    const cyclic: Record<string, unknown> = {};
    cyclic["self"] = cyclic;
    expect(await refused("k", cyclic)).toContain("levels deep");
    expect(await refused("k", JSON.parse('{"__proto__":1}'))).toContain("__proto__");
    expect(await store.search([])).toEqual([]);
  });

  it("checks a whole batch before it writes any of it", async () => {
    const { store } = storeWorld();
    const good = { namespace: DOCS, key: "k", value: { n: 1 } };
    const bad: unknown[] = [
      undefined,
      {},
      { namespace: DOCS },
      { namespace: DOCS, key: "x", value: "text" },
      { namespace: DOCS, key: "x", value: {}, index: true },
      { namespace: DOCS, key: "x", value: {}, index: ["a[b]"] },
      { namespace: DOCS, key: "x", value: {}, ttl: 0 },
      { namespacePrefix: DOCS, limit: -1 },
      { namespacePrefix: DOCS, offset: 1.5 },
      { namespacePrefix: DOCS, query: 7 },
      { namespacePrefix: DOCS, filter: { a: { $like: 1 } } },
      { matchConditions: [{ matchType: "infix", path: [] }], limit: 1, offset: 0 },
      { maxDepth: -1, limit: 1, offset: 0 },
    ];
    for (const operation of bad) {
      const error = await errorOf(() => store.batch([good, operation] as Operation[]));
      expect(error.code).toBe("invalid-input");
      expect(error.message).toContain("operations[1]");
    }
    expect(await store.search([])).toEqual([]);
    expect((await errorOf(() => store.batch("x" as unknown as Operation[]))).message).toBe(
      'operations must be a list, got "x"',
    );
  });

  it("refuses namespaces that nothing can be written to", async () => {
    const { store } = storeWorld();
    const value = { n: 1 };
    const put = [[], ["a", ""], ["a.b"], ["langgraph", "x"], [7], "a", undefined];
    for (const namespace of put) {
      const call = store.put(namespace as string[], "k", value);
      await expect(call).rejects.toThrow(InvalidNamespaceError);
    }
    for (const namespace of [[], ["a", ""], [7], "a", undefined]) {
      const operation = { namespace: namespace as string[], key: "k", value };
      await expect(store.batch([operation])).rejects.toThrow(InvalidNamespaceError);
    }
    const long = ["x".repeat(257)];
    const deep = Array.from({ length: 33 }, () => "a");
    const bad = [["a", ""], [1.5], "a", long, deep, ["a\0"], ["\uD800"]];
    for (const labels of bad as unknown as string[][]) {
      await expect(store.get(labels, "k")).rejects.toThrow(InvalidNamespaceError);
      await expect(store.delete(labels, "k")).rejects.toThrow(InvalidNamespaceError);
      await expect(store.search(labels)).rejects.toThrow(InvalidNamespaceError);
      await expect(store.listNamespaces({ prefix: labels })).rejects.toThrow(InvalidNamespaceError);
      await expect(store.listNamespaces({ suffix: labels })).rejects.toThrow(InvalidNamespaceError);
    }
    expect(await store.get([], "k")).toBeNull();
    await store.delete([], "k");
  });

  it.each([["user:1"], ["a.b"], ["a", "b.c"], ["langgraph"], ["a", "langgraph"], ["a b", "é"]])(
    "lets put refuse what put of the installed LangGraph refuses (%s, %s)",
    async (...namespace) => {
      const put = (store: BaseStore): Promise<unknown> =>
        store.put(namespace, "k", { n: 1 }).catch((error: unknown) => error);
      const { store } = storeWorld();
      expect(await put(store)).toEqual(await put(new InMemoryStore()));
    },
  );

  it("takes from a batch the roots and labels that only put refuses", async () => {
    const { store } = storeWorld();
    for (const namespace of [["langgraph", "x"], ["ada@example.com"], ["user:1"]]) {
      await store.batch([{ namespace, key: "k", value: { n: 1 } }]);
      const [item] = await store.batch([{ namespace, key: "k" }]);
      expect(item?.namespace).toEqual(namespace);
    }
  });
});
