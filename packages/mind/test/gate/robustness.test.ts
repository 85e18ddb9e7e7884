import * as fc from "fast-check";
import { expect, test } from "vitest";

import { checkProposals, checkSummarySentence } from "../../src/gate/check-proposals.js";
import type { Proposal } from "../../src/model/operation.js";
import { add, batch, fact, from, turn } from "./talk.js";

const TALK = batch(
  [
    turn("a", "Ines", "I moved to Porto in 2024, I don't like rain. My sister Ada is 31."),
    turn("b", "小雨", "我搬到了成都，养了两只猫。我不吃辣。"),
    turn("c", "assistant", "Noted. \u{1F408}"),
  ],
  { facts: [fact("f", "Ines", "I live in Faro."), fact("g", "小雨", "我住在重庆。")] },
);

const text = fc.oneof(
  fc.constantFrom(
    "I moved to Porto in 2024",
    "Ines moved to Porto.",
    "我搬到了成都",
    "小雨养了两只猫。",
    "I don't like rain",
    "a",
    "f",
    "g",
    "Ines",
    "小雨",
    "home",
    "",
    " ",
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 700 }),
);
const junk = fc.oneof(text, fc.anything({ maxDepth: 2 }));
const evidence = fc.oneof(
  fc.array(fc.record({ source: text, quote: text }), { maxLength: 4 }),
  fc.array(junk, { maxLength: 3 }),
  junk,
);
const proposal = fc.oneof(
  fc.record(
    {
      op: fc.constantFrom("add", "reinforce", "supersede", "retract", "edit-block", "noop", "drop"),
      reason: junk,
      evidence,
      by: fc.oneof(text, junk),
      text: junk,
      subject: junk,
      attribute: junk,
      value: junk,
      block: junk,
      importance: junk,
      target: junk,
      targets: fc.oneof(fc.array(text, { maxLength: 3 }), junk),
    },
    { requiredKeys: ["op"] },
  ),
  fc.anything(),
);

test("whatever is proposed, nothing throws, and what passes is proven by the batch", () => {
  fc.assert(
    fc.property(fc.array(proposal, { maxLength: 8 }), (proposals) => {
      const given = proposals as readonly unknown[] as readonly Proposal[];
      const first = checkProposals(given, TALK);
      expect(checkProposals(given, TALK)).toEqual(first);
      for (const change of first.changes) {
        const quotes = "fact" in change ? change.fact.evidence : change.evidence;
        const own = quotes.filter(({ source }) => !source.startsWith("source of "));
        expect(quotes.length).toBeGreaterThan(0);
        for (const { source, quote } of own) {
          expect(TALK.turns.find(({ id }) => id === source)?.text).toContain(quote);
        }
      }
      for (const { proposal: refused, reason } of first.refused) {
        expect(typeof refused.op).toBe("string");
        expect(reason).not.toBe("");
      }
    }),
  );
});

test("whatever a summary says, nothing throws", () => {
  fc.assert(
    fc.property(junk, evidence, (said, proof) => {
      const sentence = { text: said, evidence: proof } as Parameters<
        typeof checkSummarySentence
      >[0];
      const { isProven } = checkSummarySentence(sentence, TALK);
      expect(typeof isProven).toBe("boolean");
    }),
  );
});

test("long and many proposals are bounded", () => {
  const quote = "I moved to Porto in 2024";
  const long = add("Ines", `Ines moved to Porto${", really".repeat(100)}.`, from("a", quote));
  const twice = [...from("a", quote), ...from("a", "I don't like rain")];
  const many = Array.from({ length: 150 }, (_, index) =>
    add("Ines", `Ines moved to Porto in 2024${"!".repeat(index)}`, twice.slice(0, 1)),
  );
  const { changes, refused } = checkProposals([long, ...many], TALK);
  expect(changes).toHaveLength(1);
  expect(refused).toHaveLength(52);
  expect(refused.every(({ reason }) => reason === "malformed")).toBe(true);
  expect(JSON.stringify(refused)).not.toContain("Porto");
});

test("noop changes nothing and is not counted", () => {
  const noop: Proposal = { op: "noop", reason: "small talk", by: "model", evidence: [] };
  expect(checkProposals([noop], TALK)).toEqual({ changes: [], refused: [] });
});
