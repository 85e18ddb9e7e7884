import type { Embedder, JsonValue, Memory, Schedule } from "@kioku/core";
import {
  checkBoolean,
  checkFunction,
  checkMembers,
  checkMethods,
  checkNumber,
  checkText,
  checkTexts,
  invalidInput,
  waitedTimer,
} from "@kioku/core/toolkit";
import type { AnySkill } from "@kioku/core/toolkit";
import { cachedEmbedder } from "@kioku/plugins/embedders";

/** Makes a skill. All that it makes are the same. */
export type CreateSkill = () => AnySkill | Promise<AnySkill>;

/** A question that another skill can ask the shared memory after the skill has run. */
export interface AnsweredQuestion {
  /** The question, in the words of the other skill. */
  readonly question: string;
  /** A part of the content of the best hit. */
  readonly answer: string;
}

/** Options of `skillConformance`. */
export interface SkillConformanceOptions {
  /**
   * Embeds texts; shared by all cases and not closed by them. Without it, no case about meaning
   * runs.
   * @defaultValue none
   */
  readonly embedder?: Embedder;
  /**
   * Inputs of `run`, each for a call that has to succeed. A skill with a `run` needs one, unless
   * its triggers call it.
   * @defaultValue none
   */
  readonly inputs?: readonly JsonValue[];
  /** Messages that have to wake it, besides the examples of its triggers. @defaultValue none */
  readonly wakes?: readonly string[];
  /** Messages that must not wake it, besides the counterexamples. @defaultValue none */
  readonly sleeps?: readonly string[];
  /** Questions that the memory answers by meaning after all calls. @defaultValue none */
  readonly answers?: readonly AnsweredQuestion[];
  /** Writes the records that the skill needs. @defaultValue nothing */
  readonly prepare?: (memory: Memory) => Promise<unknown>;
  /**
   * Claims that the same call again leaves the memory as it is, and that it answers and leaves the
   * same for another user. Without it, answers and texts may hold the time or chance: then only the
   * kinds of records are compared, and nobody may be told what was said to another.
   * @defaultValue `false`
   */
  readonly repeatable?: boolean;
  /** Time that a call that was aborted may take to end, in milliseconds. @defaultValue `1_000` */
  readonly graceMs?: number;
  /** Timers. @defaultValue `setTimeout` */
  readonly schedule?: Schedule;
}

export interface SkillSuiteOptions extends Required<Omit<SkillConformanceOptions, "embedder">> {
  readonly embedder: Embedder | undefined;
}

const MEMBERS: readonly string[] = [
  "embedder",
  "inputs",
  "wakes",
  "sleeps",
  "answers",
  "prepare",
  "repeatable",
  "graceMs",
  "schedule",
];

/** Checks the options and fills in the defaults. */
export function resolveSkillOptions(options: SkillConformanceOptions): SkillSuiteOptions {
  const owner = "skillConformance";
  checkMembers(options, owner, MEMBERS);
  const { embedder, inputs = [], wakes = [], sleeps = [], answers = [] } = options;
  const { prepare = async () => undefined, repeatable = false } = options;
  const { graceMs = 1_000, schedule = waitedTimer } = options;
  if (embedder !== undefined) checkMethods(embedder, `${owner}: embedder`, ["embed"]);
  for (const [name, list] of Object.entries({ inputs, answers })) {
    if (!Array.isArray(list)) throw invalidInput(`${owner}: ${name}`, "a list", list);
  }
  checkTexts(wakes, `${owner}: wakes`, 4_096);
  checkTexts(sleeps, `${owner}: sleeps`, 4_096);
  for (const [index, one] of answers.entries()) {
    const name = `${owner}: answers[${index}]`;
    checkMembers(one, name, ["question", "answer"]);
    checkText(one.question, `${name}.question`, 4_096);
    checkText(one.answer, `${name}.answer`, 4_096);
  }
  checkFunction(prepare, `${owner}: prepare`);
  checkBoolean(repeatable, `${owner}: repeatable`);
  checkNumber(graceMs, `${owner}: graceMs`, { above: 0 });
  checkFunction(schedule, `${owner}: schedule`);
  return {
    // Each runtime embeds the same examples and some thousand texts to compare them with.
    embedder: embedder && cachedEmbedder(embedder, { maxEntries: 20_000 }),
    inputs,
    wakes,
    sleeps,
    answers,
    prepare,
    repeatable,
    graceMs,
    schedule,
  };
}
