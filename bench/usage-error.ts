/** A command was called in a way it does not understand. It ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Ends a command that failed: says why on standard error and sets the exit code. */
export function endWith(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof UsageError || isParseError(error) ? 2 : 1;
}

/** Thrown by `parseArgs` for an option that is unknown or lacks its value. */
function isParseError(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    error.code.startsWith("ERR_PARSE_ARGS_")
  );
}
