import type { MemoryErrorCode } from "@kioku/core";

import type { SentError } from "./messages.js";

/** The class `MemoryError`, of the host or of a worker. */
export type MemoryErrorClass = new (
  code: MemoryErrorCode,
  message: string,
  more?: { readonly retryable: boolean; readonly details: object; readonly cause?: unknown },
) => Error;

interface ErrorCopies {
  /** Returns a thrown value as it is sent between a worker and the host. */
  readonly toSent: (thrown: unknown) => SentError;
  /** Returns a thrown value that was sent. */
  readonly fromSent: (sent: SentError) => unknown;
}

/** Makes the functions that copy errors. It is sent to workers as source text. */
export function errorCopies(MemoryError: MemoryErrorClass): ErrorCopies {
  const MAX_DEPTH = 4;

  function toSent(thrown: unknown, depth = 0): SentError {
    if (!(thrown instanceof Error)) return { kind: "value", value: thrown };
    const { name, message, stack, cause } = thrown;
    const { code, retryable, details } = thrown as Partial<Extract<SentError, { kind: "error" }>>;
    const isKnown = name === "MemoryError";
    return {
      kind: "error",
      name,
      message,
      stack,
      cause: cause === undefined || depth > MAX_DEPTH ? undefined : toSent(cause, depth + 1),
      code: isKnown ? code : undefined,
      retryable: isKnown && retryable === true,
      details: isKnown ? details : undefined,
    };
  }

  function fromSent(sent: SentError): unknown {
    if (sent.kind === "value") return sent.value;
    const { name, message, stack, code, retryable, details } = sent;
    const options = sent.cause ? { cause: fromSent(sent.cause) } : {};
    if (code === undefined) return Object.assign(new Error(message, options), { name, stack });
    return new MemoryError(code, message, { ...options, retryable, details: { ...details } });
  }

  return { toSent, fromSent };
}
