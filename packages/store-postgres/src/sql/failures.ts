import type { MemoryErrorCode } from "@kioku/core";

/** Meaning of a failure of the database for the caller. */
export interface Failure {
  readonly code: MemoryErrorCode;
  /** True if the same call may succeed later. */
  readonly retryable: boolean;
  /** The problem and its cure, as the end of a sentence about the database. */
  readonly what: string;
}

/** Returns a failure of the connection. */
export function unavailable(what: string): Failure {
  return { code: "store-unavailable", retryable: true, what };
}

/** Returns a failure that repeats until somebody changes something. */
export function refused(what: string): Failure {
  return { code: "store-failed", retryable: false, what };
}

/** Returns a failure after which the same call may succeed. */
export function transient(what: string): Failure {
  return { code: "store-failed", retryable: true, what };
}

const ENDED = unavailable("ended the connection; try again");
const TABLES =
  "lacks tables or columns that migrations make: check that the option schema names the right one, and that nobody changed it";

/** Failures by SQLSTATE, or by its class (the first two characters). */
const FAILURES: Readonly<Record<string, Failure>> = {
  "08": unavailable("cannot be reached, or the connection was lost; try again"),
  "0A": refused("does not support the request: check its version and its extensions"),
  "22": refused("refused a value"),
  "22021": refused("cannot hold a character of a text: its encoding must be UTF8"),
  "22P05": refused("cannot hold a character of a text: its encoding must be UTF8"),
  "23": refused("refused a row because of a constraint"),
  "23505": { code: "conflict", retryable: false, what: "has the same key already: read again" },
  "25": refused("refused a statement in the state its transaction was in"),
  "25006": transient(
    "is read-only: a replica, or a server that is taking over; write to the primary",
  ),
  "25P03": ENDED,
  "25P04": unavailable(
    "ended the connection, as a transaction took too long; try again, or raise transaction_timeout",
  ),
  "26": refused("lost a named statement to a pooler: set option preparedStatements to false"),
  "28": refused("refused the user or the password: check the connection's user and password"),
  "2F": refused("refused what a function did"),
  "3D000": refused("is not there: check the name of the database in the connection"),
  "3F000": refused(TABLES),
  "40": transient("undid the transaction because of others; try again"),
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
    "shares a named statement through a pooler: set option preparedStatements to false",
  ),
  "53": transient("is short of resources; try again later"),
  "53100": transient("cannot grow: its disk is full; free some space and try again"),
  "53200": transient(
    "is out of memory, or of locks: try again with less at once, or raise max_locks_per_transaction",
  ),
  "53300": unavailable(
    "takes no more connections: try again later, lower option maxConnections, or use a pooler",
  ),
  "54": refused("cannot hold a value this large"),
  "55": transient("had something in use; try again"),
  "55000": refused("was not in a state for the request"),
  "55P03": transient("had rows or tables locked by others; try again"),
  "57": transient("stopped the statement; try again"),
  "57014": transient(
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

/** Messages of libpq, by which the coordinator of Citus lost a worker; their state says nothing. */
const LOST_NODE =
  /^(?:server closed the connection|connection not open|no connection to the server|could not (?:send|receive) data|lost synchronization|failed to COPY to shard)/u;

/** Returns the failure of an error of the server; those that are not known are not retryable. */
export function serverFailure(state: string, message: string): Failure {
  if (/^(?:XX000|58030)$/u.test(state) && LOST_NODE.test(message)) {
    return unavailable("lost one of its nodes; try again");
  }
  return FAILURES[state] ?? FAILURES[state.slice(0, 2)] ?? refused(`failed with SQLSTATE ${state}`);
}

const UNREACHABLE = unavailable(
  "cannot be reached: check host, port and network, and that the server is running; or try again",
);
const LOST = unavailable("was cut off: the connection was lost; try again");
const UNTRUSTED = refused(
  "has a certificate that is not trusted: check the certificates of the connection",
);

/** Failures by codes of the operating system and of Node. */
const BY_CODE: Readonly<Record<string, Failure>> = {
  EAI_AGAIN: UNREACHABLE,
  ECONNREFUSED: UNREACHABLE,
  EHOSTDOWN: UNREACHABLE,
  EHOSTUNREACH: UNREACHABLE,
  ENETDOWN: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ENOENT: UNREACHABLE,
  ENOTFOUND: UNREACHABLE,
  EADDRNOTAVAIL: UNREACHABLE,
  EMFILE: unavailable("cannot be reached: this process has too many files open; try again later"),
  ECONNABORTED: LOST,
  ECONNRESET: LOST,
  EPIPE: LOST,
  ETIMEDOUT: LOST,
  ERR_STREAM_DESTROYED: LOST,
  ERR_STREAM_WRITE_AFTER_END: LOST,
  ERR_SOCKET_CLOSED: LOST,
  CERT_HAS_EXPIRED: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
};

/** Failures by messages of node-postgres and PGlite; the first match counts. */
const BY_TEXT: readonly (readonly [RegExp, Failure])[] = [
  [
    /^timeout exceeded when trying to connect|^timeout expired|due to connection timeout/u,
    unavailable(
      "gave no connection in time: it cannot be reached, or all connections are in use; try again, or raise maxConnections or connectTimeoutMs",
    ),
  ],
  [/^Connection terminated|connection error and is not queryable|^Client was closed/u, LOST],
  [/^Query read timeout/u, LOST],
  [/^Received unexpected \w+ message from backend/u, LOST],
  [
    /^Cannot use a pool after calling end/u,
    refused("cannot be used: its pool was ended by its owner"),
  ],
  [/^PGlite is clos/u, refused("cannot be used: PGlite was closed by its owner")],
  [
    /^SASL|^Password must be|^Unknown authentication/iu,
    refused("refused the user or the password"),
  ],
  [/does not support SSL/u, refused("does not support TLS: change the sslmode of the connection")],
];

/** Returns the failure of an error that the server did not send, if it is known. */
export function clientFailure(error: Error, code: string | undefined): Failure | undefined {
  if (code !== undefined && Object.hasOwn(BY_CODE, code)) return BY_CODE[code];
  return BY_TEXT.find(([text]) => text.test(error.message))?.[1];
}
