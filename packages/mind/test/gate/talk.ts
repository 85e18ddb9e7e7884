import { documentTerms } from "@kioku/core/toolkit";

import { checkProposals, type CheckedProposals } from "../../src/gate/check-proposals.js";
import type { Batch } from "../../src/model/batch.js";
import type { Evidence, Fact } from "../../src/model/fact.js";
import type { Proposal } from "../../src/model/operation.js";
import type { Turn } from "../../src/model/turn.js";

/** When the first turn is said: a Wednesday. */
const START = new Date("2026-05-13T09:00:00Z");

/** Makes a turn; the assistant is one by its name. */
export function turn(
  ...[id, subject, text, more = {}]: readonly [string, string, string, Partial<Turn>?]
): Turn {
  return {
    id,
    subject,
    text,
    thread: "talk",
    at: START,
    trust: 1,
    importance: 0.5,
    role: subject === "assistant" ? "assistant" : "user",
    form: "statement",
    ...more,
  };
}

/** Makes a batch, whose words all weigh the same. */
export function batch(turns: readonly Turn[], more: Partial<Batch> = {}): Batch {
  return {
    turns,
    before: [],
    facts: [],
    isForgotten: () => false,
    weights: { weightOf: (term) => (documentTerms(term).length > 0 ? 1 : 0) },
    ...more,
  };
}

/** Makes a fact that holds. */
export function fact(
  ...[id, subject, text, more = {}]: readonly [string, string, string, Partial<Fact>?]
): Fact {
  return {
    id,
    subject,
    text,
    key: `mind/fact/${id}`,
    version: 1,
    block: "other",
    evidence: [
      {
        source: `source of ${id}`,
        quote: text,
      },
    ],
    by: "rule",
    run: "run",
    importance: 0.5,
    trust: 1,
    occurredAt: new Date("2026-01-10T10:00:00Z"),
    ...more,
  };
}

/** Makes the evidence of one quote. */
export function from(source: string, quote: string): readonly Evidence[] {
  return [{ source, quote }];
}

/** Makes a proposal to add. */
export function add(
  subject: string,
  text: string,
  evidence: readonly Evidence[],
): Extract<Proposal, { op: "add" }> {
  return { op: "add", reason: "durable", by: "model", subject, text, evidence };
}

/** Returns why proposals are refused; `accepted` for one that is a change. */
export function outcomes(proposals: readonly Proposal[], of: Batch): readonly string[] {
  return proposals.map((proposal) => {
    const { changes, refused }: CheckedProposals = checkProposals([proposal], of);
    return refused[0]?.reason ?? (changes.length > 0 ? "accepted" : "nothing");
  });
}
