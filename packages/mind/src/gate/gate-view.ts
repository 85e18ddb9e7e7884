import { documentTerms } from "@kioku/core/toolkit";

import type { Batch } from "../model/batch.js";
import type { Fact } from "../model/fact.js";
import type { Turn } from "../model/turn.js";

/** Turns just before a source that may give the name or number that it speaks of. */
const EARLIER = 3;
/** UTF-16 units of a turn that are looked at. */
const READ_LENGTH = 50_000;

/** A batch, arranged for the checks. */
export interface GateView {
  readonly batch: Batch;
  /** Turns of the batch by their ids. */
  readonly turns: ReadonlyMap<string, Turn>;
  /** Facts that hold, by their ids. */
  readonly facts: ReadonlyMap<string, Fact>;
  /** Names of who speaks in the thread. */
  readonly speakers: readonly string[];
  /** Returns turns and those just before each of them. */
  readonly withEarlier: (turns: readonly Turn[]) => readonly Turn[];
  /** Returns the terms of turns with those of the turns just before, and just after them. */
  readonly termsBeside: (turns: readonly Turn[]) => readonly ReadonlySet<string>[];
}

/** Arranges a batch for the checks. */
export function viewBatch(batch: Batch): GateView {
  const turns = batch.turns.map(clip);
  const order = [...batch.before.map(clip), ...turns];
  const places = new Map(order.map((turn, index) => [turn.id, index]));
  const terms = new Map<string, readonly string[]>();
  const stretch = (of: readonly Turn[], before: number, after: number): readonly Turn[] => {
    const found = of.flatMap(({ id }) => {
      const at = places.get(id) ?? 0;
      return order.slice(Math.max(0, at - before), at + after + 1);
    });
    return [...new Set(found)];
  };
  const termsOf = ({ id, text }: Turn): readonly string[] => {
    const known = terms.get(id) ?? documentTerms(text);
    terms.set(id, known);
    return known;
  };
  return {
    batch,
    turns: new Map(turns.map((turn) => [turn.id, turn])),
    facts: new Map(
      batch.facts.flatMap((fact) => (fact.validTo === undefined ? [[fact.id, fact]] : [])),
    ),
    speakers: [...new Set(order.map(({ subject }) => subject))],
    withEarlier: (of) => stretch(of, EARLIER, 0),
    termsBeside: (of) =>
      [stretch(of, 1, 0), stretch(of, 0, 1)].map((all) => new Set(all.flatMap(termsOf))),
  };
}

function clip(turn: Turn): Turn {
  return turn.text.length > READ_LENGTH ? { ...turn, text: turn.text.slice(0, READ_LENGTH) } : turn;
}
