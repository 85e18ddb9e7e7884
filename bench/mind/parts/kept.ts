import type { MemoryRoot } from "@kioku/core";
import { keepSentences, wordWeights, type Turn } from "@kioku/mind";

import { withTemporaryMemory } from "../../recall/temporary-memory.ts";
import { answersKept, countWords } from "../count-words.ts";
import { liveThrough } from "../live-through.ts";
import type { Figure, MindPart } from "../mind-part.ts";
import type { MindGroup, MindSet } from "../mind-set.ts";
import { seededOrder } from "../seeded-order.ts";
import { inBatches, toTurns } from "../to-turns.ts";

/** Share of answers at the length of the gold observations. */
const BAR = 0.74;
/** Turns that a run of a mind looks at, by default. */
const BATCH = 20;
/** Halvings of the share until the length is right. */
const STEPS = 10;
/** Talks that a mind lives through until the length is right. */
const ATTEMPTS = 6;
const CATEGORIES = new Set(["single-hop", "multi-hop"]);

/** Answers in the words that a mind keeps of a talk, at the length of the gold observations. */
export const kept: MindPart = {
  name: "kept",
  figures: "share of answers whose words are kept, at the length of the gold observations",
  needsData: true,
  run: (set, progress) =>
    withTemporaryMemory(async (memory) => {
      const rows: Row[] = [];
      const groups = groupsOf(set).slice(0, progress.isQuick ? 1 : undefined);
      for (const [done, group] of groups.entries()) {
        progress.show("kept", done, groups.length);
        rows.push(await measure(group, memory));
      }
      return figuresOf(rows);
    }),
};

type Row = Readonly<Record<string, number>>;

/** Returns the talks of a set. */
export function groupsOf(set: MindSet | undefined): readonly MindGroup[] {
  return set?.groups ?? [];
}

async function measure(group: MindGroup, memory: MemoryRoot): Promise<Row> {
  const turns = toTurns(group.records);
  const answers = group.answers.filter(({ category }) => CATEGORIES.has(category));
  const gold = group.observations.map(({ text }) => text).join("\n");
  const length = countWords(gold);
  const texts = turns.map(({ text }) => text);
  const all = texts.join("\n");
  const byRule = await keptByRule(turns, { memory, length });
  const byMind = await keptByMind(group, { memory, length, share: byRule.share });
  const { facts: byDefault } = await liveThrough(memory, group);
  return {
    answers: answers.length,
    words: length,
    allWords: countWords(all),
    byMind: answersKept(answers, byMind),
    mindWords: countWords(byMind),
    byRule: answersKept(answers, byRule.text),
    ruleWords: countWords(byRule.text),
    byDefault: answersKept(answers, byDefault),
    defaultWords: countWords(byDefault),
    random: answersKept(answers, upTo(seededOrder(texts, 7), length)),
    lead: answersKept(answers, upTo(texts, length)),
    observations: answersKept(answers, gold),
    summaries: answersKept(answers, group.summaries.map(({ text }) => text).join("\n")),
    everything: answersKept(answers, all),
  };
}

interface Target {
  readonly memory: MemoryRoot;
  /** Most words. */
  readonly length: number;
}

/** Keeps as much as fits by the rule alone, in batches as they come. */
async function keptByRule(
  turns: readonly Turn[],
  { memory, length }: Target,
): Promise<{ readonly text: string; readonly share: number }> {
  const batches = await Promise.all(
    inBatches(turns, BATCH).map(async (batch) => {
      return { batch, weights: await wordWeights(memory, batch) };
    }),
  );
  let [least, most, best] = [0, 1, ""];
  for (let step = 0; step < STEPS; step += 1) {
    const share = (least + most) / 2;
    const sentences = batches.flatMap(({ batch, weights }) =>
      keepSentences(batch, { weights, share }),
    );
    const text = sentences.map((sentence) => sentence.text).join("\n");
    if (countWords(text) > length) most = share;
    else [least, best] = [share, text];
  }
  return { text: best, share: least };
}

/** Sets `keepShare` so that what a mind keeps fits: that of the rule is about right. */
async function keptByMind(
  group: MindGroup,
  { memory, length, share }: Target & { readonly share: number },
): Promise<string> {
  let [least, most, best] = [share / 2, Math.min(1, share * 1.25), ""];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const keepShare = (least + most) / 2;
    const { facts } = await liveThrough(memory, group, { keepShare });
    if (countWords(facts) > length) most = keepShare;
    else [least, best] = [keepShare, facts];
  }
  return best;
}

/** Joins texts from the first on, each that fits into a number of words. */
export function upTo(texts: readonly string[], words: number): string {
  let free = words;
  const taken = texts.filter((text) => {
    const count = countWords(text);
    if (count > free) return false;
    free -= count;
    return true;
  });
  return taken.join("\n");
}

function figuresOf(rows: readonly Row[]): readonly Figure[] {
  const sum = (name: string): number => rows.reduce((total, row) => total + (row[name] ?? 0), 0);
  const answers = sum("answers");
  const mean = (name: string): number =>
    rows.reduce((total, row) => total + (row[name] ?? 0) * (row["answers"] ?? 0), 0) / answers;
  return [
    { name: "facts of a mind", value: mean("byMind"), atLeast: BAR },
    { name: "facts of a mind: words / gold", value: sum("mindWords") / sum("words"), atMost: 1 },
    { name: "rule alone, in batches", value: mean("byRule"), atLeast: BAR },
    { name: "rule alone: words / gold", value: sum("ruleWords") / sum("words"), atMost: 1 },
    { name: "by default", value: mean("byDefault") },
    { name: "by default: words / gold", value: sum("defaultWords") / sum("words") },
    { name: "by default: words / talk", value: sum("defaultWords") / sum("allWords") },
    { name: "random turns", value: mean("random") },
    { name: "first turns", value: mean("lead") },
    { name: "gold observations", value: mean("observations") },
    { name: "gold summaries", value: mean("summaries") },
    { name: "all turns", value: mean("everything") },
    { name: "answers", value: answers },
  ];
}
