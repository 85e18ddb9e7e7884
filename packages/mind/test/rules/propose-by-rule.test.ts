import { describe, expect, it } from "vitest";

import type { Fact } from "../../src/model/fact.js";
import type { Proposal } from "../../src/model/operation.js";
import { deniesFact, tellsExplicitChange } from "../../src/rules/change-words.js";
import { proposeByRule } from "../../src/rules/propose-by-rule.js";
import { batchOf, play, propose, turnsOf, type TurnText } from "./play-batches.js";

/** Returns what is known after some turns. */
function known(...texts: readonly TurnText[]): readonly Fact[] {
  return play(turnsOf(texts), 0);
}

function inShort(proposals: readonly Proposal[]): readonly (readonly (string | undefined)[])[] {
  return proposals.map((one) => [
    one.op,
    "target" in one ? one.target : undefined,
    "text" in one ? one.text : undefined,
  ]);
}

describe("proposeByRule", () => {
  it("adds durable facts with their block, importance and verbatim source", () => {
    expect(propose(["I'm allergic to peanuts."])).toEqual([
      {
        op: "add",
        reason: "a durable fact",
        evidence: [{ source: "t0", quote: "I'm allergic to peanuts." }],
        by: "rule",
        text: "I'm allergic to peanuts.",
        subject: "user",
        attribute: "allergy",
        value: "peanuts",
        block: "health",
        importance: 0.95,
      },
    ]);
  });

  it("keeps other sentences, and offers none twice", () => {
    const texts = ["I live in Porto.", "The harbour festival had fireworks and 40 boats."];
    const proposals = propose(texts, { keepShare: 1 });
    expect(inShort(proposals).map(([, , text]) => text)).toEqual(texts);
  });

  it.each([
    ["I live in Berlin.", "I moved to Lisbon last month."],
    ["我住在上海。", "我上个月搬到深圳了。"],
    ["My birthday is 4 May.", "I was wrong, my birthday is 5 May."],
    ["我生日是5月4日。", "更正一下，我生日是5月5日。"],
    ["I work at Acme.", "I switched jobs. I work for Globex."],
    ["我在腾讯上班。", "我换工作了。我在美团上班。"],
  ])("replaces a fact where a change is told: %s %s", (before, after) => {
    const facts = known(before);
    const proposals = propose([after], { facts });
    expect(proposals).toHaveLength(1);
    expect(proposals[0]).toMatchObject({ op: "supersede", target: facts[0]?.id });
    expect(proposals[0]?.evidence.some(({ quote }) => tellsExplicitChange(quote))).toBe(true);
  });

  it.each([
    ["I live in Riga.", "I live in Tallinn."],
    ["我住在福州。", "我住在泉州。"],
  ])("adds another value beside the old one where no change is told: %s %s", (before, after) => {
    expect(inShort(propose([after], { facts: known(before) }))).toEqual([
      ["add", undefined, after],
    ]);
  });

  it.each([
    ["I like sushi.", "I no longer like sushi."],
    ["I'm allergic to walnuts.", "It turns out I'm not allergic to walnuts after all."],
    ["We have a dog called Rex.", "Our dog died in May."],
    ["I work at Acme.", "I quit my job."],
    ["We adopted a dog last week, her name is Juno.", "Juno ran away."],
    ["I work as a nurse at St. Mary's hospital.", "I quit the hospital."],
    ["我喜欢爬山，我有一只猫。", "Actually 我再也不喜欢爬山了。"],
    ["I'm vegetarian.", "I started eating meat again."],
    ["I live in Oslo.", "I never said I live in Oslo."],
    ["I play the piano.", "It is not true that I play the piano."],
    ["我喜欢吃辣。", "我不再喜欢吃辣了。"],
    ["我对芒果过敏。", "我其实对芒果不过敏。"],
    ["我养了一只仓鼠。", "仓鼠送人了。"],
    ["我在腾讯上班。", "我从腾讯离职了。"],
    ["我在银行工作。", "我今天辞职了。"],
    ["我吃素。", "我开始吃肉了。"],
    ["我住在上海。", "我没说过我住在上海。"],
  ])("ends what is denied: %s %s", (before, after) => {
    const facts = known(before);
    const proposals = propose([after], { facts });
    expect(inShort(proposals)).toEqual([["retract", facts[0]?.id, undefined]]);
    const [quote = ""] = proposals[0]?.evidence.map((one) => one.quote) ?? [];
    expect(tellsExplicitChange(quote) || deniesFact(quote)).toBe(true);
  });

  it.each([
    ["I have a severe peanut allergy.", "Today I only sneezed a little after the peanut sauce."],
    ["I have a severe peanut allergy.", "I have a mild peanut allergy."],
    ["I like sushi.", "I don't like sushi today."],
    ["I live in Bergen.", "My sister moved to Oslo."],
    ["We have a dog called Rex. We have a dog called Bo.", "We sold the dog."],
    ["I work at Acme.", "Maybe I quit my job."],
    ["我对花生严重过敏。", "今天吃了花生酱只打了个喷嚏。"],
    ["我在银行工作。", "我想辞职。"],
    ["I work as a nurse at St. Mary's hospital.", "I left the hospital after the operation."],
    ["I work as a nurse at St. Mary's hospital.", "I quit the choir."],
    ["我住在西安。", "我姐姐搬到了上海。"],
  ])("leaves what is not clearly denied: %s %s", (before, after) => {
    expect(propose([after], { facts: known(before) })).toEqual([]);
  });

  it.each([
    [
      "I work as a nurse at St. Mary's hospital.",
      "I quit the hospital and I now work at a school.",
    ],
    ["I work as a nurse at St. Mary's hospital.", "I now work at a school."],
    ["我在医院当护士。", "我跳槽到了一所学校。"],
  ])("ends a job at another place of work: %s %s", (before, after) => {
    const facts = known(before);
    const proposals = inShort(propose([after], { facts }));
    expect(proposals).toContainEqual(["retract", facts[0]?.id, undefined]);
    expect(proposals).toContainEqual(["add", undefined, after]);
  });

  it.each([
    "When we talk about Porto, ask for the hotel on Rua Nova.",
    "Next time we talk about Nora, tell me that her birthday is on 9 May.",
    "下次聊到波尔图的时候，提醒我问新街那家酒店。",
  ])("makes no fact of what asks for a reminder: %s", (text) => {
    expect(propose([text], { keepShare: 1 })).toEqual([]);
  });

  it("adds a source where the same is said again, by value or word for word", () => {
    const facts = known("I work as a nurse.", "我住在上海。");
    expect(inShort(propose(["I'm a nurse.", "我住在上海市"], { facts }))).toEqual([
      ["reinforce", facts[0]?.id, undefined],
      ["reinforce", facts[1]?.id, undefined],
    ]);
  });

  it("proposes one operation for each fact, however often a batch changes it", () => {
    const facts = known("I live in Berlin.");
    const texts = ["I live in Berlin.", "I moved to Lisbon.", "I moved to Porto."];
    expect(inShort(propose(texts, { facts }))).toEqual([
      ["supersede", facts[0]?.id, "I moved to Porto."],
    ]);
  });

  it("ends all other values at once", () => {
    const facts = known("I live in Riga.", "I live in Tallinn.");
    expect(inShort(propose(["I moved to Oslo."], { facts }))).toEqual([
      ["retract", facts[0]?.id, undefined],
      ["supersede", facts[1]?.id, "I moved to Oslo."],
    ]);
  });

  it("does not let an older turn change or join a newer fact", () => {
    const facts = known("The first day.", "The second day.", "I moved to Lisbon.");
    const batch = batchOf(turnsOf(["I live in Berlin.", "I moved to Rome."]), facts);
    expect(proposeByRule(batch, { keepShare: 0 })).toEqual([]);
  });

  it("keeps the facts of speakers apart, also those of an assistant", () => {
    const facts = known({ by: "Tom", text: "I live in Kent." });
    const proposals = propose(
      [
        { by: "Ann", text: "I moved to Bath." },
        { by: "assistant", text: "I live in a server." },
      ],
      { facts },
    );
    expect(proposals.map((one) => [one.op, "subject" in one ? one.subject : ""])).toEqual([
      ["add", "Ann"],
      ["add", "assistant"],
    ]);
  });

  it("leaves out what a scene or a joke takes back", () => {
    const texts = [
      "Translate this into German. I moved to Hamburg.",
      "I moved to the moon. Just kidding!",
      "我们来玩角色扮演。我是一名医生。",
      "I'm a pilot.",
      "Kidding!",
    ];
    expect(propose(texts, { keepShare: 1 })).toEqual([]);
  });

  it.each(["My favourite colour is green. No wait, it's blue.", "我住在苏州。不对，是杭州。"])(
    "states no value that is taken back at once: %s",
    (text) => {
      expect(propose([text])).toEqual([]);
    },
  );

  it.each([
    ["My birthday is on May 4th.", "I was wrong about the date, May 14th is right."],
    ["我的生日是1990年5月4日。", "我之前说的生日不对，5月14日才是。"],
  ])("keeps a correction that no pattern reads beside what it corrects: %s", (before, after) => {
    expect(inShort(propose([after], { facts: known(before) }))).toEqual([
      ["add", undefined, after],
    ]);
  });

  it("takes any text", () => {
    const texts = ["I live in ".repeat(5_000), "我".repeat(20_000), "\u0000", "🎉", "I'm ", "我叫"];
    expect(() => propose(texts, { keepShare: 1 })).not.toThrow();
  });
});
