import { MemoryError } from "@kioku/core";

import { clientFailure, refused, serverFailure, transient, unavailable } from "./failures.js";
import type { Failure } from "./failures.js";
import { TABLE_NAMES } from "./names.js";

/** A transaction that its commit rolled back, though no statement had failed. */
export class NotCommittedError extends Error {
  override readonly name = "NotCommittedError";
}

/** A connection that was lost after a commit was sent: its outcome is unknown. */
export class UnknownOutcomeError extends Error {
  override readonly name = "UnknownOutcomeError";
}

/** A connection that could not be made; see its cause. Nothing was sent. */
export class NoConnectionError extends Error {
  override readonly name = "NoConnectionError";
}

/** A server that left statements unanswered for too long; the connection was cut. */
export class UnansweredError extends Error {
  override readonly name = "UnansweredError";
}

/** Classes after which the connection is gone. */
const ENDS_CONNECTION = /^(?:08|57P0|25P0[34]$)/u;
/** Conflicts for which the server rolls back; a retry sees the other's rows. */
const CONTENTION: ReadonlySet<string | undefined> = new Set(["40001", "40P01", "23505"]);

/** Message of Citus at a commit; its state says nothing. */
const LOST_COMMIT = /^could not commit transaction /u;

/** Converts any error to a `MemoryError`, whose `cause` it becomes: it may show values. */
export function toMemoryError(error: unknown): MemoryError {
  if (MemoryError.is(error)) return error;
  if (error instanceof NoConnectionError) return toMemoryError(error.cause);
  const { code, retryable, what } = failureOf(error);
  return new MemoryError(code, `the database ${what}`, { cause: error, retryable });
}

/** Returns true if a retry of the same transaction may succeed. */
export function isContention(error: unknown): boolean {
  return CONTENTION.has(sqlStateOf(error)) || lacksVectorTable(error);
}

const LOCK_NOT_AVAILABLE = "55P03";

/** Returns true if a statement has waited for a lock until its limit. */
export function hasWaited(error: unknown): boolean {
  return sqlStateOf(error) === LOCK_NOT_AVAILABLE;
}

const UNDEFINED_TABLE = "42P01";

/** Returns true if the own table of a scope was dropped after the transaction had read of it. */
export function lacksVectorTable(error: unknown): boolean {
  const cause = MemoryError.is(error) ? error.cause : error;
  if (sqlStateOf(cause) !== UNDEFINED_TABLE) return false;
  return cause instanceof Error && new RegExp(`\\b${TABLE_NAMES}\\b`, "u").test(cause.message);
}

/** Returns true if the connection is usable after an error. */
export function leavesConnection(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state !== undefined && !ENDS_CONNECTION.test(state);
}

/** Returns true if a node behind the server did not say whether it has committed. */
export function isLostCommit(error: unknown): boolean {
  return error instanceof Error && LOST_COMMIT.test(error.message);
}

/** Returns the SQLSTATE of an error. Codes of Node such as `EPIPE` begin with an E. */
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
  if (error instanceof NotCommittedError) return transient("undid the transaction; try again");
  const state = sqlStateOf(error);
  const { message } = error instanceof Error ? error : new Error("failed");
  if (state !== undefined) return serverFailure(state, message);
  const known = error instanceof Error ? clientFailure(error, codeOf(error)) : undefined;
  return known ?? refused("failed");
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
