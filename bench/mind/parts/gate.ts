import type { Memory } from "@kioku/core";
import { documentTerms } from "@kioku/core/toolkit";
import { checkProposals, wordWeights, type Batch, type Turn, type WordWeights } from "@kioku/mind";

import { withTemporaryMemory } from "../../recall/temporary-memory.ts";
import type { Figure, MindPart } from "../mind-part.ts";
import type { GoldObservation, MindGroup } from "../mind-set.ts";
import { seededOrder } from "../seeded-order.ts";
import { toTurns } from "../to-turns.ts";
import { groupsOf } from "./kept.ts";

/** Turns of a batch, and those just before. */
const BATCH = 20;
const BEFORE = 3;
const SENTENCE_END = /(?<=[.!?。！？…\n])\s*/u;
const WORDS = /\p{L}+/gu;
const QUESTION = /[?？]\W*$/u;

/** Sources that an observation is proposed with. */
const SOURCES = ["right source", "another turn of the session", "a turn of another talk"] as const;

/** Gold observations, proposed as a model would, with their sources and with other ones. */
export const gate: MindPart = {
  name: "gate",
  figures: "share of gold observations that pass the gate, with right and wrong sources",
  needsData: true,
  run: (set, progress) =>
    withTemporaryMemory(async (memory) => {
      const groups = groupsOf(set);
      const tried = progress.isQuick ? groups.slice(0, 1) : groups;
      const outcomes = new Map(SOURCES.map((name) => [name, new Map<string, number>()]));
      let foreign = 0;
      for (const [done, group] of tried.entries()) {
        progress.show("gate", done, tried.length);
        const other = groups[(groups.indexOf(group) + 1) % groups.length] ?? group;
        foreign += await replay({ group, other, memory, outcomes });
      }
      return toFigures(outcomes, foreign);
    }),
};

interface Replay {
  readonly group: MindGroup;
  readonly other: MindGroup;
  readonly memory: Memory;
  readonly outcomes: ReadonlyMap<string, Map<string, number>>;
}

/** Proposes the observations of a talk; returns how many are of what another person said. */
async function replay({ group, other, memory, outcomes }: Replay): Promise<number> {
  const [own, others] = [new Talk(group, memory), new Talk(other, memory)];
  const foreign = seededOrder(others.turns, 3);
  const count = (source: string, outcome: string): void => {
    const counts = outcomes.get(source);
    counts?.set(outcome, (counts.get(outcome) ?? 0) + 1);
  };
  let skipped = 0;
  for (const [index, observation] of group.observations.entries()) {
    const { speaker, sources } = observation;
    const right = own.turns.find(({ id, subject }) => sources.includes(id) && subject === speaker);
    if (!right) {
      skipped += 1;
      continue;
    }
    const wrong = own.turns.filter(
      ({ id, thread, subject }) =>
        thread === right.thread && subject === speaker && !sources.includes(id),
    );
    const strange = foreign[index % foreign.length];
    count(SOURCES[0], await own.propose(observation, right));
    for (const turn of wrong) count(SOURCES[1], await own.propose(observation, turn));
    if (!strange) continue;
    const named = renamed(observation, own, { others, strange });
    count(SOURCES[2], await others.propose(named, strange));
  }
  return skipped;
}

/** Gives the persons of an observation the names of another talk, so that no name gives it away. */
function renamed(
  { text, ...rest }: GoldObservation,
  own: Talk,
  { others, strange }: { readonly others: Talk; readonly strange: Turn },
): GoldObservation {
  const { speaker } = rest;
  const listener = own.speakers.find((name) => name !== speaker) ?? "";
  const hearer = others.speakers.find((name) => name !== strange.subject) ?? "";
  const named = text.replaceAll(speaker, strange.subject);
  return {
    ...rest,
    speaker: strange.subject,
    text: listener === "" ? named : named.replaceAll(listener, hearer),
  };
}

/** Turns of a talk. */
class Talk {
  readonly turns: readonly Turn[];
  readonly speakers: readonly string[];
  readonly #memory: Memory;
  readonly #weights = new Map<string, WordWeights>();

  constructor({ records }: MindGroup, memory: Memory) {
    this.turns = toTurns(records);
    this.speakers = [...new Set(this.turns.map(({ subject }) => subject))];
    this.#memory = memory;
  }

  /** Returns `accepted`, or the reason why an observation is refused with this source. */
  async propose({ text, speaker }: GoldObservation, source: Turn): Promise<string> {
    const batch = await this.#batchOf(source);
    const quote = bestSentence(text, source, batch);
    const { refused } = checkProposals(
      [
        {
          op: "add",
          reason: "replayed",
          by: "gold",
          text,
          subject: speaker,
          evidence: [
            {
              source: source.id,
              quote,
            },
          ],
        },
      ],
      batch,
    );
    return refused[0]?.reason ?? "accepted";
  }

  async #batchOf(source: Turn): Promise<Batch> {
    const session = this.turns.filter(({ thread }) => thread === source.thread);
    const start = Math.floor(session.indexOf(source) / BATCH) * BATCH;
    const turns = session.slice(start, start + BATCH);
    const first = turns[0]?.id ?? "";
    const weights = this.#weights.get(first) ?? (await wordWeights(this.#memory, turns));
    this.#weights.set(first, weights);
    return {
      turns,
      before: session.slice(Math.max(0, start - BEFORE), start),
      facts: [],
      weights,
      isForgotten: () => false,
    };
  }
}

/** Returns the sentence of a turn that has most of a text's words, a statement if there is one. */
function bestSentence(text: string, source: Turn, { weights }: Batch): string {
  const sentences = source.text
    .split(SENTENCE_END)
    .filter((sentence) => (sentence.match(WORDS)?.length ?? 0) > 1);
  const statements = sentences.filter((sentence) => !QUESTION.test(sentence));
  const words = new Set(documentTerms(text));
  const weigh = (sentence: string): number =>
    [...new Set(documentTerms(sentence))]
      .filter((term) => words.has(term))
      .reduce((sum, term) => sum + weights.weightOf(term), 0);
  const [best = source.text] = (statements.length > 0 ? statements : sentences).toSorted(
    (a, b) => weigh(b) - weigh(a),
  );
  return best;
}

function toFigures(
  outcomes: ReadonlyMap<string, ReadonlyMap<string, number>>,
  foreign: number,
): readonly Figure[] {
  const bars = [{ atLeast: 0.9 }, { atMost: 0.05 }, { atMost: 0.01 }];
  const figures = [...outcomes].flatMap(([source, counts], index): readonly Figure[] => {
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const share = (counts.get("accepted") ?? 0) / Math.max(1, all);
    const refusals = [...counts].filter(([reason]) => reason !== "accepted");
    return [
      { name: `accepted, ${source}`, value: share, ...bars[index] },
      ...refusals
        .toSorted(([, a], [, b]) => b - a)
        .map(([reason, value]) => ({ name: `${reason}, ${source}`, value })),
    ];
  });
  return [...figures, { name: "left out: another person said it", value: foreign }];
}
