import type { Embedder, JsonValue, Memory, Schedule } from "@kioku/core";
import { cachedEmbedder } from "@kioku/core";
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

/** Makes a skill; all that it makes are the same. */
export type CreateSkill = () => AnySkill | Promise<AnySkill>;

/** What another skill can ask the shared memory after the skill has run. */
export interface AnsweredQuestion {
  /** In the words of the other skill. */
  readonly question: string;
  /** A part of the content of the best hit. */
  readonly answer: string;
}

/** What `skillConformance` takes. */
export interface SkillConformanceOptions {
  /**
   * What understands texts; shared by all cases and not closed by them. Without it, nothing that
   * has to do with meaning is tried.
   * @defaultValue none
   */
  readonly embedder?: Embedder;
  /**
   * Inputs for `run`, each a call that has to succeed. A skill with a `run` needs one, unless it is
   * called by what wakes it.
   * @defaultValue none
   */
  readonly inputs?: readonly JsonValue[];
  /**
   * Messages that have to wake it beside the examples of its triggers, each a call that has to
   * succeed.
   * @defaultValue none
   */
  readonly wakes?: readonly string[];
  /**
   * Messages that have to let it sleep beside the counterexamples of its triggers.
   * @defaultValue none
   */
  readonly sleeps?: readonly string[];
  /**
   * What the memory answers by meaning when all calls were made.
   * @defaultValue none
   */
  readonly answers?: readonly AnsweredQuestion[];
  /** Writes what the skill needs to find. @defaultValue nothing */
  readonly prepare?: (memory: Memory) => Promise<unknown>;
  /**
   * Claims that the same call again leaves the memory as it is, as for events of the memory, which
   * may come twice; and that for another user it answers and leaves the same. Without it, answers
   * and texts that hold the time or chance are not compared: then it is only tried that the same
   * kinds of records are left, and that nobody is told what was said to another.
   * @defaultValue `false`
   */
  readonly repeatable?: boolean;
  /**
   * How long a call that was aborted may take to end, in milliseconds.
   * @defaultValue `1_000`
   */
  readonly graceMs?: number;
  /** Says when that is over. @defaultValue `setTimeout` */
  readonly schedule?: Schedule;
}

/** The same with every default. */
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

/**
 * Checks the options and fills in the defaults.
 * @throws `invalid-input` for one that is unknown or wrong.
 */
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
