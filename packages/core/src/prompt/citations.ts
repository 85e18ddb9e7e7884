import type { Citations, CitedMemory } from "./prompt-context.js";

/** `[m1]`, `[m1, m2]`, also in the brackets of Chinese text. */
const CITATION = /[[【［]\s*(?<labels>m\d{1,6}(?:\s*[,，、;]\s*m\d{1,6}){0,99})\s*[\]】］]/giu;

/** The memories whose labels an answer holds, in the order of first mention, and labels that name none. */
export function resolveCitations(answer: string, included: readonly CitedMemory[]): Citations {
  const byLabel = new Map(included.map((one) => [one.label, one]));
  const labels = new Set(
    [...answer.matchAll(CITATION)].flatMap(
      (match) => match.groups?.["labels"]?.toLowerCase().match(/m\d+/gu) ?? [],
    ),
  );
  const cited: CitedMemory[] = [];
  const unknown: string[] = [];
  for (const one of labels) {
    const memory = byLabel.get(one);
    if (memory) cited.push(memory);
    else unknown.push(one);
  }
  return { cited, unknown };
}
