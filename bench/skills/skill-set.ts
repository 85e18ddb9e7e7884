import { basename } from "node:path";

import { readJson } from "../read-json.ts";
import { UsageError } from "../usage-error.ts";

/** Examples of what wakes a skill, with the counterexamples and the threshold that they go with. */
export interface SetTrigger {
  readonly when: string | readonly string[];
  readonly not?: string | readonly string[];
  readonly threshold?: number;
}

/** A skill of a set. */
export interface SetSkill {
  readonly name: string;
  readonly description: string;
  /** Plain texts are examples of one trigger. */
  readonly triggers: readonly (string | SetTrigger)[];
}

/** A spoken sentence, and the names of the skills that it should wake. */
export interface Utterance {
  readonly text: string;
  readonly expected: readonly string[];
}

/** Skills and their utterances. */
export interface SkillSet {
  /** The file's name without its ending. */
  readonly name: string;
  readonly skills: readonly SetSkill[];
  readonly utterances: readonly Utterance[];
}

/** Reads a labelled set. @throws `UsageError` naming the file and what is wrong with it. */
export async function readSkillSet(path: string): Promise<SkillSet> {
  const value = await readJson(path, "pass a set of skills with --data FILE");
  const { skills, utterances } = members(value, path);
  const set = {
    name: basename(path, ".json"),
    skills: list(skills, `${path}: skills`).map(toSkill),
    utterances: list(utterances, `${path}: utterances`).map(toUtterance),
  };
  checkNames(set, path);
  return set;

  function toSkill(item: unknown, index: number): SetSkill {
    const at = `${path}: skills[${index}]`;
    const { name, description, triggers } = members(item, at);
    return {
      name: text(name, `${at}.name`),
      description: text(description, `${at}.description`),
      triggers: list(triggers, `${at}.triggers`).map((trigger, place) =>
        toTrigger(trigger, `${at}.triggers[${place}]`),
      ),
    };
  }

  function toUtterance(item: unknown, index: number): Utterance {
    const at = `${path}: utterances[${index}]`;
    const { text: said, expected } = members(item, at);
    if (!Array.isArray(expected)) throw new UsageError(`${at}.expected must be a list of names`);
    return {
      text: text(said, `${at}.text`),
      expected: expected.map((name) => text(name, `${at}.expected`)),
    };
  }
}

function toTrigger(value: unknown, at: string): string | SetTrigger {
  if (typeof value === "string") return text(value, at);
  const { when, not, threshold } = members(value, at);
  return {
    when: texts(when, `${at}.when`),
    ...(not === undefined ? {} : { not: texts(not, `${at}.not`) }),
    ...(threshold === undefined ? {} : { threshold: share(threshold, `${at}.threshold`) }),
  };
}

function checkNames({ skills, utterances }: SkillSet, path: string): void {
  const names = new Set(skills.map(({ name }) => name));
  if (names.size !== skills.length) throw new UsageError(`${path} has two skills of one name`);
  for (const { text: said, expected } of utterances) {
    const unknown = expected.find((name) => !names.has(name));
    if (unknown !== undefined) {
      throw new UsageError(`${path}: "${said}" expects ${unknown}, which is none of its skills`);
    }
    if (new Set(expected).size !== expected.length) {
      throw new UsageError(`${path}: "${said}" expects a skill twice`);
    }
  }
}

function members(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new UsageError(`${at} must be an object`);
}

function list(value: unknown, at: string): readonly unknown[] {
  if (Array.isArray(value) && value.length > 0) return value;
  throw new UsageError(`${at} must be a list with at least one item`);
}

function text(value: unknown, at: string): string {
  if (typeof value === "string" && value.trim() !== "") return value;
  throw new UsageError(`${at} must be a text that is not empty`);
}

function texts(value: unknown, at: string): string | readonly string[] {
  if (!Array.isArray(value)) return text(value, at);
  return list(value, at).map((item) => text(item, at));
}

function share(value: unknown, at: string): number {
  if (typeof value === "number" && value >= 0 && value <= 1) return value;
  throw new UsageError(`${at} must be a number from 0 to 1`);
}
