import { MemoryError } from "@kioku/core";

import type { ObjectStore, StoredObject } from "../../../src/backup/object-store.js";

type Put = (...given: Parameters<ObjectStore["put"]>) => Promise<void>;
type Get = (...given: Parameters<ObjectStore["get"]>) => Promise<Uint8Array | undefined>;
type Delete = (...given: Parameters<ObjectStore["delete"]>) => Promise<void>;

/** Replaces calls of a store; each gets the call that it replaces. */
export interface Faults {
  readonly put?: (real: Put) => Put;
  readonly get?: (real: Get) => Get;
  readonly delete?: (real: Delete) => Delete;
  /** Leaves objects out of lists. */
  readonly lists?: (object: StoredObject, prefix: string) => boolean;
}

/** Creates a store that lies or fails as told. */
export function faultyObjects(objects: ObjectStore, faults: Faults): ObjectStore {
  const put: Put = async (...given) => objects.put(...given);
  const get: Get = async (...given) => objects.get(...given);
  const remove: Delete = async (...given) => objects.delete(...given);
  return {
    name: objects.name,
    put: faults.put ? faults.put(put) : put,
    get: faults.get ? faults.get(get) : get,
    delete: faults.delete ? faults.delete(remove) : remove,
    list: async function* (prefix, options) {
      for await (const object of objects.list(prefix, options)) {
        if (faults.lists?.(object, prefix) !== false) yield object;
      }
    },
  };
}

/** Failure of a server that may pass. */
export function unavailable(): MemoryError {
  return new MemoryError("store-unavailable", "server cannot be reached", { retryable: true });
}
