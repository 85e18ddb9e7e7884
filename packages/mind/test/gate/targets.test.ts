import { describe, expect, test } from "vitest";

import { checkProposals } from "../../src/gate/check-proposals.js";
import type { Proposal } from "../../src/model/operation.js";
import { add, batch, fact, from, outcomes, turn } from "./talk.js";

const ALLERGY = fact("allergy", "Ines", "I have a severe allergy to walnuts.", {
  attribute: "allergy",
  value: "walnuts",
  block: "health",
});
const HOME = fact("home", "Ines", "I live in Faro.", {
  attribute: "home",
  value: "faro",
  block: "home",
});
const HOME_ZH = fact("家", "小雨", "我住在重庆。", {
  attribute: "home",
  value: "重庆",
  block: "home",
});
const TALK = batch(
  [
    turn("a", "Ines", "I had a walnut cookie and only a mild allergy, nothing much."),
    turn("b", "Ines", "I moved to Porto. I no longer live in Faro."),
    turn("c", "Ines", "I live in Braga. I live in Faro, as you know."),
    turn("d", "小雨", "我搬到了成都。我不住在重庆了。"),
    turn("e", "小雨", "我住在成都。"),
    turn("f", "assistant", "Ines moved to Porto."),
    turn("g", "Ines", "I moved to Lagos.", { trust: 0.3 }),
    turn("h", "Ines", "I moved to Evora.", { at: new Date("2025-05-01T00:00:00Z") }),
  ],
  { facts: [ALLERGY, HOME, HOME_ZH] },
);

function supersede(
  target: string,
  text: string,
  [source, quote, subject = "Ines"]: readonly [source: string, quote: string, subject?: string],
): Extract<Proposal, { op: "supersede" }> {
  const attribute = target === "allergy" ? "allergy" : "home";
  return { ...add(subject, text, from(source, quote)), op: "supersede", target, attribute };
}

function retract(target: string, source: string, quote: string): Proposal {
  return { op: "retract", reason: "denied", by: "model", target, evidence: from(source, quote) };
}

describe("a newer statement", () => {
  test("replaces an older one only if it tells of a change", () => {
    expect(
      outcomes(
        [
          supersede("home", "Ines moved to Porto.", ["b", "I moved to Porto"]),
          supersede("home", "Ines lives in Braga.", ["c", "I live in Braga"]),
          supersede("家", "小雨搬到了成都。", ["d", "我搬到了成都", "小雨"]),
          supersede("家", "小雨住在成都。", ["e", "我住在成都", "小雨"]),
        ],
        TALK,
      ),
    ).toEqual(["accepted", "no-explicit-change", "accepted", "no-explicit-change"]);
  });

  test("of an anecdote does not make a severe allergy mild", () => {
    const text = "Ines has only a mild allergy to walnuts.";
    const quote = "I had a walnut cookie and only a mild allergy";
    expect(outcomes([supersede("allergy", text, ["a", quote])], TALK)).toEqual([
      "no-explicit-change",
    ]);
  });

  test("replaces nothing of another attribute or person", () => {
    const moved = supersede("home", "Ines moved to Porto.", ["b", "I moved to Porto"]);
    expect(
      outcomes(
        [
          { ...moved, attribute: "employer" },
          { ...moved, attribute: undefined },
          { ...moved, target: "allergy" },
          { ...moved, target: "家" },
        ],
        TALK,
      ),
    ).toEqual(["other-attribute", "other-attribute", "other-attribute", "other-attribute"]);
  });

  test("replaces what is known by more trust alone, and nothing that is trusted more", () => {
    const doubted = { ...HOME, trust: 0.4 };
    const lives = supersede("home", "Ines lives in Braga.", ["c", "I live in Braga"]);
    const lagos = supersede("home", "Ines moved to Lagos.", ["g", "I moved to Lagos"]);
    expect(outcomes([lives], { ...TALK, facts: [doubted] })).toEqual(["accepted"]);
    expect(outcomes([lagos], TALK)).toEqual(["untrusted"]);
    expect(outcomes([lagos], { ...TALK, facts: [doubted] })).toEqual(["accepted"]);
  });

  test("that was said before what is known replaces nothing", () => {
    const evora = supersede("home", "Ines moved to Evora.", ["h", "I moved to Evora"]);
    expect(outcomes([evora], TALK)).toEqual(["no-explicit-change"]);
  });
});

test("a value that the text does not have is left out, and others are written as rules do", () => {
  const moved = supersede("home", "Ines moved to Porto.", ["b", "I moved to Porto"]);
  const values = ["Porto", "the Porto", "Braga"].map((value) => {
    const { changes } = checkProposals([{ ...moved, value }], TALK);
    return changes.flatMap((change) => ("fact" in change ? [change.fact.value] : []));
  });
  expect(values).toEqual([["porto"], [undefined], [undefined]]);
});

describe("a retraction", () => {
  test("needs an explicit denial or end of that fact by its subject", () => {
    expect(
      outcomes(
        [
          retract("home", "b", "I no longer live in Faro"),
          retract("home", "c", "I live in Braga"),
          retract("allergy", "b", "I no longer live in Faro"),
          retract("家", "d", "我不住在重庆了"),
          retract("家", "e", "我住在成都"),
          retract("home", "d", "我不住在重庆了"),
          retract("home", "f", "Ines moved to Porto"),
        ],
        TALK,
      ),
    ).toEqual([
      "accepted",
      "no-explicit-change",
      "low-coverage",
      "accepted",
      "no-explicit-change",
      "wrong-subject",
      "wrong-subject",
    ]);
  });

  test("dates the end by its source and keeps the denial", () => {
    const { changes } = checkProposals([retract("home", "b", "I no longer live in Faro")], TALK);
    expect(changes).toEqual([
      {
        change: "retract",
        old: HOME,
        at: TALK.turns[1]?.at,
        evidence: [{ source: "b", quote: "I no longer live in Faro" }],
      },
    ]);
  });
});

describe("a target", () => {
  test("is a fact of the scope that holds", () => {
    const ended = { ...HOME, validTo: new Date("2026-02-01T00:00:00Z") };
    const moved = supersede("home", "Ines moved to Porto.", ["b", "I moved to Porto"]);
    const again: Proposal = {
      op: "reinforce",
      reason: "again",
      by: "model",
      target: "nobody",
      evidence: from("c", "I live in Faro"),
    };
    expect(outcomes([moved], { ...TALK, facts: [ended] })).toEqual(["unknown-target"]);
    expect(outcomes([{ ...moved, target: "mind/fact/home" }, again], TALK)).toEqual([
      "unknown-target",
      "unknown-target",
    ]);
  });

  test("takes one operation of a batch", () => {
    const { changes, refused } = checkProposals(
      [
        retract("home", "c", "I live in Braga"),
        supersede("home", "Ines moved to Porto.", ["b", "I moved to Porto"]),
        retract("home", "b", "I no longer live in Faro"),
      ],
      TALK,
    );
    expect(changes).toMatchObject([{ change: "supersede", old: [{ id: "home" }] }]);
    expect(refused.map(({ reason }) => reason)).toEqual(["no-explicit-change", "target-taken"]);
  });
});

describe("a fact that is known already", () => {
  test("gets one more source", () => {
    const known = fact("tea", "Ines", "I like green tea.");
    const of = batch([turn("a", "Ines", "As I said, I like green tea.")], { facts: [known] });
    const { changes } = checkProposals(
      [
        add("Ines", "Ines likes green tea.", from("a", "I like green tea")),
        {
          op: "reinforce",
          reason: "",
          by: "model",
          target: "tea",
          evidence: from("a", "I like green tea"),
        },
      ],
      of,
    );
    expect(changes).toEqual([
      {
        change: "reinforce",
        old: known,
        evidence: [{ source: "a", quote: "I like green tea" }],
      },
    ]);
  });

  test("is left alone if the source is known, too", () => {
    const known = fact("tea", "Ines", "I like green tea.", {
      evidence: from("a", "I like green tea"),
    });
    const of = batch([turn("a", "Ines", "I like green tea.")], { facts: [known] });
    const again = add("Ines", "Ines likes green tea.", from("a", "i like green tea"));
    expect(checkProposals([again], of)).toEqual({ changes: [], refused: [] });
  });
});

describe("near-duplicates of one batch", () => {
  test("become one with the sources of all, and no text is joined", () => {
    const of = batch([
      turn("a", "Ines", "I keep bees behind the mill."),
      turn("b", "Ines", "I keep bees, you know."),
      turn("c", "小雨", "我养了两只黑猫。"),
      turn("d", "小雨", "对，我养了两只猫。"),
    ]);
    const { changes } = checkProposals(
      [
        add("Ines", "Ines keeps bees behind the mill.", from("a", "I keep bees behind the mill")),
        add("Ines", "I keep bees behind the mill!", from("a", "I keep bees behind the mill")),
        add("小雨", "小雨养了两只猫。", from("d", "我养了两只猫")),
        add("小雨", "小雨养了两只黑猫。", from("c", "我养了两只黑猫")),
      ],
      of,
    );
    expect(changes).toMatchObject([
      { fact: { text: "Ines keeps bees behind the mill." } },
      {
        fact: {
          text: "小雨养了两只黑猫。",
          evidence: [{ source: "c" }, { source: "d" }],
        },
      },
    ]);
  });

  test("differ by a number, a negation or another word", () => {
    const of = batch([
      turn("a", "Ines", "I have two sisters. I have two brothers. I don't like rain."),
      turn("b", "Ines", "I have three sisters. I like rain."),
    ]);
    const { changes } = checkProposals(
      [
        add("Ines", "Ines has two sisters.", from("a", "I have two sisters")),
        add("Ines", "Ines has three sisters.", from("b", "I have three sisters")),
        add("Ines", "Ines has two brothers.", from("a", "I have two brothers")),
        add("Ines", "Ines likes rain.", from("b", "I like rain")),
        add("Ines", "Ines doesn't like rain.", from("a", "I don't like rain")),
      ],
      of,
    );
    expect(changes).toHaveLength(5);
  });
});

/** Makes a proposal to put one sentence in the place of several. */
function merge(text: string, targets: readonly string[] = ["1", "2"]): Proposal {
  return { ...add("Ines", text, []), op: "edit-block", targets };
}

describe("edit-block", () => {
  const bees = fact("1", "Ines", "I keep bees behind the mill.", {
    block: "likes",
    importance: 0.8,
  });
  const honey = fact("2", "Ines", "I keep bees for their honey.", { block: "likes" });
  const of = batch([turn("a", "Ines", "My bees are fine.")], {
    facts: [bees, honey, HOME, { ...HOME_ZH, block: "likes" }],
  });
  const whole = "I keep bees behind the mill for their honey.";

  test("puts one sentence in the place of several, with all their sources", () => {
    const { changes } = checkProposals([merge(whole)], of);
    expect(changes).toMatchObject([
      {
        change: "supersede",
        old: [{ id: "1" }, { id: "2" }],
        fact: {
          text: whole,
          block: "likes",
          importance: 0.8,
          occurredAt: bees.occurredAt,
          evidence: [...bees.evidence, ...honey.evidence],
        },
      },
    ]);
  });

  test("loses and adds nothing", () => {
    expect(
      outcomes(
        [
          merge("I keep bees behind the mill."),
          merge("I keep many things behind the mill."),
          merge("I keep 40 bees behind the mill for their honey."),
          merge("I keep bees behind the mill in Tavira for their honey."),
          merge("I do not keep bees behind the mill for their honey."),
          merge("我在磨坊后面养蜜蜂，是为了蜂蜜。"),
        ],
        of,
      ),
    ).toEqual([
      "low-coverage",
      "low-coverage",
      "not-in-sources",
      "not-in-sources",
      "negation-differs",
      "other-language",
    ]);
  });

  test("keeps to one subject and block of facts that hold", () => {
    expect(
      outcomes(
        [
          merge(whole, ["1", "2", "home"]),
          merge(whole, ["1", "2", "家"]),
          merge(whole, ["1", "2", "3"]),
          merge(whole, []),
        ],
        of,
      ),
    ).toEqual(["other-attribute", "other-attribute", "unknown-target", "malformed"]);
  });
});
