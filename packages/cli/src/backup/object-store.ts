import type { CallOptions } from "@kioku/core";

/** An object of a store, without its bytes. */
export interface StoredObject {
  /** Its key, such as `manifests/20261126T215000Z-1f3a.json`. */
  readonly key: string;
  /** Its length in bytes. */
  readonly bytes: number;
}

/** Options of `put`. */
export interface PutOptions extends CallOptions {
  /** Reject with `conflict` if the key is taken; stores that cannot tell may ignore it. */
  readonly ifAbsent?: boolean | undefined;
}

/**
 * A place for the objects of backups. Keys consist of `A-Z a-z 0-9 . _ / -`. Calls reject with
 * `MemoryError`: `store-unavailable` for failures that may pass, `store-failed` for others, and the
 * signal's reason.
 */
export interface ObjectStore {
  /** Where it is, for messages; without secrets. */
  readonly name: string;
  /** Writes an object, all or nothing; replaces one that is there. */
  put(key: string, body: Uint8Array, options?: PutOptions): Promise<void>;
  /** Reads an object; `undefined` if there is none. */
  get(key: string, options?: CallOptions): Promise<Uint8Array | undefined>;
  /** Lists the objects whose keys begin with a prefix, in the order of keys. */
  list(prefix: string, options?: CallOptions): AsyncIterable<StoredObject>;
  /** Deletes an object; harmless if there is none. */
  delete(key: string, options?: CallOptions): Promise<void>;
}
