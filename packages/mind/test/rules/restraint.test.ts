import { createMemory, inMemoryStore } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";
import { describe, expect, it } from "vitest";

import { createMind } from "../../src/view/create-mind.js";

const STORES = [
  ["in memory", () => inMemoryStore()],
  ["on SQLite", () => sqliteStore({ path: ":memory:" })],
] as const;

describe.each(STORES)("a mind by rules, %s,", (_, openStore) => {
  /** Returns the portrait after turns a day apart, with a run after each. */
  async function portraitAfter(...turns: readonly string[]): Promise<string> {
    let now = new Date("2026-03-01T10:00:00Z");
    const clock = (): Date => now;
    await using memory = createMemory({ store: openStore(), clock });
    await using mind = createMind({ memory, clock, automatic: false, keepShare: 0 });
    for (const turn of turns) {
      now = new Date(now.getTime() + 86_400_000);
      await mind.session("talk").hear(turn);
      await mind.consolidate();
    }
    return (await mind.document({ document: "portrait" })).text;
  }

  it.each([
    ["I have a severe peanut allergy.", "Today I only sneezed a little after the peanut sauce."],
    ["I live in Berlin.", "My brother says I live in a cave."],
    ["我对花生严重过敏。", "今天吃了花生酱只打了个喷嚏。"],
    ["我住在北京。", "听说我住在天津。"],
  ])("keeps what was stated after: %s %s", async (first, second) => {
    expect(await portraitAfter(first, second)).toBe(await portraitAfter(first));
  });

  it.each([
    ["I live in Berlin.", "I moved to Lisbon last month."],
    ["我住在上海。", "我上个月搬到深圳了。"],
  ])("shows what has changed after: %s %s", async (first, second) => {
    const text = await portraitAfter(first, second);
    expect(text).toContain(second);
    expect(text).not.toContain(first);
  });

  it.each([
    ["I work at Acme.", "I quit my job."],
    ["We have a dog called Rex.", "Our dog died in May."],
    ["我吃素。", "我不再吃素了。"],
    ["我在腾讯上班。", "我辞职了。"],
  ])("shows no more what has ended after: %s %s", async (first, second) => {
    expect(await portraitAfter(first, second)).toBe("");
  });
});
