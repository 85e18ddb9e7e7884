import { MemoryError } from "@kioku/core";

/** Returns the error of a call; fails if there is none. */
export async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  throw new Error("expected the call to fail");
}

/**
 * The `MemoryError` that a call throws or rejects with; fails if it does neither, or with anything
 * else.
 */
export async function errorOf(call: () => unknown): Promise<MemoryError> {
  const error = await thrownBy(call);
  if (MemoryError.is(error)) return error;
  throw new Error("expected a MemoryError", { cause: error });
}
