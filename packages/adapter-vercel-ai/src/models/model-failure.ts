import { MemoryError } from "@kioku/core";
import { RetryError } from "ai";

/** Members of errors of the AI SDK, its gateway and providers. */
type ErrorFields = Readonly<Record<string, unknown>>;

/** Setup errors, which no retry fixes. */
const PERMANENT: ReadonlySet<unknown> = new Set([
  "AI_InvalidArgumentError",
  "AI_LoadAPIKeyError",
  "AI_LoadSettingError",
  "AI_NoSuchModelError",
  "AI_NoSuchProviderError",
  "AI_UnsupportedFunctionalityError",
  "AI_UnsupportedModelVersionError",
]);

/** Returns the failure of the last attempt. */
export function lastFailure(error: unknown): unknown {
  return RetryError.isInstance(error) ? error.lastError : error;
}

export function errorFields(error: unknown): ErrorFields {
  return typeof error === "object" && error !== null ? (error as ErrorFields) : {};
}

/**
 * Converts a failed call to an error, retryable if the AI SDK says so or, if it says nothing,
 * unless the setup is wrong. The message holds names and numbers only. Carries `retryAfterMs` if
 * the provider asked for a wait.
 */
export function modelFailure(
  error: unknown,
  code: "embedder-failed" | "reranker-failed",
  subject: string,
): MemoryError {
  const last = lastFailure(error);
  if (MemoryError.is(last)) return last;
  const fields = errorFields(last);
  const { name, cause, isRetryable = !PERMANENT.has(name) } = fields;
  const details = detailsOf(fields);
  const after = retryAfterMs(fields) ?? retryAfterMs(errorFields(cause));
  return new MemoryError(code, `${subject} failed${details && ` (${details})`}`, {
    cause: error,
    retryable: isRetryable === true,
    details: after === undefined ? {} : { retryAfterMs: after },
  });
}

/** Returns the class of an SDK error and the HTTP status. */
function detailsOf({ name, statusCode }: ErrorFields): string {
  const isOwn = typeof name === "string" && /^(?:AI_|Gateway)[A-Za-z]{1,60}$/u.test(name);
  const status = typeof statusCode === "number" ? [`status ${statusCode}`] : [];
  return [...(isOwn ? [name] : []), ...status].join(", ");
}

/** Returns the wait that the provider asks for in milliseconds or seconds. */
function retryAfterMs({ responseHeaders }: ErrorFields): number | undefined {
  const headers = errorFields(responseHeaders);
  return durationOf(headers["retry-after-ms"], 1) ?? durationOf(headers["retry-after"], 1_000);
}

function durationOf(value: unknown, unitMs: number): number | undefined {
  const isNumber = typeof value === "string" && /^\d+(?:\.\d+)?$/u.test(value);
  return isNumber ? Number(value) * unitMs : undefined;
}
