import { MemoryError } from "@kioku/core";
import { APICallError } from "ai";

/** A key and a text that no message may hold. */
export const SECRET = "sk-verysecretkey";

interface ApiFailure {
  readonly message?: string;
  readonly responseHeaders?: Record<string, string>;
  readonly responseBody?: string;
}

/** Returns a provider error for an HTTP status, with details that must not be repeated. */
export function apiFailure(statusCode: number, rest: ApiFailure = {}): APICallError {
  return new APICallError({
    message: `provider says no to ${SECRET}`,
    url: `https://models.example/v1?key=${SECRET}`,
    requestBodyValues: { input: [SECRET] },
    statusCode,
    ...rest,
  });
}

/** Returns the error of a call; fails if there is none. */
export async function rejectionOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  throw new Error("expected the call to fail");
}

/**
 * The `MemoryError` that a call throws or rejects with; fails if it does neither, or with anything
 * else.
 */
export async function failureOf(call: () => unknown): Promise<MemoryError> {
  const error = await rejectionOf(call);
  if (MemoryError.is(error)) return error;
  throw new Error("expected a MemoryError", { cause: error });
}
