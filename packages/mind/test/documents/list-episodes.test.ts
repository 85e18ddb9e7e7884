import { describe, expect, test } from "vitest";

import { createMind } from "../../src/index.js";
import { STORES, testMind } from "../support/mind-test.js";

const HOUR_MS = 3_600_000;

describe.each(STORES)("long-term memories on a store: %s", (store) => {
  test("have title, summary, start and end, and lead to their turns and back", async () => {
    const { memory } = testMind(store);
    let now = new Date("2026-03-02T09:00:00Z");
    const clock = (): Date => now;
    const mind = createMind({ memory, clock, automatic: false });
    const hear = async (
      thread: string,
      ...texts: readonly string[]
    ): Promise<readonly string[]> => {
      const receipts = await mind
        .session(thread)
        .hear(texts.map((content) => ({ content, speaker: "Mei", at: now })));
      return receipts.flatMap((receipt) => ("record" in receipt ? receipt.record.id : []));
    };
    const [first = "", second = ""] = await hear(
      "a",
      "I live in Porto by the river.",
      "我对核桃过敏。",
    );
    now = new Date(now.getTime() + HOUR_MS);
    const [other = ""] = await hear("b", "My sister Lan is a nurse in Chengdu.");
    await mind.consolidate();
    const all = await mind.episodes();
    expect(all.map(({ thread }) => thread)).toEqual(["a", "b"]);
    const [ofA] = all;
    expect(ofA?.turns).toEqual([first, second]);
    expect(ofA?.startAt).toEqual(new Date("2026-03-02T09:00:00Z"));
    expect(ofA?.endAt).toEqual(new Date("2026-03-02T09:00:00Z"));
    expect(ofA?.title).not.toBe("");
    for (const { sources } of ofA?.summary ?? []) {
      for (const id of sources) expect([first, second]).toContain(id);
    }
    expect(ofA?.summary.map(({ text }) => text)).toContain("我对核桃过敏。");
    expect(await mind.episodes({ turn: second })).toEqual([ofA]);
    expect((await mind.episodes({ turn: other })).map(({ thread }) => thread)).toEqual(["b"]);
    expect(await mind.episodes({ turn: other, thread: "a" })).toEqual([]);
    expect(await mind.episodes({ turn: "nobody" })).toEqual([]);
    expect(await mind.episodes({ thread: "b", limit: 1 })).toHaveLength(1);
    expect(await mind.episodes({ from: now })).toHaveLength(1);
    expect(await mind.episodes({ to: now })).toEqual([ofA]);
    expect(await mind.scope("else").episodes()).toEqual([]);
    await expect(mind.episodes({ limit: 0 })).rejects.toMatchObject({ code: "invalid-input" });
    const misspelled = { threads: "a" } as object;
    await expect(mind.episodes(misspelled)).rejects.toMatchObject({ code: "invalid-input" });
    await mind.close();
    await expect(mind.episodes()).rejects.toMatchObject({ code: "closed" });
  });
});
