import { readFile } from "node:fs/promises";

import { readRecallSet } from "../recall/recall-set.ts";
import type { SetRecord } from "../recall/recall-set.ts";

/** A sentence that a person or a language model wrote about some turns. */
export interface GoldObservation {
  readonly thread: string;
  readonly speaker: string;
  readonly text: string;
  /** Ids of turns. */
  readonly sources: readonly string[];
}

/** Summary of a session. */
interface GoldSummary {
  readonly thread: string;
  readonly text: string;
}

/** A question about a talk with its answer. */
interface GoldAnswer {
  readonly question: string;
  readonly answer: string;
  readonly category: string;
  readonly relevant: readonly string[];
}

/** One talk of two people in several sessions, and what others made of it. */
export interface MindGroup {
  readonly id: string;
  /** The turns, in order; `thread` is the session. */
  readonly records: readonly SetRecord[];
  readonly observations: readonly GoldObservation[];
  readonly summaries: readonly GoldSummary[];
  readonly answers: readonly GoldAnswer[];
}

/** Talks with gold for a mind. */
export interface MindSet {
  readonly name: string;
  readonly groups: readonly MindGroup[];
}

const GOLD = /-mind((?:-dev)?\.json)$/u;
/** Place in the name of a recall set where that of its gold has `-mind`. */
const GOLD_AT = /(?=(?:-dev)?\.json$)/u;

type Gold = Omit<MindGroup, "records">;

/**
 * Reads turns from a recall set, and gold for a mind from the file beside it, `NAME-mind-dev.json`
 * for `NAME-dev.json`. Either may be named. Errors name the file.
 */
export async function readMindSet(named: string): Promise<MindSet> {
  const path = GOLD.test(named) ? named : named.replace(GOLD_AT, "-mind");
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    throw new Error(`cannot read ${path}: pass gold for a mind with --data FILE`, { cause });
  }
  let gold: unknown;
  try {
    gold = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${path} is not JSON`, { cause });
  }
  if (!isGold(gold)) {
    throw new Error(
      `${path} has no gold for a mind: it must be { groups: [{ id, observations, summaries, answers }] }`,
    );
  }
  const { name, groups } = await readRecallSet(path.replace(GOLD, "$1"));
  const records = new Map(groups.map((group) => [group.id, group.records]));
  return {
    name,
    groups: gold.groups.map(({ id, observations, summaries, answers }) => {
      const turns = records.get(id);
      if (turns === undefined) throw new Error(`${path}: the turns of group ${id} are missing`);
      return { id, observations, summaries, answers, records: turns };
    }),
  };
}

function isGold(value: unknown): value is { readonly groups: readonly Gold[] } {
  return isRecord(value) && isList(value["groups"], isGoldGroup);
}

function isGoldGroup(value: unknown): boolean {
  if (!isRecord(value) || typeof value["id"] !== "string") return false;
  const { observations, summaries, answers } = value;
  return (
    isList(observations, (one) => hasTexts(one, ["thread", "speaker", "text"])) &&
    isList(summaries, (one) => hasTexts(one, ["thread", "text"])) &&
    isList(answers, (one) => hasTexts(one, ["question", "answer", "category"]))
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function hasTexts(value: unknown, names: readonly string[]): boolean {
  return isRecord(value) && names.every((name) => typeof value[name] === "string");
}

function isList(value: unknown, check: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => check(item));
}
