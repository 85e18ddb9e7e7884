import { definePlugin, inMemoryStore, MemoryError } from "@kioku/core";
import type { MemoryStore } from "@kioku/core";
import type { WriteOp, WriteResult } from "@kioku/core/toolkit";
import { localEmbedder } from "@kioku/embed-local";

import { fresh } from "./fresh.ts";
import type { Provocation } from "./provocation.ts";
import { runtimeOf } from "./runtime-of.ts";

const keeper = definePlugin({
  id: "keeper",
  hooks: { beforeRemember: () => ({ veto: "no secrets" }) },
});
const broken = definePlugin({
  id: "broken",
  hooks: {
    beforeRemember: () => {
      throw new Error("oops");
    },
  },
});

/** Provocations by what records, plugins and memories are. */
export const ofRecords: readonly Provocation[] = [
  {
    code: "not-found",
    provoke: () => fresh().update("no-such-id", { content: "Ann keeps bees" }),
  },
  { code: "not-found", provoke: async () => (await runtimeOf([])).run("nobody", null) },
  {
    code: "conflict",
    provoke: async () => {
      const memory = fresh();
      await memory.set("drink", "tea");
      await memory.set("drink", "coffee");
      await memory.set("drink", "water", { ifVersion: 1 });
    },
  },
  {
    code: "conflict",
    provoke: async () => {
      const memory = fresh({ embedder: localEmbedder() });
      await memory.remember("Ann keeps bees");
      await memory.dropSpace((await memory.spaces())[0]?.id ?? "");
    },
  },
  {
    code: "conflict",
    provoke: async () => {
      const memory = fresh({ generateId: () => "the-record" });
      await memory.remember({ content: "Order 17 was paid", idempotencyKey: "order-17" });
      await memory.remember({ content: "Order 17 was sent", idempotencyKey: "order-17" });
    },
  },
  {
    code: "conflict",
    provoke: async () => {
      const memory = fresh({ store: overtaken(), schedule: runAtOnce });
      await memory.set("drink", "tea");
      await memory.set("drink", "coffee");
    },
  },
  {
    code: "untrusted",
    provoke: async () => {
      const memory = fresh({ generateId: () => "the-record" });
      await memory.set("home", "Berlin");
      await memory.set("home", "Atlantis", { origin: "web" });
    },
  },
  { code: "rejected-by-plugin", provoke: () => fresh({ plugins: [keeper] }).set("key", "value") },
  { code: "plugin-failed", provoke: () => fresh({ plugins: [broken] }).remember("tea") },
  {
    code: "closed",
    provoke: async () => {
      const memory = fresh();
      await memory.close();
      await memory.recall("tea");
    },
  },
];

/** Makes a store that another process always writes to just before a record is changed. */
function overtaken(): MemoryStore {
  const store = inMemoryStore();
  const write = store.write.bind(store);
  return Object.assign(store, {
    write: async (ops: readonly WriteOp[]): Promise<readonly WriteResult[]> => {
      const isNext = ops.some((op) => op.op === "put" && op.record.version > 1);
      if (isNext) throw new MemoryError("conflict", "the next version is another one");
      return write(ops);
    },
  });
}

function runAtOnce(task: () => void): () => void {
  task();
  return () => undefined;
}
