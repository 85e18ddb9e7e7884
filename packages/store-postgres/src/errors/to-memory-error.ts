import { MemoryError } from "@kioku/core";

import {
  NoConnectionError,
  NotCommittedError,
  UnansweredError,
  UnknownOutcomeError,
} from "./client-errors.js";
import { clientFailure } from "./client-failures.js";
import { passing, refused, unavailable } from "./failure.js";
import type { Failure } from "./failure.js";
import { failureOfSqlState } from "./sql-states.js";

/** After these answers of the server there is no connection any more. */
const ENDS_CONNECTION = /^(?:08|57P0|25P0[34]$)/u;
/**
 * Others were in the way, and the server has undone the whole transaction. A row with the same key
 * was not there when the transaction looked for it; the next one sees it.
 */
const CONTENTION: ReadonlySet<string | undefined> = new Set(["40001", "40P01", "23505"]);

/**
 * Whatever a call failed with, as a `MemoryError`. The driver's error, whose text may show values,
 * is only its `cause`.
 */
export function toMemoryError(error: unknown): MemoryError {
  if (MemoryError.is(error)) return error;
  if (error instanceof NoConnectionError) return toMemoryError(error.cause);
  const { code, retryable, what } = failureOf(error);
  return new MemoryError(code, `the database ${what}`, { cause: error, retryable });
}

/** Whether the same transaction may go through when it is run again: others were in its way. */
export function isContention(error: unknown): boolean {
  return CONTENTION.has(sqlStateOf(error));
}

/** Whether the connection goes on after this: it is an answer of the server, and not its last. */
export function leavesConnection(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state !== undefined && !ENDS_CONNECTION.test(state);
}

/**
 * The SQLSTATE that the server gave. Codes of Node such as `EPIPE` look alike; none of the server
 * begins with an E.
 */
export function sqlStateOf(error: unknown): string | undefined {
  const code = codeOf(error);
  return code !== undefined && /^(?!E)[0-9A-Z]{5}$/u.test(code) ? code : undefined;
}

function failureOf(error: unknown): Failure {
  if (error instanceof UnknownOutcomeError) {
    return unavailable(
      "was cut off during a commit: whether the write was done is not known; read before you try again",
    );
  }
  if (error instanceof UnansweredError) {
    return unavailable(
      "did not answer in time: the server or the network hangs; try again, or raise statementTimeoutMs",
    );
  }
  if (error instanceof NotCommittedError) return passing("undid the transaction; try again");
  const state = sqlStateOf(error);
  if (state !== undefined) return failureOfSqlState(state);
  const known = error instanceof Error ? clientFailure(error, codeOf(error)) : undefined;
  return known ?? refused("failed");
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
