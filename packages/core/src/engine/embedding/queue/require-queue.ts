import type { EmbeddingQueue } from "../../../contracts/embedding-queue.js";
import { MemoryError } from "../../../errors/memory-error.js";
import type { Engine } from "../../engine.js";

/** @throws `invalid-input` if the store of this memory has no queue. */
export function requireQueue({ store }: Pick<Engine, "store">): EmbeddingQueue {
  if (store.queue) return store.queue;
  throw new MemoryError(
    "invalid-input",
    `the store ${store.name} has no queue of embeddings; use one that has, or reindex()`,
  );
}

/** @throws `invalid-input` if this memory cannot embed what is queued. */
export function requireWorker(engine: Pick<Engine, "store" | "embedders">): EmbeddingQueue {
  if (engine.embedders.length > 0) return requireQueue(engine);
  throw new MemoryError(
    "invalid-input",
    "embedding what is queued needs an embedder: pass one to createMemory",
  );
}
