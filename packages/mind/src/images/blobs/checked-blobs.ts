import { hash } from "node:crypto";

import { MemoryError, type CallOptions } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";

import type { BlobStore } from "../api/images.js";

/** Returns the SHA-256 of bytes in lower-case hexadecimal. */
export function sha256Hex(bytes: Uint8Array): string {
  return hash("sha256", bytes, "hex");
}

const NAME = /^[0-9a-f]{64}$/u;

/** A file, or why there is none: it is not there, or its bytes are not those of its name. */
type ReadBlob = Uint8Array | "missing" | "damaged";

/** Reads a file, and checks its hash. */
export async function checkBlob(
  blobs: BlobStore,
  name: string,
  { signal }: CallOptions = {},
): Promise<ReadBlob> {
  // Records that were imported may name anything.
  if (!NAME.test(name)) return "damaged";
  const bytes = await blobs.get(name, { signal });
  if (bytes === undefined) return "missing";
  return bytes instanceof Uint8Array && sha256Hex(bytes) === name ? bytes : "damaged";
}

/**
 * Reads a file; `undefined` if it is not there.
 * @throws `store-failed` if its bytes are not those of its name
 */
export async function readBlob(
  blobs: BlobStore,
  name: string,
  options: CallOptions = {},
): Promise<Uint8Array | undefined> {
  const read = await checkBlob(blobs, name, options);
  if (read === "missing") return undefined;
  if (read !== "damaged") return read;
  throw new MemoryError("store-failed", "file of an image is damaged; its hash is another one");
}

/**
 * Makes errors of a host's store of files `store-failed`, with the error as their cause. An abort
 * ends a call that the store does not end.
 */
export function guardedBlobs(blobs: BlobStore): BlobStore {
  return {
    put: (name, bytes, options = {}) => guard(options, () => blobs.put(name, bytes, options)),
    get: (name, options = {}) => guard(options, () => blobs.get(name, options)),
    delete: (name, options = {}) => guard(options, () => blobs.delete(name, options)),
    async *list(options = {}) {
      try {
        yield* blobs.list(options);
      } catch (error) {
        options.signal?.throwIfAborted();
        throw failureOf(error);
      }
    },
  };
}

async function guard<T>({ signal }: CallOptions, call: () => Promise<T>): Promise<T> {
  signal?.throwIfAborted();
  try {
    return await unlessAborted(call(), signal);
  } catch (error) {
    signal?.throwIfAborted();
    throw failureOf(error);
  }
}

function failureOf(error: unknown): MemoryError {
  if (MemoryError.is(error)) return error;
  return new MemoryError("store-failed", "store of files failed", { cause: error });
}
