import { createMemory, inMemoryStore, MemoryError, type MemoryRoot } from "@kioku/core";
import type { AnyPlugin, CompleteStore } from "@kioku/core/toolkit";

import { movableClock } from "../memory/memory-case.js";
import { testEmbedder } from "../memory/test-embedder.js";
import { seededRandom } from "../support/picker.js";
import { watchPlugin, type WatchedPlugin } from "./watched-plugin.js";

/** A memory with a plugin, on a store of its own. */
export interface PluginWorld {
  readonly memory: MemoryRoot;
  readonly watched: WatchedPlugin;
  /** Messages that the memory logged: hooks that threw after a commit. */
  readonly logged: readonly string[];
  /** Methods of the store that were called, in order. */
  readonly asked: string[];
  /** While this is true, the store refuses to write. */
  readonly store: { failing: boolean };
}

/** Error of the store while it is told to fail. */
export const STORE_FAILURE: MemoryError = new MemoryError("store-failed", "the disk is full");

/** Makes a memory with this plugin. The clock stands still. */
export function pluginWorld(plugin: AnyPlugin): PluginWorld {
  const watched = watchPlugin(plugin);
  const logged: string[] = [];
  const asked: string[] = [];
  const store = { failing: false };
  const clock = movableClock();
  const log = (message: string, data?: unknown): void => {
    const { error } = (data ?? {}) as { readonly error?: unknown };
    logged.push(error instanceof Error ? `${message}: ${error.message}` : message);
  };
  const memory = createMemory({
    store: tellingStore(inMemoryStore(), asked, store),
    embedder: testEmbedder(),
    plugins: [watched.plugin],
    ranking: { minScore: 0 },
    retryEmbedding: false,
    clock: () => clock.now,
    random: seededRandom(1),
    logger: { warn: log, error: log },
  });
  return { memory, watched, logged, asked, store };
}

function tellingStore(
  inner: CompleteStore,
  asked: string[],
  state: { readonly failing: boolean },
): CompleteStore {
  return new Proxy(inner, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return (...args: readonly unknown[]) => {
        asked.push(String(name));
        if (state.failing && name === "write") return Promise.reject(STORE_FAILURE);
        return Reflect.apply(member, target, args) as unknown;
      };
    },
  });
}
