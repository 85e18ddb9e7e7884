import { setImmediate } from "node:timers/promises";

import { cachedEmbedder, fallbackEmbedder } from "@kioku/plugins/embedders";
import {
  countingEmbedder,
  mapVectorCache,
  replace,
  testMemory,
  VirtualTimers,
} from "@kioku/testing/support";
import { expect, test } from "vitest";

import { createMemory, inMemoryStore, MemoryError } from "../../src/index.js";
import type { Receipt } from "../../src/index.js";
import type { CompleteStore } from "../../src/toolkit/index.js";
import { exportText, importText } from "./transfer/transfer-text.js";

function idOf(receipt: Receipt): string {
  if (receipt.status === "rejected") throw new Error("not written");
  return receipt.record.id;
}

/** A memory whose embedder remembers, in memory and in a second layer, behind a fallback. */
function caching(store: CompleteStore = inMemoryStore()) {
  const layer = mapVectorCache();
  const inner = countingEmbedder();
  const cached = cachedEmbedder(inner, { store: layer });
  const warnings: string[] = [];
  const logger = {
    warn: (message: string, details?: object) =>
      warnings.push(`${message} ${JSON.stringify(details)}`),
    error: () => undefined,
  };
  const memory = createMemory({ store, embedder: fallbackEmbedder([cached]), logger });
  /** Texts that were forgotten since the last call. */
  const forgotten = (): readonly string[] => [...new Set(inner.forgotten.splice(0))].toSorted();
  /** Texts that the cache does not have. */
  const missing = async (texts: readonly string[]): Promise<readonly string[]> => {
    inner.calls.length = 0;
    await cached.embed(texts);
    return inner.calls.flatMap((call) => call.texts);
  };
  return { memory, layer, inner, cached, warnings, missing, forgotten };
}

test("embedders forget every version of what is erased and of what was derived, and nothing else", async () => {
  const { memory, forgotten, missing } = caching();
  const user = memory.scope("acme", "user-1");
  const id = idOf(await user.remember("likes tea"));
  await user.update(id, { content: "likes coffee" });
  await user.remember({ content: "likes hot drinks", sources: [id] });
  const gone = idOf(await user.remember({ content: "likes cocoa", metadata: { about: "it" } }));
  await user.forget(gone);
  await user.remember("plays chess");
  await memory.scope("acme", "user-2").remember("likes milk");
  expect((await user.erase(id)).unreached).toEqual([expect.stringContaining("backups")]);
  expect(forgotten()).toEqual(["likes coffee", "likes hot drinks", "likes tea"]);
  await memory.erase({ filter: { about: "it" } }, { reach: "below" });
  expect(forgotten()).toEqual(["likes cocoa"]);
  const all = ["likes tea", "likes milk", "likes cocoa", "plays chess"];
  expect(await missing(all)).toEqual(["likes tea", "likes cocoa"]);
  await memory.erase({ everything: true }, { reach: "below" });
  expect(forgotten()).toEqual(["likes milk", "plays chess"]);
  await memory.close();
});

test("embedders forget what an import with tombstones erases", async () => {
  const { memory, forgotten } = caching();
  const id = idOf(await memory.remember("likes tea"));
  await memory.remember({ content: "likes hot drinks", sources: [id] });
  await memory.remember("plays chess");
  const backup = createMemory({ store: inMemoryStore() });
  await importText(backup, await exportText(memory));
  await backup.erase(id);
  await importText(memory, await exportText(backup));
  expect(forgotten()).toEqual(["likes hot drinks", "likes tea"]);
  await Promise.all([memory.close(), backup.close()]);
});

test("more records than one page are forgotten, in parts", async () => {
  const { memory, forgotten, layer } = caching();
  const texts = Array.from({ length: 2_300 }, (_, index) => `text ${index}`);
  await memory.scope("a").rememberAll(texts);
  expect(layer.kept.size).toBe(2_300);
  await memory.scope("a").erase({ everything: true });
  expect(forgotten()).toEqual(texts.toSorted());
  expect(layer.kept.size).toBe(0);
  await memory.close();
});

test("what is only looked at is not forgotten", async () => {
  const { memory, inner } = caching();
  const id = idOf(await memory.remember("likes tea"));
  await memory.erase(id, { dryRun: true });
  expect(inner.forgotten).toEqual([]);
  await memory.close();
});

test("an embedder that cannot forget is named in the report, and the record is gone", async () => {
  const { memory, layer, warnings } = caching();
  const id = idOf(await memory.remember("likes tea"));
  layer.failure = new Error("disk is full of likes tea");
  const { unreached, records } = await memory.erase(id);
  expect(records).toHaveLength(1);
  expect(unreached).toEqual([
    "what embedder test/counting@3 keeps of the texts: it failed to forget them; empty its cache",
    expect.stringContaining("backups"),
  ]);
  // Errors that are not ours may say anything.
  expect(warnings).toContain(
    'embedder test/counting@3 could not forget what was erased {"reason":"unknown"}',
  );
  expect(warnings.join("\n")).not.toContain("tea");
  expect(await memory.history(id)).toEqual([]);
});

test("a cache has forgotten before the removal, so that nothing is left if the process ends then", async () => {
  const whole = inMemoryStore();
  const kept: number[] = [];
  let isKilled = false;
  const store = replace(whole, {
    write: async (ops, options) => {
      kept.push(world.layer.kept.size);
      if (isKilled) throw new MemoryError("store-failed", "killed");
      return whole.write(ops, options);
    },
  });
  const world = caching(store);
  const { memory, forgotten } = world;
  const id = idOf(await memory.remember("likes tea"));
  kept.length = 0;
  isKilled = true;
  await expect(memory.erase(id)).rejects.toThrow("killed");
  expect(kept).toEqual([0]);
  expect(forgotten()).toEqual(["likes tea"]);
  // The removal failed: the record is still there, and its text is embedded once more where
  // somebody needs it.
  expect(await memory.read(id)).toBeDefined();
  await memory.close();
});

test("what somebody embeds while it is removed is forgotten as well", async () => {
  const whole = inMemoryStore();
  let isErasing = false;
  const store = replace(whole, {
    write: async (ops, options) => {
      if (isErasing) await world.cached.embed(["likes tea"]);
      return whole.write(ops, options);
    },
  });
  const world = caching(store);
  const id = idOf(await world.memory.remember("likes tea"));
  isErasing = true;
  await world.memory.erase(id);
  isErasing = false;
  expect(world.inner.calls).toHaveLength(2);
  expect(world.layer.kept.size).toBe(0);
  await world.memory.close();
});

test("a part that cannot be forgotten does not keep the others", async () => {
  const layer = mapVectorCache();
  const embedder = cachedEmbedder(countingEmbedder(), { store: layer });
  const { memory } = testMemory({ embedder });
  const texts = Array.from({ length: 2_300 }, (_, index) => `text ${index}`);
  await memory.rememberAll(texts);
  const remove = layer.delete.bind(layer);
  const known = [...layer.kept.keys()];
  layer.delete = async (keys) => {
    if (keys.includes(known[0] ?? "")) throw new Error("disk");
    await remove(keys);
  };
  const { unreached } = await memory.erase({ everything: true });
  expect(unreached[0]).toContain("failed to forget");
  expect(layer.kept.size).toBe(1_000);
  await memory.close();
});

test("closing waits for what is still being forgotten when the erasure was called off", async () => {
  const { memory, layer } = caching();
  const id = idOf(await memory.remember("likes tea"));
  const { promise, resolve } = Promise.withResolvers<void>();
  let calls = 0;
  const remove = layer.delete.bind(layer);
  const controller = new AbortController();
  const order: string[] = [];
  layer.delete = async (keys) => {
    calls += 1;
    if (calls === 2) {
      queueMicrotask(() => controller.abort(new Error("enough")));
      await promise;
    }
    await remove(keys);
    order.push("forgotten");
  };
  const close = layer.close.bind(layer);
  layer.close = async () => {
    order.push("closed");
    await close();
  };
  await expect(memory.erase(id, { signal: controller.signal })).rejects.toThrow("enough");
  expect(await memory.read(id)).toBeUndefined();
  const closing = memory.close();
  await setImmediate();
  expect(order).toEqual(["forgotten"]);
  resolve();
  await closing;
  expect(order).toEqual(["forgotten", "forgotten", "closed"]);
});

test("who calls it off or waits too long does not wait for an embedder that hears nothing", async () => {
  const timers = new VirtualTimers(new Date("2026-03-01T12:00:00Z"));
  const controller = new AbortController();
  const told: (readonly string[])[] = [];
  const embedder = countingEmbedder({
    forget: (texts) => {
      told.push(texts);
      queueMicrotask(() => (told.length === 1 ? controller.abort(reason) : timers.runNext()));
      return new Promise(() => undefined);
    },
  });
  const reason = new Error("enough");
  const { clock, schedule } = timers;
  const { memory } = testMemory({ embedder, clock, schedule, retryEmbedding: false });
  const id = idOf(await memory.remember("likes tea"));
  const other = idOf(await memory.remember("likes milk"));
  await expect(memory.erase(id, { signal: controller.signal })).rejects.toBe(reason);
  timers.runNext();
  expect((await memory.erase(other)).unreached[0]).toContain("failed to forget");
  expect(told).toEqual([["likes tea"], ["likes milk"]]);
});
