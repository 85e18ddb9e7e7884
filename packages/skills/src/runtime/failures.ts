import { MemoryError } from "@kioku/core";

/** Carries an error of the runtime through the code of a call, apart from errors of the skill. */
export class Refused extends Error {
  readonly error: MemoryError;

  constructor(error: MemoryError) {
    super(error.message);
    this.error = error;
  }
}

/** Ends a call of a skill with a reason for callers and models. */
export class Declined extends Error {}

/**
 * Makes the error for what a skill threw. Errors of the runtime pass through. Only messages of a
 * `MemoryError` are repeated, since others may hold memories.
 */
export function skillFailure(skill: string, thrown: unknown): MemoryError {
  if (thrown instanceof Refused) return thrown.error;
  if (thrown instanceof Declined) {
    return new MemoryError("skill-failed", `skill "${skill}" failed: ${thrown.message}`);
  }
  const known = MemoryError.is(thrown);
  const how = known ? `failed with ${thrown.code}: ${thrown.message}` : "threw";
  return new MemoryError("skill-failed", `skill "${skill}" ${how}`, {
    cause: thrown,
    retryable: known && thrown.retryable,
  });
}

export function closedError(message: string): MemoryError {
  return new MemoryError("closed", message);
}
