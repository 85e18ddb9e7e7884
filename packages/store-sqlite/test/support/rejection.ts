import { MemoryError } from "@kioku/core";

/** Returns the `MemoryError` that a call rejects with, and fails on anything else. */
export async function rejection(call: Promise<unknown>): Promise<MemoryError> {
  const error = await call.then(
    () => new Error("it resolved"),
    (reason: unknown) => reason,
  );
  if (MemoryError.is(error)) return error;
  throw new Error(`not a MemoryError: ${String(error)}`, { cause: error });
}
