import { describe, expect, test } from "vitest";

import { know, live, say, STORES, testMind } from "../support/mind-test.js";

describe.each(STORES)("why, on a store: %s", (store) => {
  test("a sentence is told with its quotes, reason and run, by id and by text", async () => {
    const { mind, memory } = testMind(store);
    const occurredAt = new Date("2026-01-05T08:00:00Z");
    const fields = { speaker: "Mei", thread: "chat-1", occurredAt };
    const turn = await say(memory, "我对花生过敏。", fields);
    const fact = await know(memory, [turn], { block: "health" });
    const explanation = await mind.why(fact.id);
    expect(explanation).toEqual({
      id: fact.id,
      text: "我对花生过敏。",
      quotes: [
        {
          source: turn.id,
          quote: "我对花生过敏。",
          speaker: "Mei",
          at: occurredAt,
          thread: "chat-1",
        },
      ],
      by: "rule",
      reason: "worth keeping",
      run: "run-1",
      since: occurredAt,
      replaced: [],
    });
    expect(await mind.why("我对花生过敏")).toEqual(explanation);
    expect(await mind.why("我对虾过敏")).toBeUndefined();
    expect(await mind.why("019ca945-0a00-7a08-9fab-cdcbf7e79d2b")).toBeUndefined();
  });

  test("earlier sentences are told, the oldest first, and as of any day", async () => {
    const { mind, memory, clock } = testMind(store);
    const cities = ["Berlin", "Rome", "Lima"];
    let replaces: readonly string[] = [];
    for (const [index, city] of cities.entries()) {
      const occurredAt = new Date(Date.UTC(2026, index, 1));
      clock.now = occurredAt;
      const turn = await say(memory, `I moved to ${city}.`, { occurredAt });
      const next = new Date(Date.UTC(2026, index + 1, 1));
      const end = index < 2 ? { validTo: next } : {};
      replaces = [(await know(memory, [turn], { block: "home", replaces, ...end })).id];
    }
    const explanation = await mind.why("I moved to Lima");
    expect(explanation?.until).toBeUndefined();
    expect(explanation?.replaced).toMatchObject([
      { text: "I moved to Berlin.", since: new Date(Date.UTC(2026, 0, 1)) },
      { text: "I moved to Rome.", until: new Date(Date.UTC(2026, 2, 1)) },
    ]);
    expect((await mind.why("I moved to Rome"))?.until).toEqual(new Date(Date.UTC(2026, 2, 1)));
    const asOf = { knownAt: new Date(Date.UTC(2026, 1, 15)) };
    expect(await mind.why("I moved to Lima", { asOf })).toBeUndefined();
    expect((await mind.why("I moved to Rome", { asOf }))?.replaced).toHaveLength(1);
  });

  test("a chain that leads back to itself ends, and what lost its source is left out", async () => {
    const { mind, memory } = testMind(store);
    const [a, b] = [await say(memory, "I like tea."), await say(memory, "I like coffee.")];
    const first = await know(memory, [a]);
    const second = await know(memory, [b], { replaces: [first.id] });
    const mind1 = first.metadata["mind"] as Record<string, string>;
    await memory.update(first.id, { metadata: { mind: { ...mind1, replaces: [second.id] } } });
    expect((await mind.why(second.id))?.replaced).toMatchObject([{ text: "I like tea." }]);
    await memory.forget(a.id);
    expect((await mind.why(second.id))?.replaced).toEqual([]);
  });

  test("a sentence of a summary is told, too", async () => {
    const { mind, memory } = testMind(store);
    const turn = await say(memory, "We painted the kitchen green.", { thread: "t" });
    const episode = await live(memory, [turn]);
    const [block] = (await mind.document({ document: "thread", thread: "t" })).blocks;
    const [sentence] = block?.sentences ?? [];
    expect(sentence?.id).toBe(`${episode.id}#1`);
    expect((await mind.why(sentence?.id ?? ""))?.quotes).toMatchObject([{ source: turn.id }]);
    expect((await mind.why("we painted the kitchen green"))?.id).toBe(sentence?.id);
    expect(await mind.why(`${episode.id}#2`)).toBeUndefined();
  });
});

test("refuses what is no sentence", async () => {
  const { mind } = testMind();
  await expect(mind.why(" ")).rejects.toThrow("sentence must be text that is not blank");
  await expect(mind.why("a", { when: 1 } as object)).rejects.toThrow("has no option");
});
