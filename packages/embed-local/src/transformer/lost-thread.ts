import { fileURLToPath } from "node:url";

/** Codes of Node.js for a module that is not there. */
const MISSING = new Set<unknown>(["MODULE_NOT_FOUND", "ERR_MODULE_NOT_FOUND"]);

/** What is said of a thread that ended by itself, for a `MemoryError`. */
export interface LostThread {
  readonly message: string;
  readonly retryable: boolean;
  readonly cause: unknown;
}

/**
 * Says why the thread of a program ended: by an accident, or because a part of the program is not
 * there, as in bundles.
 */
export function lostThread(
  program: URL,
  end: { readonly exitCode: number; readonly cause: unknown; readonly isReady: boolean },
): LostThread {
  const { exitCode, cause, isReady } = end;
  if (!isReady && cause instanceof Error && "code" in cause && MISSING.has(cause.code)) {
    const file = program.protocol === "file:" ? fileURLToPath(program) : program.href;
    const message = `the program of its thread, ${file}, or a part of it is not there. Leave the package @kioku/embed-local outside of bundles.`;
    return { message, retryable: false, cause };
  }
  const message = `the thread of the model ended (exit code ${exitCode}). The next call starts a new one.`;
  return { message, retryable: true, cause };
}
