import { expect, test } from "vitest";

import { comparableShare, countScripts, textScripts } from "../../src/text/scripts.js";

const share = (query: string, text: string): number =>
  comparableShare(countScripts(query), textScripts(text));

test("words of the same script can be compared, words of another cannot", () => {
  expect(share("which food", "The user must never eat peanuts")).toBe(1);
  expect(share("什么食物", "The user must never eat peanuts")).toBe(0);
  expect(share("which food", "用户不能吃花生")).toBe(0);
  expect(share("что ел", "用户不能吃花生")).toBe(0);
  expect(share("什么", "なにを食べますか")).toBe(1);
});

test("a name in passing does not make a text comparable", () => {
  expect(share("Tesla", "安娜上个星期买了一辆红色的 Tesla 汽车开去上海")).toBe(0);
  expect(share("Tesla", "Tesla 汽车")).toBe(1);
});

test("a mixed question is comparable as far as its words go", () => {
  const query = "安娜 Tesla";
  expect(share(query, "Ann bought a car")).toBeCloseTo(1 / 3, 12);
  expect(share(query, "Zoë bought a car")).toBeCloseTo(1 / 3, 12);
  expect(share(query, "安娜买车")).toBeCloseTo(2 / 3, 12);
});

test("without letters on either side everything is comparable", () => {
  expect(share("123", "用户")).toBe(1);
  expect(share("用户", "123 !?")).toBe(1);
  expect(share("用户", "１２３ ！？")).toBe(1);
});
