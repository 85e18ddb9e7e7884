import { MemoryError } from "@kioku/core";
import { RetryError } from "ai";

/** What errors of the AI SDK, of its gateway and of providers may say. */
export interface SaidOfFailure {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly statusCode?: unknown;
  readonly isRetryable?: unknown;
  readonly responseBody?: unknown;
  readonly responseHeaders?: unknown;
  readonly cause?: unknown;
}

/** Errors of a setup that no waiting mends. */
const PERMANENT: ReadonlySet<unknown> = new Set([
  "AI_InvalidArgumentError",
  "AI_LoadAPIKeyError",
  "AI_LoadSettingError",
  "AI_NoSuchModelError",
  "AI_NoSuchProviderError",
  "AI_UnsupportedFunctionalityError",
  "AI_UnsupportedModelVersionError",
]);

/** What the last of the tries failed with. */
export function lastFailure(error: unknown): unknown {
  return RetryError.isInstance(error) ? error.lastError : error;
}

/** The members of an error, whatever it is. */
export function saidOf(error: unknown): SaidOfFailure {
  return typeof error === "object" && error !== null ? error : {};
}

/**
 * The error for a call of a model that failed. Retryable if the AI SDK says so, and where it says
 * nothing, unless the setup is wrong. The message holds names and numbers only; what was thrown is
 * its cause. `retryAfterMs` is on it if the provider asked for a wait.
 */
export function modelFailure(
  error: unknown,
  code: "embedder-failed" | "reranker-failed",
  subject: string,
): MemoryError {
  const last = lastFailure(error);
  if (MemoryError.is(last)) return last;
  const said = saidOf(last);
  const { isRetryable = !PERMANENT.has(said.name) } = said;
  const details = detailsOf(said);
  const failure = new MemoryError(code, `${subject} failed${details && ` (${details})`}`, {
    cause: error,
    retryable: isRetryable === true,
  });
  const after = retryAfterMs(said) ?? retryAfterMs(saidOf(said.cause));
  return after === undefined ? failure : Object.assign(failure, { retryAfterMs: after });
}

/** The class of the error, if it is of the AI SDK, and the HTTP status. */
function detailsOf({ name, statusCode }: SaidOfFailure): string {
  const isOwn = typeof name === "string" && /^(?:AI_|Gateway)[A-Za-z]{1,60}$/u.test(name);
  const status = typeof statusCode === "number" ? [`status ${statusCode}`] : [];
  return [...(isOwn ? [name] : []), ...status].join(", ");
}

/** How long the provider asks to be left alone, if it says so in milliseconds or seconds. */
function retryAfterMs({ responseHeaders }: SaidOfFailure): number | undefined {
  const headers = saidOf(responseHeaders) as Readonly<Record<string, unknown>>;
  return durationOf(headers["retry-after-ms"], 1) ?? durationOf(headers["retry-after"], 1_000);
}

function durationOf(value: unknown, unitMs: number): number | undefined {
  const isNumber = typeof value === "string" && /^\d+(?:\.\d+)?$/u.test(value);
  return isNumber ? Number(value) * unitMs : undefined;
}
