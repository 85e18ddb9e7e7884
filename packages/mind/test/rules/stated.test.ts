import { describe, expect, it } from "vitest";

import {
  attributeProblem,
  setsScene,
  statementProblem,
  takesBackAsJoke,
} from "../../src/rules/stated.js";

describe("statementProblem", () => {
  it.each([
    ["a question", "Do I live in Milan or in Turin?"],
    ["a question", "我住在无锡吗？"],
    ["a tag question", "I live in Rome, right?"],
    ["a tag question", "我住在罗马，对吧"],
    ["a wish against the facts", "I wish I lived in Rome."],
    ["a wish against the facts", "真希望我住在昆明。"],
    ["a condition", "If I lived in Madrid, I would go out every night."],
    ["a condition", "如果我住在大理，就每天晒太阳。"],
    ["hearsay", "My neighbour says I'm from Ghana."],
    ["hearsay", "听说我要升职了。"],
    ["hearsay", "我妈总说我是医生。"],
    ["hearsay", "Ruth says I'm afraid of heights."],
    ["hearsay", "小林说我对虾过敏。"],
    ["a joke", "I'm an astronaut, just kidding."],
    ["a joke", "我是超人，开玩笑的。"],
    ["sarcasm", "Oh yeah, right, I hate winter now."],
    ["sarcasm", "我超喜欢加班，才怪。"],
    ["pretence", "Imagine I live on a boat."],
    ["pretence", "假装我是医生。"],
    ["a quoted line", "> I live in Berlin."],
    ["nothing", "…!"],
  ])("refuses %s: %s", (_, sentence) => {
    expect(statementProblem(sentence)).toBe("not-stated");
  });

  it.each([
    "I live in Berlin.",
    "I painted that sunset, let me know if you like it.",
    "My doctor said I have asthma.",
    "My sister lives in Oslo.",
    "The label says I have to wash it cold.",
    "I would love to see Rome.",
    "我住在柏林。",
    "医生说我有哮喘。",
    "我觉得我是个夜猫子。",
    "我姐姐住在奥斯陆。",
    "我想去罗马。",
  ])("passes what is stated: %s", (sentence) => {
    expect(statementProblem(sentence)).toBeUndefined();
  });
});

describe("attributeProblem", () => {
  it.each([
    ["hedged", "Maybe my birthday is 5 May."],
    ["hedged", "我生日可能是5月5日。"],
    ["past", "I used to live in Prague."],
    ["past", "我以前在百度上班。"],
    ["passing", "I'm in Lisbon this month."],
    ["passing", "我暂时住在南京。"],
    ["planned", "I'd love to live in Lisbon."],
    ["planned", "我打算明年搬到杭州。"],
    ["other-person", "My sister lives in Oslo."],
    ["other-person", "我姐姐住在上海。"],
    [undefined, "I live in Oslo."],
    [undefined, "My name is Will."],
    [undefined, "我住在上海。"],
    [undefined, "My birthday is 5 May."],
  ])("is %s for: %s", (problem, sentence) => {
    expect(attributeProblem(sentence)).toBe(problem);
  });
});

it("sees that a sentence sets a task or a scene for what follows", () => {
  expect(setsScene("Translate this into German:")).toBe(true);
  expect(setsScene("我们来玩角色扮演。")).toBe(true);
  expect(setsScene("I translate novels.")).toBe(false);
  expect(setsScene("我是翻译。")).toBe(false);
});

it("sees that a short sentence takes back the one before it as a joke", () => {
  expect(takesBackAsJoke("Just kidding!")).toBe(true);
  expect(takesBackAsJoke("逗你的。")).toBe(true);
  expect(takesBackAsJoke("I mean it.")).toBe(false);
});
