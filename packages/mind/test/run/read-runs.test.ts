import { describe, expect, test } from "vitest";

import { consolidate } from "../../src/run/consolidate.js";
import { readRun } from "../../src/run/read-run.js";
import { readRuns } from "../../src/run/read-runs.js";
import { undoRun } from "../../src/run/undo.js";
import { createMind } from "../../src/view/create-mind.js";
import { made, say, sentences, STORES, testMind } from "./test-mind.js";

describe.each(Object.entries(STORES))("the runs of a scope %s", (_, store) => {
  test("are told the newest first, with what they changed", async () => {
    const mind = testMind({ store: store(), keepShare: 0 });
    await say(mind, ["I live in Berlin."]);
    const first = await consolidate(mind.host);
    await say(mind, ["I moved to Munich last week.", "I am allergic to peanuts."]);
    const second = await consolidate(mind.host);
    await expect(readRuns(mind.memory)).resolves.toMatchObject([
      { id: second.id, trigger: "demand", turns: 2, counts: second.counts, tokens: 0 },
      { id: first.id, trigger: "demand", turns: 1, counts: { add: 1, episode: 1 } },
    ]);
    await expect(readRuns(mind.memory, { limit: 1 })).resolves.toHaveLength(1);
    const { changes, undoable } = await readRun(mind.memory, second.id);
    expect(changes).toMatchObject([
      {
        change: "supersede",
        text: "I moved to Munich last week.",
        replaces: ["I live in Berlin."],
      },
      { change: "add", text: "I am allergic to peanuts.", replaces: [], canUndo: true },
      { change: "episode" },
    ]);
    await expect(undoRun(mind.host, second.id)).resolves.toBe(undoable);
    await expect(readRun(mind.memory, second.id)).resolves.toMatchObject({ undoable: 0 });
  });

  test("of many batches are one", async () => {
    const mind = testMind({ store: store(), keepShare: 1 });
    await say(mind, [...sentences(45), "I repair old radios."]);
    const { id, counts } = await consolidate(mind.host);
    const runs = await readRuns(mind.memory);
    expect(runs).toMatchObject([{ id, turns: 46, counts }]);
    const { changes, undoable } = await readRun(mind.memory, id);
    expect(changes.every(({ canUndo }) => canUndo)).toBe(true);
    await expect(undoRun(mind.host, id)).resolves.toBe(undoable);
  });

  test("tell what an undo would leave alone, and what ended", async () => {
    const mind = testMind({ store: store(), keepShare: 1 });
    await say(mind, ["I am allergic to peanuts.", "I repair old radios."]);
    const { id } = await consolidate(mind.host);
    await say(mind, ["I am no longer allergic to peanuts."]);
    const later = await consolidate(mind.host);
    const { changes, undoable } = await readRun(mind.memory, id);
    expect(changes.map(({ text, change, canUndo }) => [text, change, canUndo])).toEqual([
      ["I am allergic to peanuts.", "add", false],
      ["I repair old radios.", "add", true],
      ["I repair old radios.", "episode", false],
    ]);
    expect(undoable).toBe(1);
    const [ended] = (await readRun(mind.memory, later.id)).changes;
    expect(ended).toMatchObject({ change: "retract", text: "I am allergic to peanuts." });
  });

  test("do not tell what their turns do not say any more", async () => {
    const mind = testMind({ store: store(), keepShare: 1 });
    const [turn = ""] = await say(mind, ["My code is 4711."]);
    const { id } = await consolidate(mind.host);
    await mind.memory.update(turn, { content: "Gone" });
    expect(JSON.stringify((await readRun(mind.memory, id)).changes)).not.toContain("4711");
  });

  test("tell what was refused", async () => {
    const mind = testMind({ store: store() });
    await say(mind, ["I live in Berlin."]);
    const { id } = await consolidate(mind.host);
    const fixed = { kind: "mind-refusal", origin: "derived", dedupe: "off" } as const;
    const metadata = { mind: { run: id, op: "add", reason: "low-coverage", by: "model-1" } };
    const sources = [(await mind.memory.list({ kinds: ["message"] })).items[0]?.id ?? ""];
    await mind.memory.remember({ ...fixed, content: "Berlin is big", sources, metadata });
    expect((await readRun(mind.memory, id)).refused).toEqual([
      { op: "add", text: "Berlin is big", reason: "low-coverage", sources, by: "model-1" },
    ]);
  });

  test("have a dry run that writes nothing at all", async () => {
    const mind = testMind({ store: store() });
    await say(mind, sentences(25));
    const all = async (): Promise<unknown> => [
      await made(mind.memory),
      (await mind.memory.list({ limit: 1000, includeRetired: true, includeArchived: true })).items,
    ];
    const before = await all();
    await consolidate(mind.host, { dryRun: true });
    expect(await all()).toEqual(before);
  });
});

test("a mind tells its runs as its memory does", async () => {
  const { memory, host, timers } = testMind();
  const mind = createMind({ memory, automatic: false });
  await say({ memory, timers }, ["I live in Berlin."]);
  const { id } = await consolidate(host);
  await expect(readRuns(mind)).resolves.toEqual(await readRuns(memory));
  await expect(readRun(mind, id)).resolves.toMatchObject({ undoable: 2 });
  await mind.close();
});

test("a query of runs is checked", async () => {
  const { memory } = testMind();
  await expect(readRuns(memory, { limit: 0 })).rejects.toThrow("query.limit");
  await expect(readRun(memory, "")).rejects.toThrow("run");
  await expect(readRun(memory, "unknown")).resolves.toEqual({
    changes: [],
    undoable: 0,
    refused: [],
  });
});
