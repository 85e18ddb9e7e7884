import { describe, expect, it } from "vitest";

import { deniesFact, tellsCorrection, tellsExplicitChange } from "../../src/rules/change-words.js";

describe("tellsExplicitChange", () => {
  it.each([
    "I moved to Lisbon.",
    "I no longer like sushi.",
    "I don't live there any more.",
    "I live in Porto now.",
    "I take tea instead.",
    "I quit my job.",
    "I was wrong, it is 5 May.",
    "We sold the dog.",
    "我搬到深圳了。",
    "我不再吃素了。",
    "我辞职了。",
    "改成周五。",
    "更正一下，我生日是5月5日。",
    "我现在改喝茶了。",
  ])("is true for: %s", (sentence) => {
    expect(tellsExplicitChange(sentence)).toBe(true);
  });

  it.each([
    "I live in Lisbon.",
    "I'm in Lisbon for now.",
    "Now and then I cook.",
    "That moved me to tears.",
    "我住在深圳。",
    "我喜欢吃辣。",
  ])("is false for: %s", (sentence) => {
    expect(tellsExplicitChange(sentence)).toBe(false);
  });
});

describe("deniesFact", () => {
  it.each([
    "That's not true, I don't live in Oslo.",
    "I never said that.",
    "I'm not allergic after all.",
    "I don't own a dog.",
    "我没说过我住在上海。",
    "不是真的。",
    "其实我不住北京。",
    "我说错了。",
  ])("is true for: %s", (sentence) => {
    expect(deniesFact(sentence)).toBe(true);
  });

  it.each(["I live in Oslo.", "I'm not that hungry.", "我住在北京。", "味道不错。"])(
    "is false for: %s",
    (sentence) => {
      expect(deniesFact(sentence)).toBe(false);
    },
  );
});

it("tells a correction from any other change", () => {
  expect(tellsCorrection("I was wrong, my birthday is 5 May.")).toBe(true);
  expect(tellsCorrection("刚才打错了。")).toBe(true);
  expect(tellsCorrection("I moved to Lisbon.")).toBe(false);
});
