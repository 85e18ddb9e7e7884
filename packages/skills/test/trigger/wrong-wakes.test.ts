import { localEmbedder } from "@kioku/embed-local";
import { beforeAll, expect, test } from "vitest";

import { textForm } from "../../src/trigger/text-form.js";
import type { TriggerMatcher } from "../../src/trigger/trigger-matcher.js";
import { call, setUp, skill, woken } from "./matcher-setup.js";

const SKILLS = [
  skill(
    "lights",
    { when: ["turn on the lights", "把卧室的灯关了", "dim the lamp"] },
    "Switches lamps at home",
  ),
  skill(
    "heating",
    { when: ["turn up the heating", "set the living room to 21 degrees", "把暖气调高一点"] },
    "Sets the temperature at home",
  ),
  skill(
    "calm-down",
    { when: ["I feel stressed", "help me calm down", "我压力好大", "心里很烦"] },
    "Helps with stress and worries",
  ),
  skill(
    "appointments",
    { when: ["make an appointment with the dentist", "schedule a meeting", "帮我约医生"] },
    "Makes appointments",
  ),
  skill(
    "history",
    { when: ["when did the second world war end", "who won the battle of Hastings"] },
    "Explains history and wars",
  ),
  skill(
    "refunds",
    { when: ["I want my money back", "refund my order", "我要退款", "怎么退货"] },
    "Handles returns and refunds",
  ),
  skill(
    "words",
    { when: ["what does serendipity mean", "这个词是什么意思"] },
    "Explains what words mean",
  ),
  skill(
    "repairs",
    { when: ["the washing machine is broken", "洗衣机坏了找人修", "fix my dishwasher"] },
    "Books repairs of broken things",
  ),
  skill(
    "tables",
    { when: ["book a table for four tonight", "订一家餐厅", "reserve dinner for two"] },
    "Finds restaurants and reserves tables",
  ),
  skill("bakery", { when: ["order two loaves of bread", "买面包"] }, "Orders bread"),
];

let matcher: TriggerMatcher;

beforeAll(async () => {
  ({ matcher } = setUp({ embedder: localEmbedder() }));
  await matcher.add(SKILLS.map((one) => ({ ...one, run: () => undefined })));
});

test.each([
  "please",
  "不好意思",
  "我有问题",
  "印度在哪里",
  "印度有很多语言",
  "纽约有多少人口",
  "New York is big",
  "India has many languages",
  "how is his attitude",
  "他的态度怎么样",
])("%s names what no skill is about, although a part of a word looks like it", async (text) => {
  expect(woken(await matcher.match(text, call()))).toEqual([]);
});

test.each([
  "Wo war ich gestern?",
  "J'ai mal au pain",
  "le car est en retard",
  "je n'ai plus de temps",
  "mi tío trabaja como diseñador de lámparas",
])("%s is not read as English", async (text) => {
  expect(woken(await matcher.match(text, call()))).toEqual([]);
});

test.each(["他昨天把灯打坏了", "我昨天申请了退款", "昨天我把退款的事办好了", "我朋友请我吃饭"])(
  "%s tells of what was, with words of asking in it",
  async (text) => {
    expect(woken(await matcher.match(text, call()))).toEqual([]);
  },
);

test.each([
  ["把灯打开", "lights"],
  ["请把暖气开高点", "heating"],
  ["turn the lights off", "lights"],
  ["约个牙医", "appointments"],
  ["什么时候可以退款", "refunds"],
  ["买两个面包", "bakery"],
  ["dishwasher broken", "repairs"],
  ["I'm totally stressed out", "calm-down"],
])("%s wakes %s all the same", async (text, expected) => {
  expect(woken(await matcher.match(text, call()))).toEqual([expected]);
});

test("the form of a text is read at its beginning, where it shows", () => {
  expect(textForm(`the lamp was ${"so ".repeat(100)} bright, please`).recounts).toBe(1);
  expect(textForm("the lamp was bright, please").recounts).toBe(0);
});

test("nothing is known of the form of a text in another language", () => {
  const unknown = { states: 0, recounts: 0, judges: 0, mentions: 0 };
  expect(textForm("ich weiß nicht, was das ist")).toEqual(unknown);
  expect(textForm("私の傘はとても好きです")).toEqual(unknown);
  expect(textForm("my flat in La Paz was loud").recounts).toBe(1);
});
