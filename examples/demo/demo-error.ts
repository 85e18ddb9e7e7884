import { MemoryError } from "@kioku/core";
import type { MemoryErrorCode } from "@kioku/core";

/**
 * Kinds of errors in what the user gave the demo:
 *
 * - `usage`: an option is unknown, or lacks its value.
 * - `unreadable-path`: a path does not exist, or may not be read.
 * - `no-documents`: a directory holds nothing that the demo can read, or a file is empty.
 * - `not-text`: a file is not UTF-8 text.
 * - `not-json`: a .json file cannot be parsed.
 * - `not-a-chat`: a .json file is something else than a list of messages.
 * - `not-a-database`: what `--db` names cannot be the demo's database.
 * - `nothing-remembered`: a question was asked before anything was remembered.
 * - `interrupted`: Ctrl-C.
 */
export type DemoErrorCode =
  | "usage"
  | "unreadable-path"
  | "no-documents"
  | "not-text"
  | "not-json"
  | "not-a-chat"
  | "not-a-database"
  | "nothing-remembered"
  | "interrupted";

/** A failure that the user can mend; its message names the value and the way out. */
export class DemoError extends Error {
  override readonly name = "DemoError";
  readonly code: DemoErrorCode;

  constructor(code: DemoErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** An error as the demo reports it. */
export interface ErrorReport {
  readonly code: DemoErrorCode | MemoryErrorCode;
  readonly message: string;
}

/** Code and message of an expected failure; `undefined` for a bug, which deserves its stack. */
export function toErrorReport(error: unknown): ErrorReport | undefined {
  if (error instanceof DemoError) return { code: error.code, message: error.message };
  if (!MemoryError.is(error)) return undefined;
  const reason = error.cause instanceof Error ? ` (${error.cause.message})` : "";
  return { code: error.code, message: `${error.message}${reason}` };
}
