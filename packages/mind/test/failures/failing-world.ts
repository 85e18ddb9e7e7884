import type { Memory, MemoryRecord, TextModel } from "@kioku/core";

import type { HeardTurn, Mind, MindOptions } from "../../src/index.js";
import { STORES, testMind, type TestMind } from "../support/mind-test.js";

export { STORES };

/** Kinds of records that a mind makes of talk. */
const MADE = ["fact", "episode"];

/** An answer of a model: a text, an object that it writes as JSON, or an error that it throws. */
export type ScriptedAnswer = string | object | Error;

/** A model that answers as it is told. */
export interface ScriptedModel {
  readonly model: TextModel;
  /** Prompts that it was given. */
  readonly prompts: readonly string[];
}

/** Makes a model that answers each prompt, the first one with number 1. */
export function scriptedModel(
  answer: (prompt: string, call: number) => ScriptedAnswer | Promise<ScriptedAnswer>,
): ScriptedModel {
  const prompts: string[] = [];
  const model: TextModel = {
    id: "scripted",
    generate: async ({ prompt }) => {
      prompts.push(prompt);
      const given = await answer(prompt, prompts.length);
      if (given instanceof Error) throw given;
      const text = typeof given === "string" ? given : JSON.stringify(given);
      return { text, isComplete: true, inputTokens: 100, outputTokens: 50 };
    },
  };
  return { model, prompts };
}

/** An answer with operations on turns that are given by number. */
export function operations(...list: readonly object[]): object {
  return { operations: list.map((one) => ({ reason: "it was said", ...one })) };
}

/** Sources of an operation: a quote of a turn, the first one by default. */
export function quoting(quote: string, turn = "t1"): { readonly sources: readonly object[] } {
  return { sources: [{ turn, quote }] };
}

/** A mind in which talks are heard and consolidated at once. */
export interface FailingWorld extends TestMind {
  /** Hears turns in a talk; returns the ids of their records. */
  readonly hear: (
    turns: readonly (string | HeardTurn)[],
    thread?: string,
  ) => Promise<readonly string[]>;
  /** Hears turns, then consolidates. */
  readonly live: (
    turns: readonly (string | HeardTurn)[],
    thread?: string,
  ) => Promise<readonly string[]>;
  readonly portrait: (of?: string) => Promise<string>;
}

/** Makes a mind on a store. */
export function failingWorld(
  store: (typeof STORES)[number],
  options: Partial<MindOptions> = {},
): FailingWorld {
  const world = testMind(store, options);
  const { mind, clock } = world;
  const hear: FailingWorld["hear"] = async (turns, thread = "talk") => {
    const heard = turns.map((turn) => (typeof turn === "string" ? { content: turn } : turn));
    const receipts = await mind.session(thread).hear(heard);
    clock.now = new Date(clock.now.getTime() + 60_000);
    return receipts.flatMap((receipt) =>
      receipt.status === "rejected" ? [] : [receipt.record.id],
    );
  };
  return {
    ...world,
    hear,
    live: async (turns, thread) => {
      const ids = await hear(turns, thread);
      await mind.consolidate();
      return ids;
    },
    portrait: async (of) => (await mind.document({ document: "portrait", of })).text,
  };
}

/** Returns the lines of a document that are sentences. */
export function linesOf(text: string): readonly string[] {
  return text.split("\n").filter((line) => line.startsWith("- "));
}

/** Reads everything that a mind made, also what holds no longer. */
export async function readMade(memory: Memory): Promise<readonly MemoryRecord[]> {
  const found: MemoryRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await memory.list({ kinds: MADE, includeRetired: true, limit: 1000, cursor });
    found.push(...page.items);
    ({ cursor } = page);
  } while (cursor !== undefined);
  return found;
}

/** Reads facts, episodes, documents of a person and of a talk, to compare them before and after. */
export async function readAll({ mind, memory }: { mind: Mind; memory: Memory }): Promise<string> {
  const made = (await readMade(memory)).map(({ id, version, content }) => [id, version, content]);
  const portrait = await mind.document({ document: "portrait" });
  const thread = await mind.document({ document: "thread", thread: "talk" });
  return JSON.stringify([made, portrait, thread]);
}
