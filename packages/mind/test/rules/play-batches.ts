import { textForm } from "@kioku/core/toolkit";

import type { Batch } from "../../src/model/batch.js";
import type { Fact } from "../../src/model/fact.js";
import type { Proposal } from "../../src/model/operation.js";
import type { Turn } from "../../src/model/turn.js";
import { proposeByRule } from "../../src/rules/propose-by-rule.js";

/** A turn as tests write it: a text of the user, or who said what. */
export type TurnText = string | { readonly by?: string; readonly text: string };

/** Makes turns a day apart. */
export function turnsOf(texts: readonly TurnText[], from = 0): readonly Turn[] {
  return texts.map((entry, at) => {
    const { by = "user", text } = typeof entry === "string" ? { text: entry } : entry;
    return {
      id: `t${from + at}`,
      text,
      thread: "",
      subject: by,
      form: textForm(text),
      role: by === "assistant" ? "assistant" : "user",
      at: new Date(Date.UTC(2026, 2, 1 + from + at)),
      trust: 1,
      importance: 0.5,
    };
  });
}

/** Makes a batch of turns and of what is known. */
export function batchOf(turns: readonly Turn[], facts: readonly Fact[] = []): Batch {
  return { turns, before: [], facts, weights: { weightOf: () => 6 }, isForgotten: () => false };
}

/** Proposes what a batch of texts makes of what is known, durable facts alone. */
export function propose(
  texts: readonly TurnText[],
  { facts = [], keepShare = 0 }: { facts?: readonly Fact[]; keepShare?: number } = {},
): readonly Proposal[] {
  return proposeByRule(batchOf(turnsOf(texts, facts.length), facts), { keepShare });
}

/** Plays turns, each in a batch of its own, and returns the facts that hold at the end. */
export function play(turns: readonly Turn[], keepShare = 0.22): readonly Fact[] {
  let facts: readonly Fact[] = [];
  for (const turn of turns) {
    const proposals = proposeByRule(batchOf([turn], facts), { keepShare });
    facts = apply(facts, proposals, turn);
  }
  return facts;
}

function apply(
  facts: readonly Fact[],
  proposals: readonly Proposal[],
  turn: Turn,
): readonly Fact[] {
  const gone = new Set(
    proposals.flatMap((one) =>
      one.op === "supersede" || one.op === "retract" ? [one.target] : [],
    ),
  );
  const added = proposals.flatMap((one): readonly Fact[] => {
    if (one.op !== "add" && one.op !== "supersede") return [];
    const { text, subject, attribute, value, block = "other", evidence, by } = one;
    const id = `${turn.id}/${text}`;
    return [
      {
        id,
        key: id,
        version: 1,
        text,
        subject,
        block,
        evidence,
        by,
        run: "run",
        ...(attribute === undefined ? {} : { attribute }),
        ...(value === undefined ? {} : { value }),
        importance: 0.5,
        trust: 1,
        occurredAt: turn.at,
      },
    ];
  });
  return [...facts.filter(({ id }) => !gone.has(id)), ...added];
}
