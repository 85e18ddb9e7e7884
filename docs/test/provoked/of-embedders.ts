import type { Embedder } from "@kioku/core";
import { openaiEmbedder } from "@kioku/embed-openai";
import { sqliteStore } from "@kioku/store-sqlite";

import { memoryFile } from "./files.ts";
import { fresh } from "./fresh.ts";
import type { Provocation } from "./provocation.ts";

/** Nobody waits in a test: timers fire at once. */
function schedule(task: () => void): () => void {
  queueMicrotask(task);
  return () => undefined;
}

function embedder(embed: Embedder["embed"]): Embedder {
  return { id: "acme/model", dimensions: 2, embed };
}

/** Provocations by embedders. */
export const ofEmbedders: readonly Provocation[] = [
  {
    code: "vector-space-mismatch",
    provoke: async () => {
      const store = sqliteStore({ path: await memoryFile("model.db") });
      await using memory = fresh({
        store,
        embedder: embedder(() => Promise.reject(new Error("never asked"))),
      });
      await memory.recall("bees");
    },
  },
  ...[
    () => Promise.reject(new Error("down")),
    () => Promise.resolve({ vectors: [] }),
    () => new Promise<never>(() => undefined),
  ].map((embed, index) => ({
    code: "embedder-failed" as const,
    provoke: () =>
      fresh({ embedder: embedder(embed), ...(index === 2 ? { schedule } : {}) }).recall({
        query: "tea",
        mode: "semantic",
      }),
  })),
  {
    code: "embedder-failed",
    provoke: () => openaiEmbedder({ provider: "jina", model: "jina-embeddings-v3" }).embed(["tea"]),
  },
  {
    code: "embedder-failed",
    provoke: () =>
      openaiEmbedder({ baseURL: "http://127.0.0.1:9/v1", model: "any", maxRetries: 0 }).embed([
        "tea",
      ]),
  },
];
