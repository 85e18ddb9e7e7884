import type { MemoryRoot } from "@kioku/core";
import { summarize, wordWeights } from "@kioku/mind";

import { withTemporaryMemory } from "../../recall/temporary-memory.ts";
import { countWords, observationsTold } from "../count-words.ts";
import { liveThrough } from "../live-through.ts";
import type { Figure, MindPart } from "../mind-part.ts";
import type { MindGroup } from "../mind-set.ts";
import { seededOrder } from "../seeded-order.ts";
import { toTurns } from "../to-turns.ts";
import { groupsOf, upTo } from "./kept.ts";

/** Share of observations in the first talk, and in the others. */
const BARS = [0.61, 0.42];

type Told = Readonly<
  Record<"summary" | "episode" | "words" | "random" | "lead" | "gold" | "all", number>
>;

/** Observations that summaries of sessions tell, at the length of the gold ones. */
export const summaries: MindPart = {
  name: "summaries",
  figures: "share of gold observations told, at the length of the gold summary of the session",
  needsData: true,
  run: (set, progress) =>
    withTemporaryMemory(async (memory) => {
      const groups = groupsOf(set).slice(0, progress.isQuick ? 1 : undefined);
      const rows: Told[] = [];
      for (const [done, group] of groups.entries()) {
        progress.show("summaries", done, groups.length);
        rows.push(await measure(group, memory));
      }
      const others = rows.slice(1);
      return [
        ...(rows[0] === undefined ? [] : figuresOf("talk 1", rows.slice(0, 1), BARS[0])),
        ...(others.length === 0 ? [] : figuresOf("others", others, BARS[1])),
      ];
    }),
};

async function measure(group: MindGroup, memory: MemoryRoot): Promise<Told> {
  const turns = toTurns(group.records);
  let observed = 0;
  const { summaries: episodes } = await liveThrough(memory, group);
  let [words, goldWords] = [0, 0];
  const told = { words: 0, summary: 0, episode: 0, random: 0, lead: 0, gold: 0, all: 0 };
  for (const { thread, text: gold } of group.summaries) {
    const observations = group.observations.filter((one) => one.thread === thread);
    const session = turns.filter((turn) => turn.thread === thread);
    const maxWords = countWords(gold);
    const weights = await wordWeights(memory, session);
    const texts = session.map(({ text }) => text);
    const candidates = {
      summary: summarize(session, { weights, maxWords })
        .map(({ text }) => text)
        .join("\n"),
      episode: episodes.get(thread) ?? "",
      random: upTo(seededOrder(texts, 7), maxWords),
      lead: upTo(texts, maxWords),
      gold,
      all: texts.join("\n"),
    };
    observed += observations.length;
    goldWords += maxWords;
    words += countWords(candidates.episode);
    for (const name of NAMES) {
      told[name] += observationsTold(observations, candidates[name]) * observations.length;
    }
  }
  for (const name of NAMES) told[name] /= Math.max(observed, 1);
  return { ...told, words: words / Math.max(goldWords, 1) };
}

const NAMES = ["summary", "episode", "random", "lead", "gold", "all"] as const;

function figuresOf(talks: string, rows: readonly Told[], bar = 0): readonly Figure[] {
  const mean = (name: keyof Told): number =>
    rows.reduce((total, row) => total + row[name], 0) / rows.length;
  return [
    { name: `${talks}: summaries`, value: mean("summary"), atLeast: bar },
    { name: `${talks}: episodes of a mind, by default`, value: mean("episode") },
    { name: `${talks}: episodes: words / gold`, value: mean("words") },
    { name: `${talks}: random turns`, value: mean("random") },
    { name: `${talks}: first turns`, value: mean("lead") },
    { name: `${talks}: gold summaries`, value: mean("gold") },
    { name: `${talks}: all turns`, value: mean("all") },
  ];
}
