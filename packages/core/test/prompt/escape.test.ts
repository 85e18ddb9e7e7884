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

test("what need not be escaped is left as it is", () => {
  for (const text of ["", "green tea", "a\tb\nc", "绿茶", "naïve \"quotes\" 'n' all", "😀"]) {
    expect(escapeText(text)).toBe(text);
  }
});
