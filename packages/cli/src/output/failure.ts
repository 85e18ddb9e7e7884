import { CliError, EXIT, exitCodeOf } from "../command/cli-error.js";

/** A failure as people and programs hear of it. */
export interface Failure {
  /** Code of `CliError` or `MemoryError`; `interrupted` or `failed`. */
  readonly code: string;
  readonly message: string;
  /** One line that says what to do. */
  readonly hint: string | undefined;
  readonly exitCode: number;
}

/** Members of an error that are read; core is not loaded to ask for its class. */
interface KnownError {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly retryable?: unknown;
}

const HINTS: Readonly<Record<string, string>> = {
  "schema-too-new": "update kioku: npm install --global kioku@latest",
  "vector-space-mismatch": 'the model was changed: go back, or run "kioku reindex"',
  "store-unavailable": "is the server running, and is the URL right? kioku doctor checks it",
  "embedder-failed": "kioku doctor checks the model; words are found without it",
};

const DISK_FULL = "free some room on the disk, then run it again";
const NOT_ALLOWED = "check who may read and write the file and its folder";

const SYSTEM_HINTS: Readonly<Record<string, string>> = {
  ENOSPC: DISK_FULL,
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EROFS: "its disk is read-only",
};

const STORE_HINTS: readonly (readonly [pattern: RegExp, hint: string])[] = [
  [
    /^database .*is damaged/u,
    "kioku doctor --deep shows what is damaged, kioku restore gets a backup back",
  ],
  [/disk is full/u, DISK_FULL],
  [/written by another process/u, "try again when it is done; kioku doctor shows who has it open"],
  [/cannot be written|permission|EACCES/u, NOT_ALLOWED],
  [/not an SQLite database|another application/u, "give another path with --database"],
];

/** Returns what to say of an error, and the exit code for it. */
export function failureOf(error: unknown, signal: AbortSignal): Failure {
  if (isInterruption(error, signal)) {
    const [code, exitCode] = ["interrupted", EXIT.interrupted] as const;
    return { code, message: code, hint: undefined, exitCode };
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof CliError) {
    return { code: error.code, message, hint: error.hint, exitCode: error.exitCode };
  }
  const { name, code, retryable } = (error ?? {}) as KnownError;
  if (name === "MemoryError" && typeof code === "string") {
    const hint = HINTS[code] ?? STORE_HINTS.find(([pattern]) => pattern.test(message))?.[1];
    return { code, message, hint, exitCode: exitCodeOf(code, retryable === true) };
  }
  const hint = typeof code === "string" ? SYSTEM_HINTS[code] : undefined;
  // As the full disk of a store, which can be freed.
  const exitCode = code === "ENOSPC" ? EXIT.tryAgain : EXIT.failed;
  return { code: "failed", message, hint, exitCode };
}

function isInterruption(error: unknown, { aborted, reason }: AbortSignal): boolean {
  if (!aborted) return false;
  const { name, cause } = error instanceof Error ? error : {};
  return error === reason || cause === reason || name === "AbortError";
}
