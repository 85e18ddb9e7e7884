import { checkMembers, checkText, invalidInput } from "../internal/check/check.js";

/** Controls but tab and line feed, and what ends a line or annotates one without being seen. */
const CONTROL = /(?![\t\n])[\p{Cc}\u2028\u2029\uFFF9-\uFFFB]/gu;

/** Scripts whose spelling needs joiners and non-joiners. */
const JOINING =
  "Arabic Syriac Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Myanmar Khmer Mongolian"
    .split(" ")
    .map((script) => `\\p{Script=${script}}`);

/** Invisible characters that are kept: joiners in these scripts and in emoji, emoji selectors. */
const KEPT = [
  `(?<=[${JOINING.join("")}])[\\u200C\\u200D]`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})\uFE0F`,
];

/** Format characters that show a sign, such as those around Arabic, Syriac and Kaithi numbers. */
const SHOWN = String.raw`\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}`;

/**
 * Classes of characters that show nothing, or something unknown: zero-width and bidirectional ones,
 * fillers, "tags" and variation selectors that can smuggle text, private use, and noncharacters.
 */
const HIDDEN = String.raw`\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Noncharacter_Code_Point}`;

const INVISIBLE = new RegExp(`(?!${KEPT.join("|")})(?![${SHOWN}])[${HIDDEN}]`, "gu");

/** Characters that become `<` or `>` when a reader normalises them. */
const WIDE_BRACKETS = /[\u226E\u226F\uFE64\uFE65\uFF1C\uFF1E]/gu;

/** All of the above, lone surrogates and markup: a text without any of it stays as it is. */
const CHANGED = new RegExp(
  String.raw`(?![\t\n])[\p{Cc}\p{Cs}${HIDDEN}\u2028\u2029&<>\u226E\u226F\uFE64\uFE65\uFF1C\uFF1E]`,
  "u",
);

/** Removes invisible characters; lone surrogates become U+FFFD, control characters blanks. */
export function visibleText(text: string): string {
  if (typeof text !== "string") throw invalidInput("text", "a string", text);
  return text
    .toWellFormed()
    .replaceAll("\r\n", "\n")
    .replaceAll(CONTROL, " ")
    .replaceAll(INVISIBLE, "");
}

/** Escapes untrusted text as content of an element, and removes invisible characters. */
export function escapeText(text: string): string {
  if (typeof text !== "string") throw invalidInput("text", "a string", text);
  // One look is much faster than eight replacements, and most texts need none.
  if (!CHANGED.test(text)) return text;
  return visibleText(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(WIDE_BRACKETS, (bracket) => `&#${bracket.codePointAt(0) ?? 0};`);
}

/** Escapes untrusted text as the value of an attribute, on one line. */
export function escapeAttribute(text: string): string {
  return escapeText(text)
    .replaceAll(/\s+/gu, " ")
    .replaceAll('"', "&quot;")
    .replaceAll("\uFF02", "&#65282;");
}

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
  const { label = "document", source } = options;
  if (!LABEL.test(label)) {
    const allowed = "a lower-case letter, then at most 31 letters, digits, _ or -";
    throw invalidInput("options.label", allowed, label);
  }
  const from = source === undefined ? "" : checkText(source, "options.source", 4_096);
  const attribute = source === undefined ? "" : ` source="${escapeAttribute(from)}"`;
  return `<${label}${attribute}>\n${escapeText(text)}\n</${label}>`;
}
