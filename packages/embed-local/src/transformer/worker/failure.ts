import type { FailureReport, PlainCause } from "./protocol.js";

/** Options of a `ModelFailure`. */
export interface ModelFailureOptions {
  readonly cause?: unknown;
  /** True if a text or an option is to blame. */
  readonly isInput?: boolean;
  /** Index of the text that is to blame, in the list of the call. */
  readonly textIndex?: number | undefined;
  /** True if the same call may succeed later. */
  readonly retryable?: boolean;
}

/** A failure with a message for users, which becomes a `MemoryError` outside of the thread. */
export class ModelFailure extends Error {
  override readonly name: string = "ModelFailure";
  readonly isInput: boolean;
  readonly textIndex: number | undefined;
  readonly retryable: boolean;

  constructor(message: string, options: ModelFailureOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.isInput = options.isInput ?? false;
    this.textIndex = options.textIndex;
    this.retryable = options.retryable ?? false;
  }
}

/** The job was aborted. */
export class JobCancelled extends Error {
  override readonly name: string = "JobCancelled";
}

/** Causes within causes that are kept; `fetch` has two. */
const DEPTH = 4;

/** Turns a failure into plain data. */
export function reportOf(error: unknown): FailureReport {
  if (!(error instanceof ModelFailure)) {
    const message = "the model could not be run.";
    return { message, isInput: false, retryable: false, cause: toPlainCause(error) };
  }
  const { message, isInput, textIndex, retryable, cause } = error;
  const report = { message, isInput, textIndex, retryable };
  return cause === undefined ? report : { ...report, cause: toPlainCause(cause) };
}

/** Turns a thrown value into plain data: errors that cross threads lose their own properties. */
function toPlainCause(value: unknown, depth: number = DEPTH): PlainCause {
  if (!(value instanceof Error)) return { message: String(value) };
  const { message, stack, cause } = value;
  const code: unknown = "code" in value ? value.code : undefined;
  return {
    message,
    ...(stack === undefined ? {} : { stack }),
    ...(typeof code === "string" ? { code } : {}),
    ...(cause === undefined || depth <= 1 ? {} : { cause: toPlainCause(cause, depth - 1) }),
  };
}

/** Turns plain data into an error again. */
export function fromPlainCause({ message, stack, code, cause }: PlainCause): Error {
  const options = cause === undefined ? undefined : { cause: fromPlainCause(cause) };
  const error = new Error(message, options);
  if (stack !== undefined) error.stack = stack;
  return code === undefined ? error : Object.assign(error, { code });
}
