import { MemoryError } from "@kioku/core";

/**
 * An error that is for the model: hosts that show errors as texts show its words alone, without the
 * name of a class before them.
 */
export class ToolMistake extends MemoryError {
  override toString(): string {
    return this.message;
  }
}

/**
 * The same for what a memory refuses, such as the veto of a plugin; other failures are passed on as
 * they are.
 */
export function toToolMistake(error: unknown): unknown {
  if (!MemoryError.is(error) || error instanceof ToolMistake) return error;
  const { code, message, retryable } = error;
  return new ToolMistake(code, message, { cause: error, retryable });
}
