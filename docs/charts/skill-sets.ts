import { readResult } from "./measured/bench-results.ts";

/** Result of `npm run measure -- skills` on one set. */
interface SavedSkills {
  readonly skills: number;
  readonly utterances: number;
  readonly threshold: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** Expected calibration error. */
  readonly ece: number;
  readonly bins: readonly {
    readonly utterances: number;
    readonly score: number;
    readonly right: number;
  }[];
  readonly curve: readonly {
    readonly right: number;
    readonly wrong: number;
    readonly precision: number;
    readonly recall: number;
  }[];
}

/** A set of utterances, and where it is from. */
export interface SkillSetResult extends SavedSkills {
  /** Short name. */
  readonly name: string;
  /** Words that say where it is from. */
  readonly title: string;
  /** Under bench/results. */
  readonly file: string;
  readonly isPublic: boolean;
}

const SETS = [
  ["hwu-64", "HWU64, 64 intents", "HWU64, 64 intents, 5 examples each"],
  ["hwu-10", "HWU64, 10 intents", "HWU64, 10 intents, 5 examples each"],
  ["snips-7", "SNIPS, 7 intents", "SNIPS, 7 intents, 5 examples each"],
  ["everyday", "everyday", "ours: what everybody asks a phone, English and Chinese"],
  ["assistant", "assistant, harder", "ours, harder: sport, school, shares, animals"],
] as const;

/** Reads the results of all sets, public ones first. */
export function readSkillSets(): readonly SkillSetResult[] {
  return SETS.map(([set, name, title]) => {
    const file = `skills/${set}.json`;
    return {
      ...(readResult(file) as SavedSkills),
      name,
      title,
      file,
      isPublic: !title.startsWith("ours"),
    };
  });
}
