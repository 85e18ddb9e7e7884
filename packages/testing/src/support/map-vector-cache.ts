import type { CachedVector, VectorCache } from "@kioku/core/toolkit";

/** A `VectorCache` in a map, which a test can look into, break and hold up. */
export interface MapVectorCache extends VectorCache {
  /** Vectors by key. */
  readonly kept: Map<string, Float32Array>;
  /** Error of all calls. */
  failure: Error | undefined;
  /** Waited for by `set` before it writes. */
  holdSet: Promise<unknown>;
  /** Waited for by `delete` before it removes. */
  holdDelete: Promise<unknown>;
  /** Number of times it was closed. */
  closed: number;
}

/** Makes an empty one. */
export function mapVectorCache(): MapVectorCache {
  const kept = new Map<string, Float32Array>();
  const cache: MapVectorCache = {
    kept,
    failure: undefined,
    holdSet: Promise.resolve(),
    holdDelete: Promise.resolve(),
    closed: 0,
    get: async (keys) => {
      if (cache.failure) throw cache.failure;
      return keys.map((key) => kept.get(key)?.slice());
    },
    set: async (entries: readonly CachedVector[]) => {
      if (cache.failure) throw cache.failure;
      await cache.holdSet;
      for (const { key, vector } of entries) kept.set(key, vector.slice());
    },
    delete: async (keys) => {
      if (cache.failure) throw cache.failure;
      await cache.holdDelete;
      for (const key of keys) kept.delete(key);
    },
    close: async () => {
      cache.closed += 1;
      if (cache.failure) throw cache.failure;
    },
  };
  return cache;
}
