import { MemoryError } from "@kioku/core";

/** An error for the model: as a text it is its message alone, without the name of a class. */
export class CommandError extends MemoryError {
  override toString(): string {
    return this.message;
  }
}

/** Converts the error of a memory, such as a veto; returns other errors as they are. */
export function toCommandError(error: unknown): unknown {
  if (!MemoryError.is(error) || error instanceof CommandError) return error;
  const { code, message, retryable } = error;
  return new CommandError(code, message, { cause: error, retryable });
}

/** Returns an error that the model can mend. */
export function invalidCommand(message: string): CommandError {
  return new CommandError("invalid-input", message);
}

/** Returns the error for a path that has to exist. */
export function noSuchPath(given: string): CommandError {
  const hint = "Please provide a valid path.";
  return new CommandError("not-found", `The path ${given} does not exist. ${hint}`);
}
