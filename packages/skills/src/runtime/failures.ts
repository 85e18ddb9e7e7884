import { MemoryError } from "@kioku/core";

/**
 * Carries an error of the runtime through the code of a call, so that it is told from what the
 * skill throws.
 */
export class Refused extends Error {
  /** What the caller is told. */
  readonly error: MemoryError;

  constructor(error: MemoryError) {
    super(error.message);
    this.error = error;
  }
}

/**
 * The error for what a skill threw, which is its cause. An error of the runtime is passed on as it
 * is. What a `MemoryError` says is said again, since it never holds somebody's memory; what others
 * say may.
 */
export function skillFailure(skill: string, thrown: unknown): MemoryError {
  if (thrown instanceof Refused) return thrown.error;
  const known = MemoryError.is(thrown);
  const how = known ? `failed with ${thrown.code}: ${thrown.message}` : "threw";
  return new MemoryError("skill-failed", `skill "${skill}" ${how}`, {
    cause: thrown,
    retryable: known && thrown.retryable,
  });
}

/** The error of what was closed before or meanwhile. */
export function closedError(what: string): MemoryError {
  return new MemoryError("closed", what);
}

/** The error for a limit that time does not mend. */
export function limitError(what: string): MemoryError {
  return new MemoryError("limit-exceeded", what);
}
