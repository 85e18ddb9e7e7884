/** Exit codes of `kioku`. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  notAllowed: 4,
  conflict: 5,
  tryAgain: 75,
  interrupted: 130,
} as const;

/** Exit codes by the codes of errors; other errors end with 1. */
const EXIT_CODES: Readonly<Record<string, number>> = {
  usage: EXIT.usage,
  "invalid-input": EXIT.usage,
  "not-found": EXIT.notFound,
  "not-allowed": EXIT.notAllowed,
  "not-permitted": EXIT.notAllowed,
  untrusted: EXIT.notAllowed,
  "rejected-by-plugin": EXIT.notAllowed,
  conflict: EXIT.conflict,
  "store-unavailable": EXIT.tryAgain,
  interrupted: EXIT.interrupted,
};

/** Returns the exit code for an error; 75 if the same may succeed later. */
export function exitCodeOf(code: string, isRetryable = false): number {
  return EXIT_CODES[code] ?? (isRetryable ? EXIT.tryAgain : EXIT.failed);
}

/** A failure of the command line itself; errors of the memory are `MemoryError`s. */
export class CliError extends Error {
  override readonly name = "CliError";
  /** Short code for programs, such as `usage`. */
  readonly code: string;
  /** Exit code. @defaultValue by the code */
  readonly exitCode: number;
  /** One line that says what to do. */
  readonly hint: string | undefined;

  constructor(
    code: string,
    message: string,
    options: {
      readonly hint?: string | undefined;
      readonly exitCode?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.exitCode = options.exitCode ?? exitCodeOf(code);
    this.hint = options.hint;
  }
}

/** Returns an error about the arguments of a command. */
export function usageError(message: string, hint?: string): CliError {
  return new CliError("usage", message, { hint });
}
