import type { SkillMatch, WakeReason } from "@kioku/skills";

import { percentile } from "../../recall/metrics.ts";
import type { SkillSet } from "../skill-set.ts";
import type { AskedSet, AskedUtterance } from "./ask-utterances.ts";
import { measureCalibration } from "./calibration.ts";
import type { Calibration } from "./calibration.ts";
import { countConfusion } from "./confusion.ts";
import type { Confusion } from "./confusion.ts";
import { languageOf } from "./language-of.ts";
import type { Language } from "./language-of.ts";

/** One pair of an utterance and a skill that went wrong. */
export interface WrongPair {
  readonly text: string;
  readonly expected: readonly string[];
  /**
   * The skill that woke or did not, with the score, the threshold and the reason; only the name
   * where there is no match.
   */
  readonly match: Pick<SkillMatch, "skill"> & Partial<SkillMatch>;
}

/** Result at one threshold. */
export interface CurvePoint extends Confusion {
  readonly threshold: number;
}

/** Figures of one run on a set; shares from 0 to 1. */
export interface QualityReport extends Confusion, Calibration {
  readonly set: string;
  readonly embedder: string;
  readonly skills: number;
  readonly utterances: number;
  /**
   * Score that the first match had to reach: triggers may bring their own. 0 if there is no match.
   */
  readonly threshold: number;
  /** Utterances that should wake nothing. */
  readonly expectingNone: number;
  /** Number of them that woke something. */
  readonly disturbed: number;
  /** Skills that should have woken and did not, by the reason why. */
  readonly missedBy: Readonly<Partial<Record<WakeReason | "no match", number>>>;
  /** Median time of one `runtime.match`, in milliseconds. */
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly bars: Readonly<Record<string, boolean>>;
  readonly bySkill: Readonly<Record<string, Confusion>>;
  readonly byLanguage: Readonly<Partial<Record<Language, Confusion>>>;
  /** Pairs whose skill has no example in the language of the utterance. */
  readonly acrossLanguages: { readonly expected: number; readonly woken: number };
  readonly wrongWakes: readonly WrongPair[];
  readonly misses: readonly WrongPair[];
  readonly curve: readonly CurvePoint[];
}

/** Bars for waking. */
const BARS = { precision: 0.9, recall: 0.7 };

/** Counts what was asked. */
export function makeQualityReport(
  set: SkillSet,
  { utterances, thresholds }: AskedSet,
  embedder: string,
): QualityReport {
  const times = utterances.map(({ durationMs }) => durationMs);
  const quiet = utterances.filter(({ expected }) => expected.length === 0);
  const all = countConfusion(utterances);
  const misses = utterances.flatMap((asked) =>
    asked.expected.filter((name) => !asked.woken.includes(name)).map((name) => toPair(asked, name)),
  );
  const byReason = Map.groupBy(misses, ({ match }) => match.reason ?? "no match");
  return {
    set: set.name,
    embedder,
    skills: set.skills.length,
    utterances: utterances.length,
    threshold: utterances.flatMap(({ matches }) => matches)[0]?.threshold ?? 0,
    expectingNone: quiet.length,
    disturbed: quiet.filter(({ woken }) => woken.length > 0).length,
    ...all,
    ...measureCalibration(utterances),
    missedBy: Object.fromEntries([...byReason].map(([reason, own]) => [reason, own.length])),
    p50Ms: Number(percentile(times, 0.5).toFixed(3)),
    p95Ms: Number(percentile(times, 0.95).toFixed(3)),
    bars: {
      [`precision at least ${BARS.precision}`]: all.precision >= BARS.precision,
      [`recall at least ${BARS.recall}`]: all.recall >= BARS.recall,
    },
    bySkill: Object.fromEntries(
      set.skills.map(({ name }) => [name, countConfusion(utterances, name)]),
    ),
    byLanguage: Object.fromEntries(
      [...Map.groupBy(utterances, ({ text }) => languageOf(text))]
        .toSorted(([, a], [, b]) => b.length - a.length)
        .map(([language, own]) => [language, countConfusion(own)]),
    ),
    acrossLanguages: countAcross(set, utterances),
    wrongWakes: utterances.flatMap((asked) =>
      asked.woken
        .filter((name) => !asked.expected.includes(name))
        .map((name) => toPair(asked, name)),
    ),
    misses,
    curve: thresholds.map(({ threshold, answers }) => ({ threshold, ...countConfusion(answers) })),
  };
}

function toPair({ text, expected, matches }: AskedUtterance, skill: string): WrongPair {
  return { text, expected, match: matches.find((match) => match.skill === skill) ?? { skill } };
}

/**
 * Returns a report without any text of its set: public sets are no part of the repository.
 */
export function withoutTexts(report: QualityReport): object {
  const { wrongWakes: _wakes, misses: _misses, ...figures } = report;
  return figures;
}

/** Counts utterances in one language: a mixed one shares a language with every example. */
function countAcross(
  { skills }: SkillSet,
  utterances: readonly AskedUtterance[],
): QualityReport["acrossLanguages"] {
  const spoken = new Map(
    skills.map(({ name, triggers }) => {
      const examples = triggers.flatMap((one) => (typeof one === "string" ? one : one.when));
      return [name, new Set(examples.map(languageOf))];
    }),
  );
  const pairs = utterances.flatMap(({ text, expected, woken }) => {
    const language = languageOf(text);
    if (language === "mixed") return [];
    const foreign = expected.filter((name) => {
      const languages = spoken.get(name);
      return !languages?.has(language) && !languages?.has("mixed");
    });
    return foreign.map((name) => woken.includes(name));
  });
  return { expected: pairs.length, woken: pairs.filter(Boolean).length };
}
