import type { Scope } from "@kioku/core";

import { LOOK_ALIKES } from "../store/look-alikes.js";

/** Number of probed scopes. */
const PROBED_SCOPES = 200;

/** Single elements that something may take for `acme`, for each other, or for nothing. */
const ELEMENTS: readonly string[] = [
  // Case, and what folding it makes equal.
  ["acme", "Acme", "ACME", "aCme", "straße", "strasse", "STRASSE", "istanbul", "ıstanbul"],
  ["İstanbul", "k", "K", "\u212A", "ǆ", "ǅ"],
  // Width, and what compatibility makes equal.
  ["ａｃｍｅ", "ﾃｽﾄ", "テスト", "ﬁ", "fi", "²", "2", "①", "㎏", "kg"],
  // Normal forms.
  [
    "ñ",
    "n\u0303",
    "\u212B",
    "\u00C5",
    "A\u030A",
    "가",
    "\u1100\u1161",
    "q\u0307\u0323",
    "q\u0323\u0307",
  ],
  // Blanks, seen and unseen.
  ["acme ", " acme", "ac me", "acme\u00A0", "acme\t", "acme\n", "acme\r\n", "acme\u3000"],
  ["acme\u200B", "acme\u2060", "acme\uFEFF", "acme\u00AD", " ", "  ", "\u00A0", "\t", "\n"],
  ["\u200B", "\u200D", "\uFEFF", "\u3164"],
  // Wildcards.
  ["acm%", "acm_", "%%", "__", "acme*", "acm?", "[a]cme", "acme#", "acme$"],
  // Quotes, comments and statements.
  ["'", "''", '"', "`", "acme'", "acme''", 'acme"', "acme' OR '1'='1", "acme'; --", "acme--"],
  ["acme/*", "*/", "acme;", "\\", "\\\\", "acme\\'", "\\0", "\\u0000", "acme\u0001"],
  // Prefixes and separators.
  ["acm", "acmee", "acme.", "acme0", "acme:", "acme|", "acme/x", "acme:x", "acme.x", "acme,x"],
  ["acme\u001Fx", "acme/", "/acme", "acme~1x", "acme~0", "acme~01", "~1acme", "acme~", "acme~/"],
  [".", "..", "../acme"],
  // Numbers and words that some code reads as something else.
  ["0", "00", "1", "01", "1.0", "1e0", "+1", "-1", "-0", "0x1", "NaN", "true", "false"],
  ["undefined", "9007199254740992", "9007199254740993"],
  // Pictures, directions and letters that look alike.
  ["👨‍👩‍👧", "👨👩👧", "👍", "👍🏽", "❤", "❤️", "🇩🇪", "🇩", "\u202Eacme", "emca", "acme\u202C"],
  ["\u200Facme", "\u2066acme\u2069", "אבג", "גבא", "аcme", "acmе"],
  // JSON, and names that every object has.
  ["{}", '"acme"', '["acme"]', '{"scope":"acme"}', 'acme"]', 'acme","x'],
  ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "length"],
].flat();

const deep = (length: number, last = "d"): Scope => [...Array<string>(length - 1).fill("d"), last];

/** Paths that something may take for each other. */
const PATHS: readonly Scope[] = [
  ["acme", "x"],
  ["acme", "x", "x"],
  ["acme", "/x"],
  ["acme", "~1x"],
  ["acme", "~"],
  ["acme~", "1x"],
  ["acme", "~0"],
  ["acme", ".."],
  ["acme", "__proto__"],
  ["acme", "0"],
  ["acme", "%"],
  ["x".repeat(256)],
  ["x".repeat(255)],
  [`${"x".repeat(255)}y`],
  deep(31),
  deep(32),
  deep(32, "e"),
];

/**
 * 200 scopes, each easily taken for another one: by case, width, normal form, blanks, wildcards,
 * escapes, prefixes, and so on.
 */
export const MANY_LOOK_ALIKES: readonly Scope[] = distinct([
  ...LOOK_ALIKES,
  ...PATHS,
  ...ELEMENTS.map((element) => [element]),
]).slice(0, PROBED_SCOPES);

function distinct(scopes: readonly Scope[]): readonly Scope[] {
  return [...new Map(scopes.map((scope) => [JSON.stringify(scope), scope])).values()];
}
