import { MemoryError, type CallOptions } from "@kioku/core";

import { storeFailed } from "./errors.js";
import type { ObjectStore, PutOptions } from "./object-store.js";

const ATTEMPTS = 3;

/** Bytes and where they go. */
export interface NewObject {
  /** Its key. */
  readonly key: string;
  /** Its bytes. */
  readonly body: Uint8Array;
}

/**
 * Writes an object, reads it back and compares each byte, since a store can say that it has what it
 * has not. @throws `store-failed` if it still has something else after some attempts.
 */
export async function putVerified(
  objects: ObjectStore,
  { key, body }: NewObject,
  options: PutOptions = {},
): Promise<void> {
  const { signal } = options;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    await objects.put(key, body, options).catch((error: unknown) => {
      // It may be ours, from an attempt whose answer was lost: what is read decides.
      if (!MemoryError.is(error, "conflict")) throw error;
    });
    signal?.throwIfAborted();
    const back = await objects.get(key, { signal });
    if (back !== undefined && Buffer.compare(back, body) === 0) return;
  }
  throw storeFailed(`${objects.name} did not keep ${key} as it was written`);
}

/**
 * Deletes an object and makes sure that it is gone.
 * @throws `store-failed` if it is still there.
 */
export async function deleteVerified(
  objects: ObjectStore,
  key: string,
  { signal }: CallOptions,
): Promise<void> {
  await objects.delete(key, { signal });
  if ((await objects.get(key, { signal })) === undefined) return;
  throw storeFailed(`${objects.name} did not delete ${key}`);
}

/** Reads an object until it passes a check, some times: bytes may change on their way. */
export async function getVerified<T>(
  objects: ObjectStore,
  key: string,
  {
    signal,
    check,
  }: CallOptions & { readonly check: (bytes: Uint8Array) => Promise<T | undefined> },
): Promise<T | "damaged" | "missing"> {
  let outcome: "damaged" | "missing" = "missing";
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const bytes = await objects.get(key, { signal });
    signal?.throwIfAborted();
    if (bytes === undefined) continue;
    outcome = "damaged";
    const found = await check(bytes);
    if (found !== undefined) return found;
  }
  return outcome;
}

/** Yields results in the order of their items, with several at work at once. */
export async function* mapInOrder<T, R>(
  source: AsyncIterable<T> | Iterable<T>,
  limit: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const pending: Promise<R>[] = [];
  try {
    for await (const item of source) {
      const result = work(item);
      // Awaited later; one before it may fail first.
      result.catch(() => undefined);
      pending.push(result);
      const first = pending.length < limit ? undefined : pending.shift();
      if (first) yield await first;
    }
    for (const result of pending) yield await result;
  } finally {
    await Promise.allSettled(pending);
  }
}
