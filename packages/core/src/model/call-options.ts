/** Options of every asynchronous call. */
export interface CallOptions {
  /** Rejects the call with its reason; what was not committed by then is not written. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of calls that write: author and reason, kept in history. */
export interface WriteOptions extends CallOptions {
  /** Who makes this change, such as a user id or the name of a skill. Shown by `history`. */
  readonly actor?: string | undefined;
  /** Why, in a few words. Shown by `history`. */
  readonly cause?: string | undefined;
}

/** Receives reports that no caller waits for, without secrets or text of memories. */
export interface Logger {
  /** Something is not as it should be, and work goes on. */
  warn(message: string, details?: Readonly<Record<string, unknown>>): void;
  /** Something failed that nobody waits for. */
  error(message: string, details?: Readonly<Record<string, unknown>>): void;
}

/** Runs a task once after a delay in milliseconds, and returns what calls that off. */
export type Schedule = (task: () => void, delayMs: number) => () => void;
