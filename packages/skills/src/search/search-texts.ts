import type { AnySkill } from "@kioku/core/toolkit";

import { describedSentences } from "../trigger/sentences.js";
import { clip } from "../trigger/skill-texts.js";

/** Most sentences of a skill to embed. */
const MOST_SENTENCES = 24;
const NAME_JOINTS = /[\s_./:-]+/gu;

/** Texts to find a skill by. */
export interface SearchTexts {
  /** Words of its name. */
  readonly name: string;
  /** Sentences of its description and `whenToUse`, without those about what it is not for. */
  readonly sentences: readonly string[];
  /** Examples of its triggers that neither says. */
  readonly examples: readonly string[];
}

/** Returns the texts to find a skill by. */
export function searchTexts(skill: AnySkill): SearchTexts {
  const { name, description, whenToUse = "", triggers = [] } = skill;
  const told = `${clip(description)}\n${clip(whenToUse)}`;
  const examples = triggers.flatMap(({ when }) => when).map(clip);
  return {
    name: name.replaceAll(NAME_JOINTS, " "),
    sentences: describedSentences(told).meant.slice(0, MOST_SENTENCES),
    examples: examples.filter((example) => !told.includes(example)),
  };
}
