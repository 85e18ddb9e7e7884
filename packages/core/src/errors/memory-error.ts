/**
 * Every way in which Kioku fails, as a closed set:
 *
 * - `invalid-input`: an argument that cannot work; the message names it. Never retryable.
 * - `not-found`: an operation that needs an existing record (such as `update`) did not find it.
 * - `conflict`: another write, `ifVersion` or idempotency key. Retryable if writers kept winning.
 * - `vector-space-mismatch`: the store holds vectors of another model, or of another width.
 * - `embedder-failed`: the embedder threw, or returned something that is not usable as vectors.
 * - `reranker-failed`: the reranker threw, or returned something that is not a ranking.
 * - `store-failed`: the database refused or broke; `cause` holds the driver's error.
 * - `store-unavailable`: no connection; a pending write may be done or not. Always retryable.
 * - `schema-too-new`: the database was written by a newer version of Kioku.
 * - `unsupported`: the store lacks a capability that the call needs; the message names both.
 * - `closed`: the memory or the store was closed before this call.
 * - `rejected-by-plugin`: a plugin vetoed a deletion, or a write without a receipt.
 * - `plugin-failed`: a hook threw, or returned a wrong answer; the message names plugin and hook.
 * - `untrusted`: an untrusted text would have replaced a trusted one, in a write without a receipt.
 * - `not-permitted`: a skill did what it is not granted. Never retryable.
 * - `limit-exceeded`: a limit of a runtime of skills was reached. Retryable where time mends it.
 * - `skill-failed`: a skill threw (see `cause`), or its answer does not fit its schema.
 * - `skill-timed-out`: a skill did not end within its time.
 */
export type MemoryErrorCode =
  | "invalid-input"
  | "not-found"
  | "conflict"
  | "vector-space-mismatch"
  | "embedder-failed"
  | "reranker-failed"
  | "store-failed"
  | "store-unavailable"
  | "schema-too-new"
  | "unsupported"
  | "closed"
  | "rejected-by-plugin"
  | "plugin-failed"
  | "untrusted"
  | "not-permitted"
  | "limit-exceeded"
  | "skill-failed"
  | "skill-timed-out";

/** Details that errors of a code may carry; codes that are not listed carry none. */
export interface MemoryErrorDetails {
  /** Index in the list of texts of the one that cannot be embedded. */
  readonly "invalid-input": { readonly textIndex?: number | undefined };
  /** Milliseconds that the embedder asks to be left alone for. */
  readonly "embedder-failed": { readonly retryAfterMs?: number | undefined };
  /** Milliseconds that the reranker asks to be left alone for. */
  readonly "reranker-failed": { readonly retryAfterMs?: number | undefined };
  /** Milliseconds after which the limit allows the call. */
  readonly "limit-exceeded": { readonly retryAfterMs?: number | undefined };
}

/** Details of errors of code `C`. */
export type DetailsOf<C extends MemoryErrorCode> = C extends keyof MemoryErrorDetails
  ? MemoryErrorDetails[C]
  : Readonly<Record<string, never>>;

/** Options of `MemoryError`. */
export interface MemoryErrorOptions<C extends MemoryErrorCode = MemoryErrorCode> {
  /** The error that caused this one, kept whole. */
  readonly cause?: unknown;
  /** True if the same call may succeed later. @defaultValue `false` */
  readonly retryable?: boolean;
  /** Facts for programs, typed by code. @defaultValue `{}` */
  readonly details?: DetailsOf<C> | undefined;
}

/**
 * The one error class of Kioku. Its message says what is wrong, with which value, and what to do;
 * it never holds a secret or the text of a memory. Aborted calls reject with their signal's reason.
 *
 * ```ts
 * if (MemoryError.is(error, "embedder-failed")) await delay(error.details.retryAfterMs ?? 1_000);
 * ```
 */
export class MemoryError<C extends MemoryErrorCode = MemoryErrorCode> extends Error {
  /** Always `MemoryError`, also after minification. */
  override readonly name: string = "MemoryError";
  /** The kind of failure, one of a closed set. */
  readonly code: C;
  /** True if the same call may succeed later without any change. */
  readonly retryable: boolean;
  /** Facts for programs, typed by code; an empty object if there are none. */
  readonly details: DetailsOf<C>;

  constructor(code: C, message: string, options: MemoryErrorOptions<C> = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.details = options.details ?? ({} as DetailsOf<C>);
  }

  /** Returns true for a `MemoryError` (of a code) of any copy of this package. */
  static is<C extends MemoryErrorCode = MemoryErrorCode>(
    value: unknown,
    code?: C,
  ): value is MemoryError<C> {
    const isOne = value instanceof Error && value.name === "MemoryError" && "code" in value;
    return isOne && (code === undefined || value.code === code);
  }
}

const MAX_DEPTH = 5;
const MAX_RETRY_AFTER_MS = 86_400_000;

/** Returns the milliseconds that a failure or its cause asks to wait; 0 if none. */
export function retryAfterMs(failure: unknown): number {
  let current = failure;
  try {
    for (let depth = 0; depth < MAX_DEPTH && current instanceof Error; depth += 1) {
      if (MemoryError.is(current, "embedder-failed")) {
        const after: unknown = current.details?.retryAfterMs;
        if (typeof after === "number" && after >= 0) return Math.min(after, MAX_RETRY_AFTER_MS);
      }
      current = current.cause;
    }
  } catch {
    // Errors of embedders may throw when they are read.
  }
  return 0;
}

/** Returns the index, below `count`, of the text that an `invalid-input` names. */
export function textIndexOf(failure: unknown, count: number): number | undefined {
  if (!MemoryError.is(failure, "invalid-input")) return undefined;
  const index: unknown = failure.details?.textIndex;
  if (typeof index !== "number" || !Number.isInteger(index)) return undefined;
  return index >= 0 && index < count ? index : undefined;
}
