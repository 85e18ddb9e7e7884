import { MemoryError } from "@kioku/core";
import type { CallOptions } from "@kioku/core";

/** Options of `backup`. */
export interface BackupOptions extends CallOptions {
  /**
   * Whether the copy takes the place of a file that is there, once it is complete.
   * @defaultValue `false`
   */
  readonly overwrite?: boolean | undefined;
  /** Called now and then, and once at the end of copying. What it throws ends the backup. */
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
}

/** How far a backup is. */
export interface BackupProgress {
  /** How much of the copy is written. */
  readonly bytes: number;
  /** About how long the copy will be. */
  readonly totalBytes: number;
}

/** What a backup came to. */
export interface BackupResult {
  /** The length of the copy. */
  readonly bytes: number;
  /** How many records are in it. */
  readonly records: number;
  /** How long it took, the check included. */
  readonly durationMs: number;
}

const NAMES: readonly string[] = ["overwrite", "onProgress", "signal"];

/**
 * Checks the options and fills in the defaults.
 * @throws `invalid-input` naming the option and what is allowed.
 */
export function resolveBackupOptions(
  options: BackupOptions = {},
): BackupOptions & { readonly overwrite: boolean } {
  const given: unknown = options;
  if (typeof given !== "object" || given === null)
    throw invalid("backup takes an object of options");
  for (const name of Object.keys(given)) {
    if (!NAMES.includes(name)) {
      throw invalid(`backup has no option "${name}"; it has ${NAMES.join(", ")}`);
    }
  }
  const overwrite: unknown = options.overwrite ?? false;
  if (typeof overwrite !== "boolean") throw invalid("option overwrite must be true or false");
  if (options.onProgress !== undefined && typeof options.onProgress !== "function") {
    throw invalid("option onProgress must be a function");
  }
  return { ...options, overwrite };
}

function invalid(message: string): MemoryError {
  return new MemoryError("invalid-input", message);
}
