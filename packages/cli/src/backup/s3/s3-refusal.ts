import { readXml, textOf } from "./read-xml.js";

/** Answer of a server. */
export interface S3Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** The error in an answer, by what S3 calls it. */
export interface S3Problem {
  readonly status: number;
  /** Such as `NoSuchKey`; empty if the answer has none. */
  readonly code: string;
  /** Region where the bucket is, if the server says so. */
  readonly region: string | undefined;
}

const MAX_ERROR_BYTES = 2 ** 16;
const CODE = /^[A-Za-z][A-Za-z0-9.]{2,63}$/u;
const REGION = /^[a-z]{2}[a-z0-9-]{2,30}$/u;
/** Codes of failures that pass, whatever the status. */
const PASSING = new Set([
  "ConditionalRequestConflict",
  "InternalError",
  "OperationAborted",
  "RequestTimeout",
  "ServiceUnavailable",
  "SlowDown",
]);

/** Reads the error of an answer. */
export function readProblem({ status, headers, body }: S3Answer): S3Problem {
  const root = readXml(new TextDecoder().decode(body.subarray(0, MAX_ERROR_BYTES)));
  const error = root?.name === "Error" ? root : undefined;
  const code = textOf(error, "Code") ?? "";
  const region = headers.get("x-amz-bucket-region") ?? textOf(error, "Region") ?? "";
  return {
    status,
    code: CODE.test(code) ? code : "",
    region: REGION.test(region) ? region : undefined,
  };
}

/** Returns true for an error that the same request may not meet again. */
export function mayPass({ status, code }: S3Problem): boolean {
  if (PASSING.has(code) || status === 408 || status === 429) return true;
  return status >= 500 && status !== 501;
}

/** Says what the answer was. */
export function describeProblem({ status, code }: S3Problem): string {
  return `answered ${status}${code === "" ? "" : ` (${code})`}`;
}

/** Says what to do about an error that does not pass; empty if nothing is known. */
export function adviceFor({ status, code, region }: S3Problem): string {
  const isElsewhere = code === "AuthorizationHeaderMalformed" || code === "PermanentRedirect";
  if (region !== undefined && (isElsewhere || (status >= 300 && status < 400))) {
    return `set backup.region to ${region}`;
  }
  switch (code) {
    case "InvalidAccessKeyId":
      return "check backup.access_key_id";
    case "SignatureDoesNotMatch":
      return "check backup.secret_access_key, and that nothing on the way changes requests";
    case "RequestTimeTooSkewed":
      return "set the clock of this machine";
    case "ExpiredToken":
    case "InvalidToken":
      return "renew backup.session_token";
    case "NoSuchBucket":
      return "make the bucket first, or check its name";
    default:
      return adviceForStatus(status);
  }
}

function adviceForStatus(status: number): string {
  if (status === 401 || status === 403) {
    return "check backup.access_key_id and backup.secret_access_key, and what they may do";
  }
  if (status >= 300 && status < 400) return "redirects are not followed; check backup.endpoint";
  return status === 404 || status === 405 ? "check backup.endpoint and the bucket" : "";
}
