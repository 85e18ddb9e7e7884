import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { emotionOf } from "../../src/feeling/index.js";
import { agreementOf } from "./agreement.js";
import { CHINESE, ENGLISH } from "./own-sentences.js";

function valence(text: string): number {
  return emotionOf(text)?.valence ?? 0;
}

function arousal(text: string): number {
  return emotionOf(text)?.arousal ?? 0;
}

test.each([
  ["The bus leaves at nine"],
  ["公交车九点出发"],
  [""],
  ["!!!"],
  ["12345"],
  ["I flew to the United States to visit Grand Central"],
  ["美国的音乐老师爱好棒球"],
  ["爱因斯坦在爱丁堡"],
  ["badge, assess, sadhu, lovage"],
])("a text without feeling has no emotion: %j", (text) => {
  expect(emotionOf(text)).toBeUndefined();
});

test.each([
  ["happy", "not happy"],
  ["I enjoyed it", "I never enjoyed it"],
  ["this is a good idea", "I don't think this is a good idea"],
  ["it works wonderfully", "nothing works wonderfully"],
  ["开心", "不开心"],
  ["我们很快乐", "我们一点都不快乐"],
  ["喜欢这里", "从来没有喜欢过这里"],
])("a negation turns a pleasant text around: %j, %j", (pleasant, negated) => {
  expect(valence(pleasant)).toBeGreaterThan(0.3);
  expect(valence(negated)).toBeLessThan(-0.3);
  expect(Math.abs(valence(negated))).toBeLessThan(valence(pleasant));
});

test.each([
  ["bad", "it isn't bad at all"],
  ["unhappy", "I'm not unhappy"],
  ["worried", "I'm no longer worried"],
  ["不高兴", "没有不高兴"],
  ["难过", "别难过"],
  ["糟糕", "没那么糟糕"],
])("a denied unpleasant text is mildly pleasant: %j, %j", (unpleasant, negated) => {
  expect(valence(unpleasant)).toBeLessThan(-0.3);
  expect(valence(negated)).toBeGreaterThan(0.1);
  expect(valence(negated)).toBeLessThan(0.5);
});

test.each([
  ["I'm slightly happy", "I'm happy", "I'm very happy", "I'm SO happy!!!"],
  ["a bit annoying", "annoying", "really annoying", "extremely annoying!!"],
  ["有点开心", "开心", "非常开心", "太开心了！！！"],
  ["有点难过", "难过", "很难过", "难过极了！"],
])("degrees, exclamations and capitals order valence: %j < %j < %j < %j", (...texts) => {
  const strengths = texts.map((text) => Math.abs(valence(text)));
  expect(strengths).toEqual(strengths.toSorted((a, b) => a - b));
  expect(new Set(strengths).size).toBe(4);
});

test.each([
  ["I am excited!!!", "I am excited", "I am calm"],
  ["I'm furious", "I'm annoyed", "I'm tired"],
  ["激动死了！", "高兴", "平静"],
  ["气死我了", "有点烦", "好累啊"],
])("arousal goes down from %j over %j to %j", (high, middle, low) => {
  expect(arousal(high)).toBeGreaterThan(arousal(middle));
  expect(arousal(middle)).toBeGreaterThan(arousal(low));
});

test.each([
  ["The food was awful, but the evening was lovely"],
  ["It was awful. But the evening was lovely."],
  ["Although it was awful, the evening was lovely"],
  ["饭很难吃，但是晚上很愉快"],
  ["虽然很糟糕，最后还是开心"],
])("the later clause weighs more: %j", (text) => {
  expect(valence(text)).toBeGreaterThan(0.1);
});

test.each([
  ["I hate it.", "Do you hate it?"],
  ["I love it.", "She said “I love it” on the phone."],
  ["If it fails, we are ruined.", "It failed, we are ruined."].toReversed(),
  ["你讨厌他。", "你讨厌他吗？"],
  ["我喜欢这个。", "他说“我喜欢这个”。"],
  ["她很开心。", "她开不开心？"],
])("questions, conditions and quotations count less: %j, %j", (said, asked) => {
  expect(Math.sign(valence(asked))).toBe(Math.sign(valence(said)));
  expect(Math.abs(valence(asked))).toBeLessThan(Math.abs(valence(said)));
});

test.each([
  ["isn't it lovely?", 1],
  ["No, I'm happy", 1],
  ["I can't wait", 1],
  ["could not be happier", 1],
  ["I'm tired because nobody slept", -1],
  ["好累", -1],
  ["笑死我了", 1],
  ["受不了了", -1],
  ["差不多", 0],
  ["对不对", 0],
  ["got it 🎉", 1],
  ["oh 😭😭", -1],
  ["see you :)", 1],
  ["读完了《悲惨世界》", 0],
  ["👍🏽", 1],
])("idioms and signs are known: %j", (text, sign) => {
  expect(Math.sign(valence(text))).toBe(sign);
});

test("a word that is repeated says more, but not in proportion", () => {
  const [once, thrice] = [valence("sad"), valence("sad sad sad")];
  expect(thrice).toBeLessThan(once);
  expect(thrice).toBeGreaterThan(2 * once);
  expect(valence("sooooo happy")).toBeGreaterThan(valence("happy"));
});

const PIECES =
  "not_very_happy _SAD_but_if_“_”_\"_《_!_?_, _\n_不_没_很_开心_好_死了_，_。_😭_🏽_\u{200D}_n't_’_aaaa_爱_恨_怕_的_了_吗_a_b_'_._:_)_(_ ".split(
    "_",
  );

test("whatever is read, valence and arousal stay within their ranges", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.array(fc.constantFrom(...PIECES), { maxLength: 200 }).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const emotion = emotionOf(text);
      if (!emotion) return;
      expect(Math.abs(emotion.valence)).toBeLessThanOrEqual(1);
      expect(emotion.arousal).toBeGreaterThanOrEqual(0);
      expect(emotion.arousal).toBeLessThanOrEqual(1);
    }),
    { numRuns: 2_000 },
  );
});

test("only the beginning of a long text is read", () => {
  const start = "good ".repeat(400);
  expect(emotionOf(`${start}${"terrible ".repeat(100_000)}`)).toEqual(emotionOf(start));
});

describe.each([
  ["English", ENGLISH],
  ["Chinese", CHINESE],
] as const)("%s sentences", (_language, sentences) => {
  test("nine in ten have the sign, and nine pairs in ten the order, that a reader gave them", () => {
    const { sign, order, arousalOrder } = agreementOf(sentences);
    expect(sign).toBeGreaterThanOrEqual(0.9);
    expect(order).toBeGreaterThanOrEqual(0.9);
    expect(arousalOrder).toBeGreaterThanOrEqual(0.8);
  });

  test("those that no rule was made for agree about as often", () => {
    const { sign, order } = agreementOf(sentences.filter((_, index) => index % 2 === 1));
    expect(sign).toBeGreaterThanOrEqual(0.85);
    expect(order).toBeGreaterThanOrEqual(0.85);
  });
});
