import { describe, expect, test } from "vitest";

import { checkProposals, checkSummarySentence } from "../../src/gate/check-proposals.js";
import { claimHash } from "../../src/model/claim-hash.js";
import { add, batch, from, outcomes, turn } from "./talk.js";

const TALK = batch([
  turn(
    "a",
    "Ines",
    "Good morning! I’m allergic to   walnuts, and my sister Ada says “hello there”.",
  ),
  turn("b", "assistant", "I will leave walnuts out of the cake."),
  turn("c", "小雨", "早上好。我上个月搬到了成都，养了两只猫。我不吃辣。"),
]);

describe("a quote", () => {
  test("may differ from its turn in blanks, quotation marks and case, and is kept as it was said", () => {
    const { changes } = checkProposals(
      [add("Ines", "Ines is allergic to walnuts.", from("a", "i'm Allergic to walnuts"))],
      TALK,
    );
    expect(changes).toMatchObject([
      { change: "add", fact: { evidence: [{ source: "a", quote: "I’m allergic to   walnuts" }] } },
    ]);
  });

  test("has to stand in the turn that is named", () => {
    const text = "Ines is allergic to walnuts.";
    expect(
      outcomes(
        [
          add("Ines", text, from("a", "I am allergic to walnuts")),
          add("assistant", text, from("b", "I’m allergic to walnuts")),
          add("Ines", text, from("a", "allergic to wal")),
          add("Ines", text, from("a", "walnuts")),
          add("小雨", "小雨养了两只猫。", from("c", "两只猫")),
          add("小雨", "小雨养了两只猫。", from("c", "养了 两只猫")),
        ],
        TALK,
      ),
    ).toEqual([
      "quote-not-found",
      "quote-not-found",
      "quote-not-found",
      "quote-not-found",
      "quote-not-found",
      "quote-not-found",
    ]);
  });

  test("may be short if it is a whole sentence", () => {
    const of = batch([turn("a", "小雨", "你好！我吃素。以后别放肉。")]);
    expect(outcomes([add("小雨", "我吃素。", from("a", "我吃素"))], of)).toEqual(["accepted"]);
  });

  test("of a turn that is not of the batch is unknown, and nothing of it is kept", () => {
    const before = [turn("z", "Ines", "My pin is 4711 and stays so.")];
    const { changes, refused } = checkProposals(
      [add("Ines", "Ines's pin is 4711.", from("z", "My pin is 4711"))],
      { ...TALK, before },
    );
    expect(changes).toEqual([]);
    expect(refused).toMatchObject([
      { reason: "unknown-source", proposal: { text: "", evidence: [] } },
    ]);
    expect(outcomes([add("Ines", "Ines likes cake.", [])], TALK)).toEqual(["unknown-source"]);
  });
});

test("a fact is dated by its first source, not by the run", () => {
  const of = batch([
    turn("old", "Ines", "I work as a glazier.", { at: new Date("2019-03-04T08:00:00Z") }),
  ]);
  const { changes } = checkProposals(
    [add("Ines", "Ines works as a glazier.", from("old", "I work as a glazier"))],
    of,
  );
  expect(changes).toMatchObject([{ fact: { occurredAt: new Date("2019-03-04T08:00:00Z") } }]);
});

describe("a sentence that was forgotten", () => {
  const hash = claimHash(
    "Ines",
    "I’m allergic to   walnuts, and my sister Ada says “hello there”.",
  );
  const forgetful = { ...TALK, isForgotten: (one: string) => one === hash };

  test("proposes nothing any more, whatever part of it is quoted", () => {
    expect(
      outcomes(
        [
          add("Ines", "Ines is allergic to walnuts.", from("a", "I’m allergic to walnuts")),
          add("Ines", "Ines has a sister, Ada.", from("a", "my sister Ada")),
          add("小雨", "小雨搬到了成都。", from("c", "我上个月搬到了成都")),
        ],
        forgetful,
      ),
    ).toEqual(["forgotten", "forgotten", "accepted"]);
  });

  test("is in no summary", () => {
    const text = "Ines is allergic to walnuts.";
    const evidence = from("a", "I’m allergic to walnuts");
    expect(checkSummarySentence({ text, evidence }, TALK)).toEqual({
      isProven: true,
      evidence: [{ source: "a", quote: "I’m allergic to   walnuts" }],
    });
    expect(checkSummarySentence({ text, evidence }, forgetful)).toEqual({
      isProven: false,
      reason: "forgotten",
    });
  });

  test("does not come back as the same text of another sentence", () => {
    const text = "Ines likes tea.";
    const of = batch([turn("a", "Ines", "Tea is what I like most.")], {
      isForgotten: (one) => one === claimHash("Ines", text),
    });
    expect(outcomes([add("Ines", text, from("a", "Tea is what I like most"))], of)).toEqual([
      "forgotten",
    ]);
  });
});
