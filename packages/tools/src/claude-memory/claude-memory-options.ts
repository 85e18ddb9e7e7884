import { checkMembers, checkNumber, checkText, MAX_NAME_LENGTH } from "@kioku/core/toolkit";

/** A text of this length fits into a value however JSON escapes it. */
const MAX_FILE_BYTES = 131_072;
/** The limit of Anthropic's own memory stores. */
const DEFAULT_FILE_BYTES = 102_400;

/** Options of `claudeMemory`. */
export interface ClaudeMemoryOptions {
  /** Kind of the records that are files; others are out of reach. @defaultValue `"file"` */
  readonly kind?: string | undefined;
  /** Most bytes of UTF-8 of one file, 1 to 131,072. @defaultValue 102,400 */
  readonly maxFileBytes?: number | undefined;
  /**
   * Trust of the model's texts, 0 to 1. Give at most 0.5 to a model that reads web pages or answers
   * of tools: its files then count as untrusted, and it cannot edit, delete or rename trusted files
   * of others. @defaultValue 1
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
  const size = { min: 1, max: MAX_FILE_BYTES, integer: true };
  return {
    kind: checkText(kind, "options.kind", MAX_NAME_LENGTH),
    maxFileBytes: checkNumber(maxFileBytes, "options.maxFileBytes", size),
    trust: checkNumber(trust, "options.trust", { min: 0, max: 1 }),
  };
}
