import { MemoryError } from "@kioku/core";

/** Tries to write what others change at the same time: of so many at once, all come through. */
const MAX_TRIES = 30;

/** Does something again if another process came first: it has to read anew what it changes. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!MemoryError.is(error, "conflict") || tries === MAX_TRIES) throw error;
    }
  }
}

/** Awaits a write; returns `undefined` if another one came first, or its record is gone. */
export async function unlessConflict<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write;
  } catch (error) {
    if (MemoryError.is(error, "conflict") || MemoryError.is(error, "not-found")) return undefined;
    throw error;
  }
}
