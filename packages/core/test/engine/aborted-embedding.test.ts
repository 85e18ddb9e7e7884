import { setImmediate } from "node:timers/promises";

import { countingEmbedder, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import type { CallOptions, MemoryRoot } from "../../src/index.js";

interface World {
  readonly memory: MemoryRoot;
  readonly id: string;
}

type Verb = (world: World, options: CallOptions) => Promise<unknown>;

/** Every call that embeds something. */
const VERBS: Readonly<Record<string, Verb>> = {
  remember: ({ memory }, options) => memory.remember("new", options),
  "remember what may be similar": ({ memory }, options) =>
    memory.remember({ content: "new", dedupe: { similarity: 0.9 } }, options),
  rememberAll: ({ memory }, options) =>
    memory.rememberAll(
      Array.from({ length: 500 }, (_, index) => `new ${index}`),
      options,
    ),
  set: ({ memory }, options) => memory.set("key", "new", options),
  update: ({ memory, id }, options) => memory.update(id, { content: "new" }, options),
  recall: ({ memory }, options) => memory.recall("new", options),
  "recall by meaning": ({ memory }, options) =>
    memory.recall({ query: "new", mode: "semantic" }, options),
  context: ({ memory }, options) => memory.context({ query: "new" }, options),
  reindex: ({ memory }, options) => memory.reindex(options),
};

test.each(Object.entries(VERBS))(
  "%s is over as soon as it is called off, though the embedder hears no signal",
  async (_, call) => {
    const embedder = countingEmbedder();
    const { memory } = testMemory({ embedder, retryEmbedding: false });
    embedder.instead = () => Promise.reject(new Error("down"));
    const receipt = await memory.remember("old");
    if (receipt.status === "rejected") throw new Error("not written");
    embedder.calls.length = 0;
    const signals: (AbortSignal | undefined)[] = [];
    embedder.instead = (__, options) => {
      signals.push(options?.signal);
      return new Promise(() => undefined);
    };
    const before = await memory.list();
    const controller = new AbortController();
    const reason = new Error("enough");
    const called = call({ memory, id: receipt.record.id }, { signal: controller.signal });
    called.catch(() => undefined);
    while (signals.length === 0) await setImmediate();
    const asked = signals.length;
    controller.abort(reason);
    await expect(called).rejects.toBe(reason);
    expect(signals).toHaveLength(asked);
    expect(signals.every((signal) => signal?.aborted === true && signal.reason === reason)).toBe(
      true,
    );
    expect(await memory.list()).toEqual(before);
    await memory.close();
  },
);

test("embedQueued is over as soon as it is called off, and has given its jobs back", async () => {
  const embedder = countingEmbedder();
  const { memory } = testMemory({ embedder, embedding: "queued" });
  await memory.rememberAll(["a", "b", "c"]);
  const signals: (AbortSignal | undefined)[] = [];
  embedder.instead = (_, options) => {
    signals.push(options?.signal);
    return new Promise(() => undefined);
  };
  const controller = new AbortController();
  const reason = new Error("enough");
  const called = memory.embedQueued({ signal: controller.signal });
  called.catch(() => undefined);
  while (signals.length === 0) await setImmediate();
  controller.abort(reason);
  await expect(called).rejects.toBe(reason);
  expect(signals[0]?.aborted).toBe(true);
  expect(await memory.queueStats()).toMatchObject({ ready: 3, leased: 0 });
  await memory.close();
});

test("a recall is over as soon as it is called off while the embedder is being measured", async () => {
  const embedder = countingEmbedder({ profile: undefined });
  const { memory } = testMemory({ embedder });
  await memory.remember("old");
  embedder.calls.length = 0;
  const measured: (readonly string[])[] = [];
  const embed = embedder.embed.bind(embedder);
  embedder.embed = (texts, options) => {
    if (texts.length === 1) return embed(texts, options);
    measured.push(texts);
    return new Promise(() => undefined);
  };
  const controller = new AbortController();
  const reason = new Error("enough");
  const called = memory.recall("old", { signal: controller.signal });
  called.catch(() => undefined);
  while (measured.length === 0) await setImmediate();
  controller.abort(reason);
  await expect(called).rejects.toBe(reason);
});
