import { expect, test } from "vitest";

import { namedSpeaker, namesInside, queryClues } from "../../src/text/query-clues.js";

test.each([
  ["Translate this into French: good morning", true],
  ["please write a poem about rain", true],
  ["Can you name three rivers?", true],
  ["帮我翻译一句话", true],
  ["写一首关于雨的诗", true],
  ["Write a letter to my landlord", false],
  ["Summarize what we said about the boiler", false],
  ["帮我写一封给我的房东的信", false],
  ["What is written in the lease?", false],
  ["Who can translate the lease?", false],
])("%s is a task that has to do with nobody: %s", (query, isTask) => {
  expect(queryClues(query).isTask).toBe(isTask);
});

test.each([
  ["When is the rent due, and what is the cat called?", true],
  ["Who has the ladder? Where is the key?", true],
  ["钥匙在哪里，猫叫什么名字？", true],
  ["When is the rent due?", false],
  ["猫叫什么名字？", false],
])("%s asks for several things: %s", (query, isCompound) => {
  expect(queryClues(query).isCompound).toBe(isCompound);
});

test.each([
  ["When did the boiler break?", true],
  ["And how long ago was that?", true],
  ["Do you remember when it broke?", true],
  ["On which day is the concert?", true],
  ["什么时候坏的？", true],
  ["我们是哪一年认识的？", true],
  ["What broke when the storm came?", false],
  ["谁修好了锅炉？", false],
])("%s asks for a time: %s", (query, asksWhen) => {
  expect(queryClues(query).asksWhen).toBe(asksWhen);
});

test.each([
  ["Where did I live before?", true],
  ["What was the original plan?", true],
  ["我以前住在哪里？", true],
  ["Where do I live?", false],
  ["我住在哪里？", false],
])("%s asks for the past: %s", (query, asksForPast) => {
  expect(queryClues(query).asksForPast).toBe(asksForPast);
});

test.each([
  ["What is my dentist called?", "user"],
  ["我的牙医叫什么？", "user"],
  ["What did you suggest for my knee?", "assistant"],
  ["Your advice about the roof?", "assistant"],
  ["你上次推荐了什么？", "assistant"],
  ["What did Ana suggest?", undefined],
  ["安娜推荐了什么？", undefined],
])("%s is answered by the words of %s", (query, role) => {
  expect(queryClues(query).role).toBe(role);
});

test("an endless query is read in part, in a moment", () => {
  const { role, isCompound } = queryClues(`${"and so on ".repeat(200_000)} my`);
  expect([role, isCompound]).toEqual([undefined, true]);
});

test.each([
  ["What did tamsin say?", ["Tamsin", "Oskar"], "Tamsin"],
  ["What did Oscar say?", ["Tamsin", "Oskar"], "Oskar"],
  ["What did Tamsni say?", ["Tamsin", "Oskar"], "Tamsin"],
  ["What did Tamsin Reed say?", ["Tamsin Reed", "Oskar Lind"], "Tamsin Reed"],
  ["李雷说了什么？", ["李雷", "韩梅梅"], "李雷"],
  ["What did Tamsin and Oskar say?", ["Tamsin", "Oskar"], undefined],
  ["What did Bob say?", ["Bo", "Oskar"], undefined],
  ["What did Osk say?", ["Oskar"], undefined],
  ["What did she say?", ["Tamsin"], undefined],
  ["", ["Tamsin"], undefined],
])("%s names, of %j: %s", (query, speakers, named) => {
  expect(namedSpeaker(queryClues(query), speakers)).toBe(named);
});

function names(query: string): readonly string[] {
  return namesInside(queryClues(query));
}

test("names are words with a capital letter inside a sentence", () => {
  expect(names("What did Tamsin say, and Élodie too?")).toEqual(["Tamsin", "Élodie"]);
  expect(names("Tamsin said it. Where is the NASA hat?")).toEqual([]);
  expect(names("谁去了南京？")).toEqual([]);
});
