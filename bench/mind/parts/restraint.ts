import { readFile } from "node:fs/promises";

import type { Figure, MindPart, PartProgress } from "../mind-part.ts";
import { withMind, type ToldTurn } from "../with-mind.ts";

/** A case in which the newest statement is, or is not, the truest. */
interface RestraintCase {
  readonly id: string;
  readonly language: "en" | "zh";
  readonly turns: readonly (ToldTurn & { readonly at: string })[];
  readonly subject: string;
  readonly attribute: string;
  /** Words that current facts of the attribute must contain. */
  readonly holds: readonly string[];
  /** Words that no current fact with an attribute may contain; plans hold later, if at all. */
  readonly gone: readonly string[];
}

/** Share of cases: 38 of 40. */
const BAR = 0.95;
const QUICK = 4;
/** Name of the figure, and file. The rules were never tuned on the second. */
const SETS = [
  ["tuned on", "restraint.json"],
  ["held out", "restraint-held-out.json"],
] as const;

/** Cases of "newest is not truest", each played to a whole mind, a run after each turn. */
export const restraint: MindPart = {
  name: "restraint",
  figures: "share of cases in which what holds is known after anecdotes, jokes and real changes",
  needsData: false,
  run: async (_, progress) => {
    const figures: Figure[] = [];
    for (const [name, file] of SETS) figures.push(...(await measure(name, file, progress)));
    return figures;
  },
};

async function measure(
  name: string,
  file: string,
  progress: PartProgress,
): Promise<readonly Figure[]> {
  const text = await readFile(new URL(`../data/${file}`, import.meta.url), "utf8");
  const all = JSON.parse(text) as readonly RestraintCase[];
  const cases = progress.isQuick ? all.slice(0, QUICK) : all;
  const results: { readonly language: string; readonly isRight: boolean }[] = [];
  for (const one of cases) {
    progress.show(`restraint, ${name}`, results.length, cases.length);
    results.push({ language: one.language, isRight: await isRight(one) });
  }
  const shareOf = (language?: string): number => {
    const chosen = results.filter((one) => language === undefined || one.language === language);
    return chosen.filter((one) => one.isRight).length / Math.max(chosen.length, 1);
  };
  return [
    { name: `${name}: right`, value: shareOf(), atLeast: BAR },
    { name: `${name}: right in English`, value: shareOf("en") },
    { name: `${name}: right in Chinese`, value: shareOf("zh") },
    { name: `${name}: cases`, value: cases.length },
  ];
}

function isRight({ turns, subject, attribute, holds, gone }: RestraintCase): Promise<boolean> {
  return withMind(async ({ tell, portrait }) => {
    for (const turn of turns) await tell([turn], new Date(turn.at));
    const now = (await portrait(subject)).filter((fact) => fact.attribute !== undefined);
    const own = textOf(now.filter((fact) => fact.attribute === attribute));
    const others = textOf(now.filter((fact) => fact.attribute !== "plan"));
    return holds.every((word) => own.includes(word)) && !gone.some((word) => others.includes(word));
  });
}

function textOf(facts: readonly { readonly text: string }[]): string {
  return facts.map(({ text }) => text).join("\n");
}
