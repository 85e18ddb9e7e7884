import type { CallOptions, WriteOptions } from "../../model/call-options.js";
import { MAX_NAME_LENGTH } from "../../model/limits.js";
import { toStorableText } from "../../text/normalize.js";
import { checkMembers, checkText } from "./check.js";
import { invalidInput } from "./invalid-input.js";

/**
 * Refuses unknown options and a signal that is none. `more` names the options of this call beside
 * `signal`.
 */
export function checkCallOptions(options: CallOptions, more: readonly string[] = []): void {
  checkMembers(options, "options", ["signal", ...more]);
  if (options.signal !== undefined && !(options.signal instanceof AbortSignal)) {
    throw invalidInput("options.signal", "an AbortSignal", options.signal);
  }
}

/** The same for a call that writes. */
export function checkWriteOptions(options: WriteOptions, more: readonly string[] = []): void {
  checkCallOptions(options, ["actor", "cause", ...more]);
  for (const name of ["actor", "cause"] as const) {
    const text = options[name];
    if (text === undefined) continue;
    checkText(text, `options.${name}`, MAX_NAME_LENGTH);
    if (text !== toStorableText(text)) {
      throw invalidInput(`options.${name}`, "well-formed Unicode without NUL");
    }
  }
}
