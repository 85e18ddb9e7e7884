import { refused, unavailable } from "./failure.js";
import type { Failure } from "./failure.js";

const UNREACHABLE = unavailable(
  "cannot be reached: check host, port and network, and that the server is running; or try again",
);
const LOST = unavailable("was cut off: the connection was lost; try again");
const UNTRUSTED = refused(
  "has a certificate that is not trusted: check the certificates of the connection",
);

/** What errors of the operating system and of Node mean, by the code of the error. */
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

/**
 * What errors without a code mean, by what node-postgres and PGlite say. The first that fits
 * counts.
 */
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

/** What an error that the server did not send means, if it is known. */
export function clientFailure(error: Error, code: string | undefined): Failure | undefined {
  if (code !== undefined && Object.hasOwn(BY_CODE, code)) return BY_CODE[code];
  return BY_TEXT.find(([text]) => text.test(error.message))?.[1];
}
