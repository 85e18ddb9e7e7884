import type { TextModel } from "@kioku/core";

import { badModel } from "../bad-model.ts";
import { EIGHT_FACTS, fillers } from "../fillers.ts";
import type { Figure, MindPart } from "../mind-part.ts";
import { withMind } from "../with-mind.ts";

const FILLERS = 50;
const QUICK_FILLERS = 4;
const MOST_FILLERS = 200;
const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 5, 9);

/** Eight facts in the first turns, then small news, a run after each turn. */
export const durableFacts: MindPart = {
  name: "fillers",
  figures: "facts of eight that the portrait shows after 50 turns of small news and 50 runs",
  needsData: false,
  run: async (_, progress) => {
    const count = progress.isQuick ? QUICK_FILLERS : FILLERS;
    progress.show("fillers, by rules", 0, 2);
    const byRules = await play(count);
    progress.show("fillers, with a bad model", 1, 2);
    const model = badModel();
    const withModel = await play(count, model);
    return [
      ...figuresOf("by rules", byRules),
      ...figuresOf("with a bad model", withModel),
      { name: "answers of the bad model", value: model.calls() },
    ];
  },
};

interface Played {
  readonly kept: number;
  readonly runs: number;
  readonly invented: number;
}

function play(least: number, model?: TextModel): Promise<Played> {
  return withMind(async ({ mind, tell, portrait }) => {
    const told: string[] = [];
    const hear = async (text: string): Promise<void> => {
      await tell([{ text }], new Date(START + told.length * DAY));
      told.push(text);
    };
    for (const { text } of EIGHT_FACTS) await hear(text);
    for (const text of fillers(least)) await hear(text);
    // Batches of which a model made nothing are no runs.
    for (const text of fillers(MOST_FILLERS).slice(least)) {
      if ((await mind.stats()).runs >= least) break;
      await hear(text);
    }
    const shown = await portrait("user");
    const { runs } = await mind.stats();
    return {
      kept: EIGHT_FACTS.filter(({ words }) =>
        shown.some(({ text }) => words.every((word) => text.includes(word))),
      ).length,
      runs,
      invented: shown.filter(({ text }) => !told.some((turn) => turn.includes(text))).length,
    };
  }, model);
}

function figuresOf(name: string, { kept, runs, invented }: Played): readonly Figure[] {
  return [
    { name: `facts kept, ${name}`, value: kept, atLeast: EIGHT_FACTS.length },
    { name: `sentences that nobody said, ${name}`, value: invented, atMost: 0 },
    { name: `runs, ${name}`, value: runs },
  ];
}
