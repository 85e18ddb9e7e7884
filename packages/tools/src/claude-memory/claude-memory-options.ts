import { checkMembers, checkNumber, checkText, MAX_NAME_LENGTH } from "@kioku/core/toolkit";

/**
 * The most that a file can be allowed to have: its text fits into a value, however it has to be
 * escaped in JSON.
 */
const MOST_FILE_BYTES = 131_072;
/** As much as a memory of Anthropic's own memory stores may have. */
const DEFAULT_FILE_BYTES = 102_400;

/** What `claudeMemory` takes. */
export interface ClaudeMemoryOptions {
  /**
   * Kind of the records that are files. Records of other kinds are out of reach. @defaultValue
   * `"file"`
   */
  readonly kind?: string | undefined;
  /** Most bytes of UTF-8 of one file, 1 to 131,072. @defaultValue 102,400 */
  readonly maxFileBytes?: number | undefined;
  /**
   * How far what the model writes is trusted, 0 to 1. What it writes may repeat a web page or the
   * answer of a tool: where it reads such, give at most 0.5, so that its files count as untrusted
   * where they are recalled, and it cannot edit, delete or rename files of others that are trusted.
   * @defaultValue 1
   */
  readonly trust?: number | undefined;
}

/** The options with their defaults. */
export type ClaudeMemorySettings = {
  readonly [Name in keyof ClaudeMemoryOptions]-?: Exclude<ClaudeMemoryOptions[Name], undefined>;
};

/** @throws `invalid-input` for an option that is unknown or cannot work. */
export function resolveClaudeMemoryOptions(options: ClaudeMemoryOptions): ClaudeMemorySettings {
  checkMembers(options, "options", ["kind", "maxFileBytes", "trust"]);
  const { kind = "file", maxFileBytes = DEFAULT_FILE_BYTES, trust = 1 } = options;
  const size = { min: 1, max: MOST_FILE_BYTES, integer: true };
  return {
    kind: checkText(kind, "options.kind", MAX_NAME_LENGTH),
    maxFileBytes: checkNumber(maxFileBytes, "options.maxFileBytes", size),
    trust: checkNumber(trust, "options.trust", { min: 0, max: 1 }),
  };
}
