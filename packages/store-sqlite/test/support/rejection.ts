import { MemoryError } from "@kioku/core";

/** What a call rejects with. Fails if it is no `MemoryError`, or if the call resolves. */
export async function rejection(call: Promise<unknown>): Promise<MemoryError> {
  const error = await call.then(
    () => new Error("it resolved"),
    (reason: unknown) => reason,
  );
  if (MemoryError.is(error)) return error;
  throw new Error(`not a MemoryError: ${String(error)}`, { cause: error });
}
