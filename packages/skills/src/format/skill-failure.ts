import { MemoryError } from "@kioku/core";

/**
 * The error for a skill whose instructions or files failed: one of ours as it is, anything else as
 * the cause of `skill-failed`.
 */
export function skillFailure(what: string, cause: unknown): MemoryError {
  return MemoryError.is(cause)
    ? cause
    : new MemoryError("skill-failed", `${what} could not be read`, { cause });
}
