import type { Embedder } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";
import { beforeAll, expect, test } from "vitest";

import type { TriggerMatcher } from "../../src/trigger/trigger-matcher.js";
import { call, setUp, skill, woken } from "./matcher-setup.js";

const SKILLS = [
  skill(
    "book-table",
    { when: ["book a table for four tonight", "订一家餐厅", "reserve dinner for two on Friday"] },
    "Finds restaurants and reserves tables",
  ),
  skill(
    "read-mail",
    {
      when: ["read my new emails", "有没有新邮件", "what did Anna write to me"],
      not: "I sent an email",
    },
    "Reads and sums up the mailbox",
  ),
  skill(
    "night-light",
    { when: ["turn on the lights", "把卧室的灯关了", "dim the lamp"] },
    "Switches lamps at home",
  ),
  skill(
    "umbrella",
    { when: ["will it rain tomorrow", "今天天气怎么样", "do I need an umbrella"] },
    "Tells the weather",
  ),
];

let matcher: TriggerMatcher;
let crowded: TriggerMatcher;

beforeAll(async () => {
  ({ matcher } = setUp({ embedder: localEmbedder() }));
  ({ matcher: crowded } = setUp({ embedder: crowdedEmbedder() }));
  await matcher.add(SKILLS);
  await crowded.add(SKILLS);
});

/**
 * The static table in a space where the cosines of all texts lie between 0.7 and 1, as those of
 * many models do.
 */
function crowdedEmbedder(): Embedder {
  const table = localEmbedder();
  return {
    id: "test/crowded@1",
    async embed(texts, options) {
      const { vectors } = await table.embed(texts, options);
      return { vectors: vectors.map((vector) => Float32Array.of(...vector, 1.6)) };
    },
  };
}

test.each([
  ["reserve a table for six at the Italian restaurant", "book-table"],
  ["帮我订个四人位的餐厅", "book-table"],
  ["are there new emails from my boss", "read-mail"],
  ["看看我的邮箱有没有新邮件", "read-mail"],
  ["switch the lights off in the kitchen", "night-light"],
  ["请把客厅的灯打开", "night-light"],
  ["what's the weather like in Paris", "umbrella"],
  ["明天会下雨吗", "umbrella"],
  ["明天的 weather 怎么样", "umbrella"],
])("%s wakes %s", async (text, expected) => {
  expect(woken(await matcher.match(text, call()))).toEqual([expected]);
});

test.each([
  "ok",
  "好的",
  "hm",
  "thanks a lot",
  "嗯嗯",
  "😀😀",
  "who wrote Hamlet",
  "太阳离地球有多远",
  "my uncle works as a lamp designer",
  "the restaurant was terribly loud",
  "我妹妹很喜欢下雨天",
  "what does the word lamp mean",
  "一二三四五",
])("%s wakes nothing", async (text) => {
  expect(woken(await matcher.match(text, call()))).toEqual([]);
});

test("a model whose cosines all lie close together wakes the same", async () => {
  for (const text of [
    "明天会下雨吗",
    "are there new emails from my boss",
    "ok",
    "who wrote Hamlet",
  ]) {
    const expected = woken(await matcher.match(text, call()));
    expect(woken(await crowded.match(text, call()))).toEqual(expected);
  }
});

test("a text with two wishes wakes both skills", async () => {
  const matches = await matcher.match("turn on the lights and read my new emails", call());
  expect(woken(matches).toSorted()).toEqual(["night-light", "read-mail"]);
});
