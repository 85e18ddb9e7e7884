import { seededRandom } from "@kioku/testing/support";
import { expect, it } from "vitest";

import { diffWords } from "../../src/show/diff-words.js";

function told(before: string, after: string): string {
  const marks = { same: "", removed: "-", added: "+" };
  return diffWords(before, after)
    .map(({ type, text }) => (type === "same" ? text : `${marks[type]}(${text})`))
    .join("");
}

it("tells words and Chinese characters that changed", () => {
  expect(told("Ana eats no peanuts.", "Ana eats no nuts at all.")).toBe(
    "Ana eats no -(peanuts)+(nuts at all).",
  );
  expect(told("她住在东京。", "她住在京都。")).toBe("她住在-(东)京+(都)。");
  expect(told("cafe\u0301 noir", "cafe noir")).toBe("-(cafe\u0301)+(cafe) noir");
  expect(told("", "new")).toBe("+(new)");
  expect(told("same", "same")).toBe("same");
});

it("gives both texts back, whatever they are", () => {
  const random = seededRandom(7);
  const words = () =>
    Array.from({ length: Math.floor(random() * 12) }, () => "abc"[Math.floor(random() * 3)]).join(
      " ",
    );
  for (let round = 0; round < 200; round += 1) {
    const [before, after] = [words(), words()];
    const parts = diffWords(before, after);
    const without = (type: string) =>
      parts.flatMap((part) => (part.type === type ? [] : [part.text])).join("");
    expect([without("added"), without("removed")]).toEqual([before, after]);
  }
});

it("replaces the middle of long texts that have nothing in common", () => {
  const [before, after] = ["a ".repeat(5000), "b ".repeat(5000)];
  expect(diffWords(before, after).map(({ type }) => type)).toEqual(["removed", "added", "same"]);
});
