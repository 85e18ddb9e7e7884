import { passing, refused, unavailable } from "./failure.js";
import type { Failure } from "./failure.js";

const ENDED = unavailable("ended the connection; try again");
const TABLES =
  "lacks tables or columns that migrations make: check that the option schema names the right one, and that nobody changed it";

/**
 * What the server's answers mean, by SQLSTATE, or by its first two characters for those that are
 * not named.
 */
const FAILURES: Readonly<Record<string, Failure>> = {
  "08": unavailable("cannot be reached, or the connection was lost; try again"),
  "0A": refused("does not support what was asked: check its version and the option dialect"),
  "22": refused("refused a value"),
  "22021": refused("cannot hold a character of a text: its encoding must be UTF8"),
  "22P05": refused("cannot hold a character of a text: its encoding must be UTF8"),
  "23": refused("refused a row because of a constraint"),
  "23505": { code: "conflict", retryable: false, what: "has the same key already: read again" },
  "25": refused("refused a statement in the state its transaction was in"),
  "25006": passing(
    "is read-only: a replica, or a server that is taking over; write to the primary",
  ),
  "25P03": ENDED,
  "25P04": unavailable(
    "ended the connection, as a transaction took too long; try again, or raise transaction_timeout",
  ),
  "26": refused("lost a named statement to a pooler: leave option preparedStatements off"),
  "28": refused("refused the user or the password: check the connection's user and password"),
  "2F": refused("refused what a function did"),
  "3D000": refused("is not there: check the name of the database in the connection"),
  "3F000": refused(TABLES),
  "40": passing("undid the transaction because of others; try again"),
  "40003": unavailable("does not know whether a statement was done; read before you try again"),
  "42": refused("refused a statement"),
  "42501": refused(
    "denied permission: grant the role what the store needs, and check which scopes row level security allows",
  ),
  "42703": refused(TABLES),
  "42704": refused("lacks a type or setting: check that the vector extension is installed"),
  "42883": refused("lacks a function or operator: check the version of the vector extension"),
  "42P01": refused(TABLES),
  "42P05": refused(
    "shares a named statement through a pooler: leave option preparedStatements off",
  ),
  "53": passing("is short of resources; try again later"),
  "53100": passing("cannot grow: its disk is full; free some space and try again"),
  "53200": passing(
    "is out of memory, or of locks: try again with less at once, or raise max_locks_per_transaction",
  ),
  "53300": unavailable(
    "takes no more connections: try again later, lower option maxConnections, or use a pooler",
  ),
  "54": refused("cannot hold a value this large"),
  "55": passing("had something in use; try again"),
  "55000": refused("was not in a state to do what was asked"),
  "55P03": passing("had rows or tables locked by others; try again"),
  "57": passing("stopped the statement; try again"),
  "57014": passing(
    "stopped a statement that was cancelled or took too long; try again, or raise statementTimeoutMs",
  ),
  "57P01": unavailable("is shutting down, or ended the connection; try again"),
  "57P02": unavailable("restarts after a crash; try again"),
  "57P03": unavailable("is starting or shutting down; try again"),
  "57P04": refused("was dropped while it was in use"),
  "57P05": ENDED,
  "58": refused("had an error of the operating system: see the server's log"),
  F0: refused("has a broken configuration: see the server's log"),
  HV: refused("had an error with a foreign table"),
  P0: refused("failed in a function or trigger: check what others have added to the tables"),
  XX: refused("had an internal error: see the server's log"),
  XX001: refused("is damaged: restore it from a backup"),
  XX002: refused("has a damaged index: rebuild it with reindex"),
};

/** What an answer of the server means; unknown ones are none that may be tried again. */
export function failureOfSqlState(state: string): Failure {
  return FAILURES[state] ?? FAILURES[state.slice(0, 2)] ?? refused(`failed with SQLSTATE ${state}`);
}
