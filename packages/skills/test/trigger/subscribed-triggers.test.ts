import { localEmbedder } from "@kioku/embed-local";
import { expect, test } from "vitest";

import { call, setUp, skill, woken } from "./matcher-setup.js";

const LIGHTS = { when: ["turn on the lights", "dim the lamp", "把卧室的灯关了"] };
const REFUNDS = { when: ["I want my money back", "refund my order", "我要退款"] };
const RAIN = skill("rain", { when: ["will it rain tomorrow", "今天天气怎么样"] }, "The weather");

const TEXTS = ["refund my last order", "turn the lamp off", "我想退款", "will it rain today"];

test("a trigger for another event does not change the matches of the others", async () => {
  const alone = setUp({ embedder: localEmbedder() });
  await alone.matcher.add([skill("home", LIGHTS, "Helps at home"), RAIN]);
  const both = setUp({ embedder: localEmbedder() });
  const other = { ...REFUNDS, events: ["memory.remembered"] as const };
  await both.matcher.add([skill("home", [LIGHTS, other], "Helps at home"), RAIN]);
  for (const text of TEXTS) {
    const expected = await alone.matcher.match(text, call());
    const found = await both.matcher.match(text, call());
    expect(found.map(({ skill: name, reason }) => [name, reason])).toEqual(
      expected.map(({ skill: name, reason }) => [name, reason]),
    );
    for (const [index, { score }] of found.entries()) {
      // Concepts are counted over all examples, so scores may differ a little.
      expect(Math.abs(score - (expected[index]?.score ?? 0))).toBeLessThan(0.1);
    }
  }
  const remembered = call({ event: "memory.remembered" });
  expect(woken(await both.matcher.match("refund my last order", remembered))).toEqual(["home"]);
  expect(woken(await both.matcher.match("turn the lamp off", remembered))).toEqual([]);
});

test("what a trigger says to one event is forgotten with its skill", async () => {
  const { matcher } = setUp({ embedder: localEmbedder() });
  const remembered = call({ event: "memory.remembered" });
  for (const trigger of [LIGHTS, REFUNDS, LIGHTS]) {
    await matcher.add([
      skill("home", [RAIN.triggers?.[0] ?? LIGHTS, { ...trigger, events: ["memory.remembered"] }]),
    ]);
    const text = trigger === LIGHTS ? "turn the lamp off" : "refund my last order";
    const other = trigger === LIGHTS ? "refund my last order" : "turn the lamp off";
    expect(woken(await matcher.match(text, remembered))).toEqual(["home"]);
    expect(woken(await matcher.match(other, remembered))).toEqual([]);
    expect(woken(await matcher.match(text, call()))).toEqual([]);
  }
});
