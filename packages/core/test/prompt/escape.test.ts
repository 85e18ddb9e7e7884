import { expect, test } from "vitest";

import { escapeText } from "../../src/prompt/escape.js";

test("a character is escaped the same in a text with nothing else to escape and in one with more", () => {
  const different: number[] = [];
  for (const [first, last] of [
    [0, 0x1_ff_ff],
    [0xe_00_00, 0xe_0f_ff],
  ] as const) {
    for (let code = first; code <= last; code += 1) {
      const character = String.fromCodePoint(code);
      if (`&lt;${escapeText(character)}` !== escapeText(`<${character}`)) different.push(code);
    }
  }
  expect(different).toEqual([]);
});

test("characters that show nothing, are for private use or are none are left out, by class and not by list", () => {
  const left: string[] = [];
  for (let code = 0; code <= 0x10_ff_ff; code += 1) {
    const character = String.fromCodePoint(code);
    if (!/[\p{Cf}\p{Co}\p{Noncharacter_Code_Point}]/u.test(character)) continue;
    if (escapeText(character) === character) left.push(code.toString(16));
  }
  // Signs that stand around numbers, and the end of a verse: all of them are seen.
  const seen = "600 601 602 603 604 605 6dd 70f 890 891 8e2 110bd 110cd";
  expect(left).toEqual(seen.split(" "));
  expect(escapeText("a\u{13430}b\u{1343F}c\uE000d\u{F0000}e\u{10FFFD}f\uFDD0g\u{1FFFF}h")).toBe(
    "abcdefgh",
  );
});

test("emoji, joiners that spelling needs and hieroglyphs stay", () => {
  for (const text of ["👩‍👩‍👧", "❤️", "🏳️‍🌈", "नी‌", "می‌خواهم", "𓀀𓂀", "٤٥۝"]) {
    expect(escapeText(text)).toBe(text);
  }
});

test("what need not be escaped is left as it is", () => {
  for (const text of ["", "green tea", "a\tb\nc", "绿茶", "naïve \"quotes\" 'n' all", "😀"]) {
    expect(escapeText(text)).toBe(text);
  }
});
