import { createMemory, inMemoryStore } from "@kioku/core";
import type { MemoryOptions, MemoryRoot } from "@kioku/core";

/** An empty memory without a background. */
export function fresh(options: Partial<MemoryOptions> = {}): MemoryRoot {
  return createMemory({ store: inMemoryStore(), retryEmbedding: false, ...options });
}
