import { createMemory, inMemoryStore, type TextModel } from "@kioku/core";
import { estimateTokens } from "@kioku/core/toolkit";
import { askModel, checkProposals, createMind, type Batch } from "@kioku/mind";

import { GARBAGE } from "../garbage-answers.ts";
import type { Figure, MindPart } from "../mind-part.ts";

const ANSWERS = 1_000;
const QUICK_ANSWERS = 90;

/** A short talk in two languages, and a fact that is known. */
const BATCH: Batch = {
  turns: [
    ["t-1", "Mara", "I moved to Lisbon in March, and I am allergic to peanuts."],
    ["t-2", "assistant", "Lisbon is lovely in spring. I will keep peanuts out of the recipes."],
    ["t-3", "Mara", "My brother Tom visits me on 12 May. He does not like fish."],
    ["t-4", "小雨", "我上个月换了工作，现在在一家医院当护士。"],
    ["t-5", "小雨", "我养了两只猫，一只叫豆豆。"],
  ].map(([id = "", subject = "", text = ""], index) => ({
    id,
    subject,
    text,
    thread: "talk",
    form: "statement",
    role: subject === "assistant" ? "assistant" : "user",
    at: new Date(Date.UTC(2026, 3, 20, 9, index)),
    trust: 1,
    importance: 0.5,
  })),
  before: [],
  facts: [
    {
      id: "fact-1",
      key: "mind/fact/1",
      version: 1,
      text: "I live in Porto.",
      subject: "Mara",
      attribute: "home",
      value: "porto",
      block: "home",
      by: "rule",
      run: "run-1",
      evidence: [
        {
          source: "t-0",
          quote: "I live in Porto.",
        },
      ],
      importance: 0.8,
      trust: 1,
      occurredAt: new Date(Date.UTC(2026, 0, 5)),
    },
  ],
  weights: { weightOf: () => 1 },
  isForgotten: () => false,
};

/** Answers of a model that is broken, attacked or no use, each of which must change nothing. */
export const garbage: MindPart = {
  name: "garbage",
  figures: "changes and crashes of 1,000 answers that are no use",
  needsData: false,
  run: async (_, progress) => {
    const count = progress.isQuick ? QUICK_ANSWERS : ANSWERS;
    const outcomes = new Map<string, number>();
    let [changes, crashes, uncounted] = [0, 0, 0];
    for (let index = 0; index < count; index += 1) {
      const kind = GARBAGE[index % GARBAGE.length];
      if (kind === undefined) continue;
      progress.show("garbage", index, count);
      try {
        const text = kind.write(index);
        const { changed, problems } = await ask(text, kind.isComplete);
        changes += changed;
        const whole = await consolidate(modelOf(text, kind));
        changes += whole.changed;
        if (!whole.isCounted) uncounted += 1;
        if (problems.length === 0) uncounted += 1;
        const name = `${kind.name}: ${problems.join(" and ")}`;
        outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
      } catch {
        crashes += 1;
      }
    }
    return [
      { name: "changes", value: changes, atMost: 0 },
      { name: "crashes", value: crashes, atMost: 0 },
      { name: "answers that nothing counts", value: uncounted, atMost: 0 },
      ...[...outcomes].map(([name, value]): Figure => ({ name, value })),
    ];
  },
};

function modelOf(text: string, { isComplete }: { readonly isComplete: boolean }): TextModel {
  const outputTokens = estimateTokens(text.slice(0, 1_000));
  return { id: "garbage", generate: async () => ({ text, isComplete, outputTokens }) };
}

/** Lets a model answer a text; returns the changes, and how the answer was counted. */
async function ask(
  text: string,
  isComplete: boolean,
): Promise<{ readonly changed: number; readonly problems: readonly string[] }> {
  const answer = await askModel(modelOf(text, { isComplete }), { batch: BATCH, summary: [] });
  if (!answer.isUsable) return { changed: 0, problems: [answer.problem] };
  const { changes, refused } = checkProposals(answer.proposals, BATCH);
  const problems = new Set<string>(refused.map(({ reason }) => reason));
  if (answer.malformed > 0) problems.add("malformed");
  return { changed: changes.length, problems: [...problems].toSorted() };
}

/** Runs a whole mind over the talk; returns the changes by its model. */
async function consolidate(
  model: TextModel,
): Promise<{ readonly changed: number; readonly isCounted: boolean }> {
  await using memory = createMemory({ store: inMemoryStore() });
  await using mind = createMind({ memory, model, automatic: false });
  const turns = BATCH.turns.map(({ text, subject, role, at }) => ({
    content: text,
    speaker: subject,
    origin: role,
    at,
  }));
  await mind.session("talk").hear(turns);
  const { changes, refusals, refused, badAnswers } = await mind.consolidate();
  const isRefused = refused.some(({ by }) => by !== "rule") || (refusals.malformed ?? 0) > 0;
  return {
    changed: changes.filter(({ by }) => by !== "rule").length,
    isCounted: badAnswers > 0 || isRefused,
  };
}
