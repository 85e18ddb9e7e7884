import { describe, expect, test } from "vitest";

import { displayWidth, padEnd, padStart, truncate, wrap } from "../demo/render/text-width.ts";

describe("text in columns", () => {
  test.each([
    ["plain", 5],
    ["记忆", 4],
    ["全角！", 6],
    ["한국", 4],
    ["e\u0301a\u200D", 2],
    ["👩‍👩‍👧 ok", 5],
    ["× · › …", 7],
  ])("%s takes %d", (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  test("padding counts wide characters twice", () => {
    expect(padEnd("记忆", 6)).toBe("记忆  ");
    expect(padStart("记忆", 6)).toBe("  记忆");
  });

  test("truncating never goes over the width", () => {
    expect(truncate("记忆记忆记忆", 7)).toBe("记忆记…");
    expect(truncate("记忆记忆记忆", 6)).toBe("记忆…");
    expect(truncate("short", 5)).toBe("short");
  });

  test("wrapping breaks at blanks and between wide characters, and never before closing marks", () => {
    expect(wrap("one two three", 8)).toEqual(["one two", "three"]);
    expect(wrap("记忆记忆，记忆", 8)).toEqual(["记忆记", "忆，记忆"]);
    expect(wrap("unbreakable", 4)).toEqual(["unbr", "eaka", "ble"]);
    expect(wrap("a\n\nb", 4)).toEqual(["a", "", "b"]);
  });
});
