import { expect, it } from "vitest";

import { atomsOf, displayWidth, pad, truncate } from "../../src/output/width.js";
import { wrap, wrapIndented } from "../../src/output/wrap.js";

const CHINESE =
  "小满对花生过敏,每次聚会都要先问一遍菜单。她说:「上次在杭州吃了一块花生糖,半夜去了医院」,大家都记住了!2026年11月26日,我们又去了那家店。";
const MIXED =
  "Ana 对 peanuts 过敏 👩‍👩‍👧‍👦 and https://example.org/a/very/long/path/that/never/ends?really=yes — だいじょうぶ、ですか。한국어도 있어요.";
const COLOURED = `\u001B[1m${CHINESE}\u001B[22m plain \u001B[2mfaint text that goes on\u001B[22m`;

it("fits every line into every width from 20 to 200, and loses nothing but spaces", () => {
  for (const text of [
    CHINESE,
    MIXED,
    COLOURED,
    "a ".repeat(300),
    "x".repeat(500),
    "👍🏽".repeat(90),
  ]) {
    for (let columns = 20; columns <= 200; columns++) {
      const lines = wrap(text, columns);
      expect(Math.max(...lines.map((line) => displayWidth(line)))).toBeLessThanOrEqual(columns);
      expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
    }
  }
});

it("fills lines of Chinese, and keeps punctuation off their beginnings", () => {
  for (let columns = 20; columns <= 200; columns++) {
    const lines = wrap(CHINESE, columns);
    for (const line of lines) expect(line).not.toMatch(/^[,。:!」、]/u);
    for (const line of lines) expect(line).not.toMatch(/「$/u);
    // A date of ten columns, or a sign that has to stay with its neighbour, may leave some free.
    for (const line of lines.slice(0, -1)) {
      expect(displayWidth(line)).toBeGreaterThan(columns - 8);
    }
  }
});

it("breaks English at spaces, and keeps line feeds and the room before a line", () => {
  expect(wrap("the quick brown fox\n\n  indented", 10)).toEqual([
    "the quick",
    "brown fox",
    "",
    "  indented",
  ]);
  expect(wrap("", 20)).toEqual([""]);
  expect(wrap("a\tb", 20)).toEqual(["a    b"]);
});

it("indents wrapped lines, the first one by itself", () => {
  expect(wrapIndented("one two three", 9, { indent: "  ", first: "- " })).toEqual([
    "- one two",
    "  three",
  ]);
});

it("cuts by columns, never through a character", () => {
  expect(truncate("花生过敏", 8)).toBe("花生过敏");
  expect(truncate("花生过敏", 7)).toBe("花生过…");
  expect(truncate("花生过敏", 6)).toBe("花生…");
  expect(truncate("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 3)).toBe("👩‍👩‍👧‍👦…");
  expect(truncate("\u001B[1mbold text\u001B[22m", 5)).toBe("\u001B[1mbold…\u001B[0m");
  expect(truncate("a", 0)).toBe("");
  expect(pad("花", 4)).toBe("花  ");
  expect(pad("7", 3, "left")).toBe("  7");
});

it("splits text into what people see as characters, and codes of colours", () => {
  expect(atomsOf("e\u0301\u001B[1m花🇯🇵")).toEqual(["e\u0301", "\u001B[1m", "花", "🇯🇵"]);
});
