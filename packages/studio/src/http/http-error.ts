import type { MemoryErrorCode } from "@kioku/core";

const CODES: Readonly<Record<number, string>> = {
  401: "not-allowed",
  403: "not-allowed",
  404: "not-found",
  500: "failed",
};

/** Options of an `HttpError`. */
export interface HttpErrorOptions {
  /** Short code for programs. @defaultValue by the status */
  readonly code?: string;
  /** True if the same request may succeed later. @defaultValue `false` */
  readonly retryable?: boolean;
  /** Further headers of the answer. @defaultValue none */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A failed request: a status, and what the answer says. */
export class HttpError extends Error {
  /** Name of the class. */
  override readonly name = "HttpError";
  /** Status of the answer. */
  readonly status: number;
  /** Short code for programs. @defaultValue by the status */
  readonly code: string;
  /** True if the same request may succeed later. */
  readonly retryable: boolean;
  /** Further headers of the answer. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, options: HttpErrorOptions = {}) {
    super(message);
    this.status = status;
    this.code = options.code ?? CODES[status] ?? "invalid-input";
    this.retryable = options.retryable ?? false;
    this.headers = options.headers ?? {};
  }
}

/** Status of an error of the memory; and a text for those whose own may name a path or SQL. */
const ANSWERS: Readonly<Record<MemoryErrorCode, readonly [status: number, text?: string]>> = {
  "invalid-input": [400],
  "not-found": [404],
  conflict: [409],
  "vector-space-mismatch": [500, "the store holds vectors of another model"],
  "embedder-failed": [503, "the embedder failed"],
  "reranker-failed": [503, "the reranker failed"],
  "store-failed": [500, "the store failed"],
  "store-unavailable": [503, "the store cannot be reached"],
  "schema-too-new": [500, "the database was written by a newer version"],
  unsupported: [501, "the store cannot do this"],
  closed: [503, "the memory is closed"],
  "rejected-by-plugin": [403, "a plugin refused this"],
  "plugin-failed": [500, "a plugin failed"],
  untrusted: [403],
  "not-permitted": [403],
  "limit-exceeded": [429, "a limit was reached"],
  "skill-failed": [500, "a skill failed"],
  "skill-timed-out": [503, "a skill did not end in time"],
};

interface MemoryFailure {
  readonly name: string;
  readonly code: MemoryErrorCode;
  readonly message: string;
  readonly retryable: boolean;
}

/** Returns the answer to a failure. What is inside of unknown ones is never told. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof Error && error.name === "TimeoutError") {
    return new HttpError(503, "the request took too long", { code: "timeout", retryable: true });
  }
  if (!(error instanceof Error) || error.name !== "MemoryError" || !("code" in error)) {
    return new HttpError(500, "the request failed");
  }
  const { code, message, retryable } = error as unknown as MemoryFailure;
  const [status, text = message] = ANSWERS[code] ?? [500, "the request failed"];
  return new HttpError(status, text, { code, retryable });
}
