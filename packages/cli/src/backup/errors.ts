import { MemoryError } from "@kioku/core";

/** Creates an error for an argument that cannot work. */
export function invalidInput(message: string): MemoryError {
  return new MemoryError("invalid-input", message);
}

/** Creates an error for a store that broke or lied. */
export function storeFailed(message: string, cause?: unknown): MemoryError {
  return new MemoryError("store-failed", message, cause === undefined ? {} : { cause });
}

/** Creates an error for a place or a database that is another's, or is taken. */
export function conflict(message: string): MemoryError {
  return new MemoryError("conflict", message);
}

/** Creates an error for what is not there. */
export function notFound(message: string): MemoryError {
  return new MemoryError("not-found", message);
}
