import { MemoryError } from "@kioku/core";
import { describe, expect, test } from "vitest";

import { say, testMind } from "../support/mind-test.js";

/** Values that are wrong for an argument. */
const WRONG: readonly unknown[] = [null, 5, true, "", " ", [], [5], Symbol("a"), () => 1, { a: 1 }];

const CALLS: Readonly<Record<string, readonly unknown[]>> = {
  remember: ["I own a boat"],
  rememberAll: [["I own a boat"]],
  recall: ["boat"],
  context: ["boat"],
  set: ["theme", "dark"],
  get: ["theme"],
  read: ["id"],
  update: ["id", {}],
  forget: ["id"],
  erase: ["id"],
  markUsed: ["id"],
  surface: [{}],
  list: [{}],
  history: ["id"],
  scopes: [{}],
  consolidate: [],
  sweep: [],
  undo: ["run"],
  document: [{ document: "self" }],
  why: ["I own a boat"],
  remind: [{ text: "Call Ben", topic: "Ben" }],
  reminders: [],
  stats: [],
  hear: ["I own a boat"],
  window: [{ tokens: 1, maxTokens: 2, messages: 3 }],
};

async function problemOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
    return undefined;
  } catch (error) {
    return MemoryError.is(error) ? undefined : error;
  }
}

describe.each(Object.entries(CALLS))("%s", (verb, given) => {
  test("fails with an error of its own for wrong arguments and options", async () => {
    const { mind } = testMind();
    for (const target of [mind, mind.session("t")]) {
      const call: unknown = (target as unknown as Readonly<Record<string, unknown>>)[verb];
      if (typeof call !== "function") continue;
      for (const value of WRONG) {
        for (let index = 0; index <= given.length; index += 1) {
          const wrong = [...given.slice(0, index), value, ...given.slice(index + 1)];
          const problem = await problemOf(() => Reflect.apply(call, target, wrong) as unknown);
          expect(problem, `${verb} ${index} ${String(value)}`).toBeUndefined();
        }
      }
    }
  });

  test("refuses options that it does not know", async () => {
    const { mind } = testMind();
    for (const target of [mind, mind.session("t")]) {
      const call: unknown = (target as unknown as Readonly<Record<string, unknown>>)[verb];
      if (typeof call !== "function") continue;
      const answer = Reflect.apply(call, target, [...given, { depth: 1 }]) as Promise<unknown>;
      await expect(answer).rejects.toThrow("has no option");
    }
  });
});

test.each([
  ["consolidate", { ifDue: 1 }, "options.ifDue"],
  ["consolidate", { dryRun: "yes" }, "options.dryRun"],
  ["consolidate", { maxTokens: -1 }, "options.maxTokens"],
  ["consolidate", { onProgress: 1 }, "options.onProgress"],
  ["sweep", { limit: 0 }, "options.limit"],
  ["sweep", { onProgress: 1 }, "options.onProgress"],
] as const)("%s refuses %j", async (verb, options, message) => {
  await expect(testMind().mind[verb](options as object)).rejects.toThrow(message);
});

test("states, reports and reminders are not listed unless their kinds are named", async () => {
  const { mind, memory } = testMind();
  const talk = mind.session("t");
  await talk.hear("My dog is called Rex. When we talk about Lisbon, ask me for the hotel.");
  await mind.consolidate();
  await talk.recall("dog");
  const kinds = new Set((await mind.list()).items.map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual(["episode", "fact", "message"]);
  expect((await memory.list()).items.length).toBeGreaterThan(kinds.size + 2);
  expect((await mind.list({ kinds: ["mind-state"] })).items).not.toEqual([]);
  expect((await mind.recall("Lisbon")).map(({ kind }) => kind)).not.toContain("reminder");
  const note = await say(mind, "Lisbon is sunny", { kind: "note", metadata: { a: 1 } });
  expect((await mind.list({ filter: { a: 1 } })).items).toEqual([note]);
});
