import { checkMembers, checkText, invalidInput } from "../internal/check/check.js";
import { escapeAttribute, escapeText } from "./escape.js";

/** How a text is fenced. */
export interface FenceOptions {
  /**
   * Name of the element: a lower-case letter, then letters, digits, `_` and `-`. @defaultValue
   * `"document"`
   */
  readonly label?: string | undefined;
  /** Where the text is from, such as a file name or an address. */
  readonly source?: string | undefined;
}

const LABEL = /^[a-z][a-z0-9_-]{0,31}$/;

/**
 * Puts untrusted text between tags that it cannot close, so that a prompt can say where it begins
 * and ends.
 */
export function fence(text: string, options: FenceOptions = {}): string {
  checkMembers(options, "options", ["label", "source"]);
  if (typeof text !== "string") throw invalidInput("text", "a string", text);
  const { label = "document", source } = options;
  if (!LABEL.test(label)) {
    throw invalidInput(
      "options.label",
      "a lower-case letter, then at most 31 letters, digits, _ or -",
      label,
    );
  }
  const attribute =
    source === undefined
      ? ""
      : ` source="${escapeAttribute(checkText(source, "options.source", 4_096))}"`;
  return `<${label}${attribute}>\n${escapeText(text)}\n</${label}>`;
}
