import { checkList, invalidInput } from "../internal/check/check.js";

/** `[m1]`, `[m1, m2]`, also in the brackets of Chinese text. */
const CITATION = /[[【［]\s*(?<labels>m\d{1,6}(?:\s*[,，、;]\s*m\d{1,6}){0,99})\s*[\]】］]/giu;

/** A part of a prompt with a label. */
export interface Labelled {
  /** `m1`, `m2`, … */
  readonly label: string;
}

/** Citations of an answer. */
export interface ResolvedCitations<T extends Labelled> {
  /** In the order of first mention. */
  readonly cited: readonly T[];
  /** Labels that name nothing of the prompt. */
  readonly unknown: readonly string[];
}

/** Finds the parts of a prompt that an answer cites by labels such as `[m1]`, each once. */
export function resolveCitations<T extends Labelled>(
  answer: string,
  included: readonly T[],
): ResolvedCitations<T> {
  if (typeof answer !== "string") throw invalidInput("answer", "a string", answer);
  checkList(included, "included", "a list");
  const byLabel = new Map(included.map((one) => [one.label, one]));
  const labels = new Set(
    [...answer.matchAll(CITATION)].flatMap(
      (match) => match.groups?.["labels"]?.toLowerCase().match(/m\d+/gu) ?? [],
    ),
  );
  return {
    cited: [...labels].flatMap((one) => byLabel.get(one) ?? []),
    unknown: [...labels].filter((one) => !byLabel.has(one)),
  };
}
