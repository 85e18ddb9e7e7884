import { MemoryError } from "@kioku/core";

/**
 * The `MemoryError` that a call rejects with; fails if it resolves or rejects with anything else.
 */
export async function rejection(call: () => unknown): Promise<MemoryError> {
  let error: unknown;
  try {
    await call();
  } catch (caught) {
    error = caught;
  }
  if (MemoryError.is(error)) return error;
  throw new Error("expected the call to reject with a MemoryError", { cause: error });
}
