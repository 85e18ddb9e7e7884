import { expect, test } from "vitest";

import { countWords, languageOf } from "../../src/text/language.js";

test("English and Chinese are told from other languages", () => {
  for (const text of [
    "I moved to Oslo last week",
    "Allergic to peanuts",
    "José and Zoë live in Málaga with their two dogs",
    "My name is 小满",
  ]) {
    expect([text, languageOf(text)]).toEqual([text, "en"]);
  }
  for (const text of ["我搬到了奥斯陆", "我在用 TypeScript 写一个 React 组件", "對花生過敏"]) {
    expect([text, languageOf(text)]).toEqual([text, "zh"]);
  }
  for (const text of [
    "Ich wohne nicht mehr in Berlin und die Katze ist weg",
    "J'habite à Lyon avec ma sœur et le chien est là",
    "Vivo en la costa y el perro es de mi hermana",
    "東京に引っ越しました",
    "저는 서울에 살아요",
    "Я живу в Риге",
    "12:30!",
    "",
  ]) {
    expect([text, languageOf(text)]).toEqual([text, "other"]);
  }
});

test("1.6 characters of Chinese count as a word, and marks alone as none", () => {
  expect(countWords("I moved to Oslo - in May!")).toBe(6);
  expect(countWords("我搬到了奥斯陆市")).toBe(5);
  expect(countWords("我用React写代码")).toBe(4 / 1.6 + 1 + 0.625);
  expect(countWords(" … ")).toBe(0);
});
