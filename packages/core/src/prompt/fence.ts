import { checkMembers, checkText, invalidInput } from "../internal/check/check.js";
import { escapeAttribute, escapeText } from "./escape.js";

/** Options of `fence`. */
export interface FenceOptions {
  /** Lower-case letter, then letters, digits, `_` and `-`. @defaultValue `"document"` */
  readonly label?: string | undefined;
  /** Where the text is from, such as a file name or an address. */
  readonly source?: string | undefined;
}

const LABEL = /^[a-z][a-z0-9_-]{0,31}$/;

/** Puts untrusted text between tags that it cannot close. */
export function fence(text: string, options: FenceOptions = {}): string {
  checkMembers(options, "options", ["label", "source"]);
  if (typeof text !== "string") throw invalidInput("text", "a string", text);
  const { label = "document", source } = options;
  if (!LABEL.test(label)) {
    const allowed = "a lower-case letter, then at most 31 letters, digits, _ or -";
    throw invalidInput("options.label", allowed, label);
  }
  const from = source === undefined ? "" : checkText(source, "options.source", 4_096);
  const attribute = source === undefined ? "" : ` source="${escapeAttribute(from)}"`;
  return `<${label}${attribute}>\n${escapeText(text)}\n</${label}>`;
}
