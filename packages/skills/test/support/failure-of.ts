import { MemoryError } from "@kioku/core";

/**
 * The `MemoryError` that a call rejects with; fails if it resolves or rejects with anything else.
 */
export async function failureOf(call: () => unknown): Promise<MemoryError> {
  const error = await reasonOf(call);
  if (MemoryError.is(error)) return error;
  throw new Error("expected a MemoryError", { cause: error });
}

/** Whatever a call rejects with; fails if it resolves. */
export async function reasonOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (caught) {
    return caught;
  }
  throw new Error("expected the call to reject");
}
