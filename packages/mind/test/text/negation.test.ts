import { describe, expect, it } from "vitest";

import { hasNegation } from "../../src/text/negation.js";

describe("hasNegation", () => {
  it.each([
    "I don't eat pork.",
    "I don’t eat meat",
    "I cant swim.",
    "Nobody came.",
    "我不吃猪肉。",
    "我没有狗。",
  ])("is true for: %s", (text) => {
    expect(hasNegation(text)).toBe(true);
  });

  it.each([
    "I eat pork.",
    "Not only that, I can't wait!",
    "I noted the time.",
    "Now we eat",
    "不错，我特别喜欢。",
    "别人也来了，不过差不多。",
    "我住在无锡。",
  ])("is false for: %s", (text) => {
    expect(hasNegation(text)).toBe(false);
  });
});
