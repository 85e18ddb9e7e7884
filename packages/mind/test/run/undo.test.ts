import { describe, expect, test } from "vitest";

import { consolidate } from "../../src/run/consolidate.js";
import { undoRun } from "../../src/run/undo.js";
import { listKind, say, sentences, STORES, testMind } from "./test-mind.js";

describe.each(Object.entries(STORES))("undoing a run %s", (_, store) => {
  test("takes all of its facts and episodes back, once", async () => {
    const mind = testMind({ store: store() });
    await say(mind, sentences(45));
    const { id, changes } = await consolidate(mind.host);
    const undone = await undoRun(mind.host, id);
    expect(undone).toBeGreaterThan(20);
    expect(undone).toBeLessThanOrEqual(changes.length);
    expect((await listKind(mind.memory, "fact")).items).toStrictEqual([]);
    expect((await listKind(mind.memory, "episode")).items).toStrictEqual([]);
    await expect(undoRun(mind.host, id)).resolves.toBe(0);
    await expect(undoRun(mind.host, "unknown")).resolves.toBe(0);
  });

  test("keeps what was undone from coming back when it is said again", async () => {
    const mind = testMind({ store: store(), keepShare: 1 });
    await say(mind, ["I adopted a cat named Momo."]);
    const { id } = await consolidate(mind.host);
    await undoRun(mind.host, id);
    await say(mind, ["I adopted a cat named Momo."]);
    await consolidate(mind.host);
    expect((await listKind(mind.memory, "fact")).items).toStrictEqual([]);
    const kept = await listKind(mind.memory, "episode");
    expect(kept.items.map(({ content }) => content).join("")).not.toContain("Momo");
  });

  test("gives a fact its earlier sources back", async () => {
    const mind = testMind({ store: store(), keepShare: 1 });
    const [first] = await say(mind, ["I adopted a cat named Momo."]);
    await consolidate(mind.host);
    await say(mind, ["I adopted a cat named Momo."]);
    const { id, changes } = await consolidate(mind.host);
    expect(changes.map(({ change }) => change)).toStrictEqual(["reinforce", "episode"]);
    await expect(undoRun(mind.host, id)).resolves.toBe(2);
    const { items } = await listKind(mind.memory, "fact");
    expect(items.map(({ sources }) => sources)).toStrictEqual([[first]]);
    const episodes = await listKind(mind.memory, "episode");
    expect(episodes.items.map(({ sources }) => sources)).toStrictEqual([[first]]);
  });

  test("leaves alone what a later run built on", async () => {
    const mind = testMind({ store: store(), keepShare: 1 });
    await say(mind, ["I adopted a cat named Momo.", "I repair old radios."]);
    const { id } = await consolidate(mind.host);
    await say(mind, ["I adopted a cat named Momo."]);
    await consolidate(mind.host);
    await expect(undoRun(mind.host, id)).resolves.toBe(1);
    const { items } = await listKind(mind.memory, "fact");
    expect(items.map(({ content }) => content)).toStrictEqual(["I adopted a cat named Momo."]);
  });

  test("takes back a fact that two batches of the run wrote", async () => {
    const mind = testMind({ store: store(), keepShare: 1 });
    await say(mind, ["I repair old radios."]);
    await consolidate(mind.host);
    await say(mind, [...sentences(20), "I repair old radios.", ...sentences(15, 20)]);
    await say(mind, ["I repair old radios."]);
    const { id } = await consolidate(mind.host);
    await undoRun(mind.host, id);
    const { items } = await listKind(mind.memory, "fact");
    expect(items.map(({ content, sources }) => [content, sources.length])).toStrictEqual([
      ["I repair old radios.", 1],
    ]);
  });

  test.each([
    ["I live in Berlin.", "I moved to Munich last week."],
    ["我住在北京。", "我上个月搬到上海了。"],
  ])("makes a replaced fact hold again: %s %s", async (old, change) => {
    const mind = testMind({ store: store(), keepShare: 0 });
    await say(mind, [old]);
    await consolidate(mind.host);
    await say(mind, [change]);
    const { id, changes } = await consolidate(mind.host);
    expect(changes).toMatchObject([{ change: "supersede", text: change, replaces: [old] }, {}]);
    const held = async (): Promise<readonly string[]> =>
      (await listKind(mind.memory, "fact")).items.map(({ content }) => content);
    await expect(held()).resolves.toStrictEqual([change]);
    await undoRun(mind.host, id);
    await expect(held()).resolves.toStrictEqual([old]);
    await say(mind, [change]);
    await consolidate(mind.host);
    await expect(held()).resolves.toStrictEqual([old]);
  });

  test("makes a retracted fact hold again", async () => {
    const mind = testMind({ store: store(), keepShare: 0 });
    await say(mind, ["I am allergic to peanuts."]);
    await consolidate(mind.host);
    await say(mind, ["I am no longer allergic to peanuts."]);
    const { id, changes } = await consolidate(mind.host);
    expect(changes).toMatchObject([{ change: "retract" }, {}]);
    expect((await listKind(mind.memory, "fact")).items).toStrictEqual([]);
    await say(mind, ["I am allergic to peanuts."]);
    await consolidate(mind.host);
    expect((await listKind(mind.memory, "fact")).items).toStrictEqual([]);
    await undoRun(mind.host, id);
    const { items } = await listKind(mind.memory, "fact");
    expect(items).toMatchObject([{ content: "I am allergic to peanuts." }]);
    expect(items[0]?.validTo).toBeUndefined();
  });
});
