import { MemoryError } from "@kioku/core";

/** The `MemoryError` that a call rejects with. */
export async function failureOf(call: Promise<unknown>): Promise<MemoryError> {
  const outcome = await call.then(
    () => "no failure",
    (error: unknown) => error,
  );
  if (outcome instanceof MemoryError) return outcome;
  throw new Error("not rejected with a MemoryError", { cause: outcome });
}
