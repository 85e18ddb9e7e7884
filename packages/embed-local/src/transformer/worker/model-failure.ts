import { toPlainCause } from "./plain-cause.js";
import type { FailureReport } from "./protocol.js";

/** What `ModelFailure` takes beside its message. */
export interface ModelFailureOptions {
  readonly cause?: unknown;
  /** Whether a text or an option is to blame. */
  readonly isInput?: boolean;
  /** The place of the text that is to blame, in the list of the call. */
  readonly textIndex?: number | undefined;
  /** Whether the same call may succeed later. */
  readonly retryable?: boolean;
}

/** A failure with a message for users; the other side of the thread makes a `MemoryError` of it. */
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

/** Nobody waits for the job any more. */
export class JobCancelled extends Error {
  override readonly name: string = "JobCancelled";
}

/** A failure as plain data. */
export function reportOf(error: unknown): FailureReport {
  if (!(error instanceof ModelFailure)) {
    const message = "the model could not be run.";
    return { message, isInput: false, retryable: false, cause: toPlainCause(error) };
  }
  const { message, isInput, textIndex, retryable, cause } = error;
  const report = { message, isInput, textIndex, retryable };
  return cause === undefined ? report : { ...report, cause: toPlainCause(cause) };
}
