import { AsyncBatchedStore } from "@langchain/langgraph-checkpoint";
import type { Operation } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { MemoryBaseStore } from "../../src/langgraph/memory-base-store.js";
import { errorOf } from "../support/error-of.js";
import { storeWorld } from "../support/langgraph-stores.js";

async function messageOf(...operations: readonly unknown[]): Promise<string> {
  const { store } = storeWorld();
  return (await errorOf(() => store.batch(operations as Operation[]))).message;
}

describe("errors of a batch", () => {
  it("name key and namespace of the operation as JSON, beside its place", async () => {
    const get = { namespace: ["a"], key: "k" };
    expect(await messageOf(get, { namespace: ["docs", 'b"c'], key: "d", value: 5 })).toMatch(
      /^key "d" of \["docs","b\\"c"\]: operations\[1\]\.value must be an object/u,
    );
    expect(await messageOf({ namespacePrefix: ["docs"], limit: -1 })).toMatch(
      /^\["docs"\]: operations\[0\]\.limit must be/u,
    );
    expect(await messageOf(get, { limit: -1, offset: 0 })).toMatch(/^operations\[1\]\.limit/u);
    expect(await messageOf({ namespace: ["a"], key: 7 })).toMatch(
      /^\["a"\]: operations\[0\]\.key must be a string/u,
    );
    for (const operation of [null, 5, "get", {}, { key: "k" }]) {
      expect(await messageOf(operation)).toContain("operations[0] must be");
    }
  });

  it("shorten what is long", async () => {
    const namespace = Array.from({ length: 20 }, () => "n".repeat(200));
    const message = await messageOf({ namespace, key: "k".repeat(600), value: {} });
    expect(message).toContain(`key "${"k".repeat(64)}…" of ["${"n".repeat(64)}…",`);
    expect(message).toContain('…",…]: operations[0]');
    expect(message.length).toBeLessThan(900);
  });

  it("name the namespace as the store has it, and not as the memory", async () => {
    const { memory } = storeWorld();
    await memory.scope("tenant", "docs").set("theme", "dark");
    const store = new MemoryBaseStore({ memory: memory.scope("tenant") });
    const { message } = await errorOf(() => store.put(["docs"], "theme", {}));
    expect(message).toMatch(/^key "theme" of \["docs"\] is held by/u);
  });

  it("say that a batch is too long before any of it is read", async () => {
    const operation = { namespace: ["a"], key: "k" };
    const message = await messageOf(...Array.from({ length: 100_001 }, () => operation));
    expect(message).toBe("operations must be at most 100000, got a list of 100001");
  });

  it("tell those who called at the same moment whose call it was", async () => {
    const queue = new AsyncBatchedStore(storeWorld().store);
    queue.start();
    try {
      const results = await Promise.allSettled([
        queue.put(["docs"], "good", { n: 1 }),
        queue.get(["docs"], "bad\0key"),
      ]);
      for (const result of results) {
        const reason: unknown = result.status === "rejected" ? result.reason : undefined;
        expect(String(reason)).toContain('key "bad\\u0000key" of ["docs"]: operations[');
      }
    } finally {
      await queue.stop();
    }
  });
});
