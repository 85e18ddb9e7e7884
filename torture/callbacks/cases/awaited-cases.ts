import { defineKey } from "@kioku/core";
import type { MemoryHooks } from "@kioku/core";
import type { AnyPlugin, VectorCache } from "@kioku/core/toolkit";
import { auditLog } from "@kioku/plugins";
import { cachedEmbedder } from "@kioku/plugins/embedders";

import type { CallbackCase } from "../callback-case.ts";
import { lettersEmbedder } from "../world.ts";
import type { World } from "../world.ts";

type Run = CallbackCase["run"];

const awaited = (name: string, nonsense: unknown, run: Run): CallbackCase => {
  return { name, kind: "awaited", nonsense, run };
};

/** Answers that a hook must not give. */
const NONSENSE: Readonly<Record<keyof MemoryHooks, unknown>> = {
  beforeRemember: { content: 7 },
  afterRemember: "nonsense",
  settled: "nonsense",
  beforeRecall: { query: 7 },
  afterRecall: [{ id: "nobody", content: "not found" }],
  beforeForget: "no",
  afterForget: "nonsense",
};

/** Calls each hook. */
const CALLS: Readonly<Record<keyof MemoryHooks, Run>> = {
  beforeRemember: (world) => world.remember(hooked(world, "beforeRemember"), ["hooked before"]),
  afterRemember: (world) => world.remember(hooked(world, "afterRemember"), ["hooked after", "b"]),
  settled: (world) => world.remember(hooked(world, "settled"), ["hooked at the end"]),
  beforeRecall: (world) => hooked(world, "beforeRecall").recall("tea", { signal: world.signal }),
  afterRecall: (world) => hooked(world, "afterRecall").recall("tea", { signal: world.signal }),
  beforeForget: (world) =>
    hooked(world, "beforeForget").forget({ everything: true }, { signal: world.signal }),
  afterForget: (world) =>
    world.removing(() =>
      hooked(world, "afterForget").forget({ everything: true }, { signal: world.signal }),
    ),
};

function hooked(world: World, hook: keyof MemoryHooks): ReturnType<World["memory"]> {
  const plugin: AnyPlugin = { id: "faulty", hooks: { [hook]: world.fault } };
  return world.memory({ plugins: [plugin] });
}

const keySchema = (world: World) =>
  defineKey("theme", {
    "~standard": { version: 1, vendor: "torture", validate: world.fault },
  } as never);

/** Closing waits for it, as well. */
const kept = (name: string, run: Run): CallbackCase => {
  return { name, kind: "closing", nonsense: 7, run };
};

const cacheWith = (changes: Partial<VectorCache>): VectorCache => ({
  get: async (keys) => keys.map(() => undefined),
  set: async () => undefined,
  delete: async () => undefined,
  close: async () => undefined,
  ...changes,
});

function cachedBy(world: World, changes: Partial<VectorCache>): ReturnType<World["memory"]> {
  const store = cacheWith(changes);
  return world.memory({ embedder: cachedEmbedder(lettersEmbedder(), { store }) });
}

/** Callbacks that a call waits for until its signal aborts. */
export const AWAITED_CASES: readonly CallbackCase[] = [
  ...Object.entries(CALLS).map(([hook, run]) =>
    awaited(`hook ${hook}`, NONSENSE[hook as keyof MemoryHooks], run),
  ),
  awaited("embedder.embed of a write", { vectors: "none" }, async (world) => {
    const embedder = lettersEmbedder({ embed: world.fault });
    await world.remember(world.memory({ embedder }), ["embedded by nobody"]);
  }),
  awaited("embedder.embed of a recall", { vectors: [[Number.NaN]] }, async (world) => {
    const embedder = lettersEmbedder({ embed: world.fault });
    await world.memory({ embedder }).recall("tea", { signal: world.signal });
  }),
  awaited("embedder.embed of reindex", { vectors: [[1]] }, async (world) => {
    const embedder = lettersEmbedder({ embed: world.fault });
    await world.memory({ embedder }).reindex({ signal: world.signal });
  }),
  awaited("embedder.forget", 7, async (world) => {
    const memory = world.memory({ embedder: lettersEmbedder({ forget: world.fault }) });
    await world.removing(() => memory.erase({ everything: true }, { signal: world.signal }));
  }),
  awaited("reranker.rerank", [{ index: 99, score: Infinity }], async (world) => {
    const reranker = { id: "faulty", rerank: world.fault };
    const { signal } = world;
    await world.memory({ reranker }).recall({ query: "tea bicycle meeting" }, { signal });
  }),
  awaited("schema of a key that is set", { neither: 1 }, async (world) => {
    await world.memory().set(keySchema(world), "dark", { signal: world.signal });
  }),
  awaited("schema of a key that is read", { neither: 1 }, async (world) => {
    const memory = world.memory();
    await memory.set("theme", "dark");
    await memory.get(keySchema(world), { signal: world.signal });
  }),
  kept("write of auditLog", async (world) => {
    const plugins = [auditLog({ write: world.fault, recalls: true })];
    await world.remember(world.memory({ plugins }), ["audited"]);
  }),
  kept("write of auditLog at a recall", async (world) => {
    const plugins = [auditLog({ write: world.fault, recalls: true })];
    await world.memory({ plugins }).recall("tea", { signal: world.signal });
  }),
  awaited("get of a vector cache", ["no vector"], async (world) => {
    await world.remember(cachedBy(world, { get: world.fault }), ["cached or not"]);
  }),
  kept("set of a vector cache", async (world) => {
    await world.remember(cachedBy(world, { set: world.fault }), ["kept or not"]);
  }),
  awaited("delete of a vector cache", 7, async (world) => {
    const memory = cachedBy(world, { delete: world.fault });
    await world.removing(() => memory.erase({ everything: true }, { signal: world.signal }));
  }),
];

/** Callbacks that closing waits for. */
export const CLOSING_CASES: readonly CallbackCase[] = [
  {
    name: "close of a plugin",
    kind: "closing",
    nonsense: 7,
    run: async (world) => {
      const plugins = [{ id: "faulty", close: world.fault }];
      await world.remember(world.memory({ plugins }), ["before closing"]);
    },
  },
  {
    name: "close of an embedder",
    kind: "closing",
    nonsense: 7,
    run: async (world) => {
      const embedder = lettersEmbedder({ close: world.fault });
      await world.remember(world.memory({ embedder }), ["before closing"]);
    },
  },
  {
    name: "close of a reranker",
    kind: "closing",
    nonsense: 7,
    run: async (world) => {
      const reranker = { id: "faulty", rerank: async () => [], close: world.fault };
      await world.remember(world.memory({ reranker }), ["before closing"]);
    },
  },
  {
    name: "close of a vector cache",
    kind: "closing",
    nonsense: 7,
    run: async (world) => {
      await world.remember(cachedBy(world, { close: world.fault }), ["before closing"]);
    },
  },
];
