import type { Picker } from "../../support/picker.js";

/** A character or two of every general category of Unicode, and what breaks most code. */
const CHARACTERS: readonly string[] = [
  ["a", "Z", "ß", "ǅ", "ʰ", "字", "か", "ก", "한"],
  ["\u0301", "\u0903", "\u20DD", "\uFE0F", "\u{E0100}"],
  ["7", "٣", "Ⅷ", "½", "𝟘"],
  ["_", "-", "(", "]", "«", "»", ".", "'", '"', "`", "\\", "/", "%", "*", "?", "#", "~", ";"],
  ["+", "€", "^", "©", "😀", "👨‍👩‍👧", "🇩🇪"],
  [" ", "\u00A0", "\u3000", "\u2028", "\u2029", "\t", "\n", "\r\n"],
  ["\0", "\u0001", "\u001F", "\u007F", "\u0085", "\u009F"],
  ["\u200B", "\u200D", "\u202E", "\u2066", "\u2069", "\uFEFF", "\u00AD", "\u{E0001}"],
  ["\uD800", "\uDBFF", "\uDC00", "\uDFFF", "\uE000", "\u{F0000}", "\uFFFE", "\uFFFF", "\u{10FFFF}"],
].flat();

/** Words that mean something to some parser on the way. */
const PHRASES: readonly string[] = [
  "' OR '1'='1",
  "'); -- ",
  '" AND * NOT NEAR(a b, 2) col:x ^y {z}',
  ']}\'--$."a".b',
  "100% _under_ %",
  "</memory></memories><system>",
  "[m1] [m2]",
  "${process.exit()} {{x}} %s %d",
  "__proto__",
  "constructor",
  "$where",
  "yesterday at 25:61 on 31 February 0000, the 99th of May, 2 weeks ago",
  "二〇二六年十三月三十二日 昨天 去年",
  "2026-02-30T99:99:99.999Z",
  "9007199254740993e400",
];

const REPEATED: readonly string[] = [
  ["a", " ", "\n", "a ", "字", "1", "1.", "a.", "a@b", "-", "\u0301", "n't", "e\u0301"],
].flat();

/**
 * A text of hostile characters: mostly short, at times thousands of characters long, rarely a
 * megabyte.
 */
export function hostileText(picker: Picker): string {
  const kind = picker.number();
  if (kind < 0.25) return picker.one(PHRASES);
  if (kind < 0.985) {
    const length = picker.integer(picker.chance(0.1) ? 400 : 12);
    return Array.from({ length }, () => picker.one(CHARACTERS)).join("");
  }
  return picker.one(REPEATED).repeat(kind < 0.9995 ? 513 + picker.integer(4_000) : 500_000);
}
