/**
 * Where a memory reports what no caller is waiting for. Never given secrets or the text of
 * memories.
 */
export interface Logger {
  /** Something is not as it should be, and work goes on. */
  warn(message: string, details?: Readonly<Record<string, unknown>>): void;
  /** Something failed that nobody waits for. */
  error(message: string, details?: Readonly<Record<string, unknown>>): void;
}

/** Says nothing: the default. */
export const silentLogger: Logger = {
  warn: () => undefined,
  error: () => undefined,
};
