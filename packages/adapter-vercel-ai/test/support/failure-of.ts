import { MemoryError } from "@kioku/core";

/**
 * The `MemoryError` that a call throws or rejects with; fails if it does neither, or with anything
 * else.
 */
export async function failureOf(call: () => unknown): Promise<MemoryError> {
  try {
    await call();
  } catch (error) {
    if (MemoryError.is(error)) return error;
    throw new Error("expected a MemoryError", { cause: error });
  }
  throw new Error("expected the call to fail");
}
