import { MemoryError } from "../../errors/memory-error.js";
import { unlessAborted } from "../../internal/async/unless-aborted.js";
import type { Engine } from "../engine.js";

/** Attempts to plan a write anew because others wrote the same record in between. */
const MAX_ATTEMPTS = 64;
/** Attempts that follow at once. A write that loses more often waits before the next. */
const ATTEMPTS_AT_ONCE = 8;
/** Attempts in which the longest delay doubles, from 1 ms on. */
const ATTEMPTS_TO_DOUBLE = 4;
const MAX_DELAY_MS = 512;

/** A write that failed. */
interface FailedWrite {
  readonly error: unknown;
  /** 1 for the first. */
  readonly attempt: number;
  /** A demanded version: a lost race is the caller's to decide. */
  readonly ifVersion: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/**
 * Waits until a write that lost a race may be planned anew.
 * @throws the error of any other failure; a retryable `conflict` after too many attempts.
 */
export async function backOff(engine: Engine, failed: FailedWrite): Promise<void> {
  const { error, attempt, ifVersion, signal } = failed;
  if (!MemoryError.is(error, "conflict") || ifVersion !== undefined) throw error;
  if (attempt >= MAX_ATTEMPTS) {
    const problem = `other writers changed the record ${MAX_ATTEMPTS} times while this one tried`;
    throw new MemoryError("conflict", `${problem}; try again`, { retryable: true });
  }
  if (attempt < ATTEMPTS_AT_ONCE) return;
  const longestMs = 2 ** ((attempt - ATTEMPTS_AT_ONCE) / ATTEMPTS_TO_DOUBLE);
  const delayMs = engine.random() * Math.min(longestMs, MAX_DELAY_MS);
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = engine.schedule(resolve, delayMs);
  try {
    await unlessAborted(promise, signal);
  } finally {
    cancel();
  }
}
