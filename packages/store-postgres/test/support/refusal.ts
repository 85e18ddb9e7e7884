import { MemoryError } from "@kioku/core";

/** The code and the message of the failure that work ends with. */
export async function refusal(work: Promise<unknown>): Promise<readonly string[]> {
  try {
    await work;
  } catch (error) {
    if (MemoryError.is(error)) return [error.code, error.message];
    throw error;
  }
  return ["nothing", "it did not fail"];
}
