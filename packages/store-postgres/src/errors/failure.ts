import type { MemoryErrorCode } from "@kioku/core";

/** What a failure of the database means for the caller. */
export interface Failure {
  readonly code: MemoryErrorCode;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** What is wrong and what to do, as the end of a sentence about the database. */
  readonly what: string;
}

/** The database could not be reached, or the connection was lost. */
export function unavailable(what: string): Failure {
  return { code: "store-unavailable", retryable: true, what };
}

/** The same call fails again until somebody changes something. */
export function refused(what: string): Failure {
  return { code: "store-failed", retryable: false, what };
}

/** The same call may go through when it is made again. */
export function passing(what: string): Failure {
  return { code: "store-failed", retryable: true, what };
}
