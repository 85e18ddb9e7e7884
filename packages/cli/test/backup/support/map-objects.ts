import { MemoryError } from "@kioku/core";

import type { ObjectStore } from "../../../src/backup/object-store.js";

/** A place for objects in memory. */
export interface MapObjects extends ObjectStore {
  readonly objects: Map<string, Uint8Array>;
}

/** Creates a place in memory, for tests that need no disk. */
export function mapObjects(): MapObjects {
  const objects = new Map<string, Uint8Array>();
  return {
    name: "/memory",
    objects,
    put: async (key, body, { signal, ifAbsent = false } = {}) => {
      signal?.throwIfAborted();
      if (ifAbsent && objects.has(key)) throw new MemoryError("conflict", `object ${key} is there`);
      objects.set(key, Uint8Array.from(body));
    },
    get: async (key, { signal } = {}) => {
      signal?.throwIfAborted();
      const body = objects.get(key);
      return body && Uint8Array.from(body);
    },
    list: async function* (prefix, { signal } = {}) {
      for (const [key, body] of [...objects].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
        signal?.throwIfAborted();
        if (key.startsWith(prefix)) yield { key, bytes: body.length };
      }
    },
    delete: async (key, { signal } = {}) => {
      signal?.throwIfAborted();
      objects.delete(key);
    },
  };
}
