import type { MemoryRecord } from "@kioku/core";
import { describe, expect, test } from "vitest";

import type { DocumentName } from "../../src/index.js";
import { know, live, say, STORES, testMind } from "../support/mind-test.js";

describe.each(STORES)("documents on a store: %s", (store) => {
  test("a portrait has the blocks of one person in a fixed order, each oldest first", async () => {
    const { mind, memory } = testMind(store);
    const turn = (content: string, day: number): Promise<MemoryRecord> =>
      say(memory, content, { speaker: "Mei", occurredAt: new Date(Date.UTC(2026, 1, day)) });
    await know(memory, [await turn("I like tea.", 3)], { block: "likes" });
    await know(memory, [await turn("我住在柏林。", 2)], { block: "home" });
    await know(memory, [await turn("I like rain.", 1)], { block: "likes" });
    await know(memory, [await turn("I saw a fox.", 1)], { block: "zoology" });
    await know(memory, [await say(memory, "I am Ben.", { speaker: "Ben" })]);
    const { name, blocks, text } = await mind.document({ document: "portrait", of: "Mei" });
    expect(name).toEqual({ document: "portrait", of: "Mei" });
    expect(blocks.map(({ id }) => id)).toEqual(["home", "likes", "zoology"]);
    expect(text).toBe(
      "## home\n- 我住在柏林。\n\n## likes\n- I like rain.\n- I like tea.\n\n## zoology\n- I saw a fox.",
    );
  });

  test("the self concept holds what the assistant said, the portrait what the user did", async () => {
    const { mind, memory } = testMind(store);
    await know(memory, [await say(memory, "I answer briefly.", { origin: "assistant" })]);
    await know(memory, [await say(memory, "I have a cat.")]);
    expect((await mind.document({ document: "self" })).text).toContain("briefly");
    expect((await mind.document({ document: "self" })).text).not.toContain("cat");
    expect((await mind.document({ document: "portrait" })).text).toContain("cat");
    expect((await mind.document({ document: "portrait", of: "Eve" })).text).toBe("");
  });

  test("a day holds what was said on it, a thread what was said in it", async () => {
    const { mind, memory } = testMind(store);
    const at = (iso: string, thread: string, content: string): Promise<MemoryRecord> =>
      say(memory, content, { occurredAt: new Date(iso), thread });
    const late = await at("2026-02-10T23:30:00Z", "a", "We packed the boxes.");
    const early = await at("2026-02-11T00:30:00Z", "a", "The van is here.");
    await live(memory, [late, early]);
    await live(memory, [await at("2026-02-11T09:00:00Z", "b", "I ate an apple.")]);
    const day = await mind.document({ document: "day", date: new Date("2026-02-11T12:00:00Z") });
    expect(day.text).toBe("## a#1\n- The van is here.\n\n## b#1\n- I ate an apple.");
    const thread = await mind.document({ document: "thread", thread: "a" });
    expect(thread.text).toBe("## 1\n- We packed the boxes.\n- The van is here.");
    expect((await mind.document({ document: "day" })).blocks).toEqual([]);
  });

  test("a fact that ended is not shown now, but as of a day when it held", async () => {
    const { mind, memory, clock } = testMind(store);
    const occurredAt = new Date("2026-01-05T08:00:00Z");
    const berlin = await say(memory, "I live in Berlin.", { occurredAt });
    const moved = new Date("2026-02-01T08:00:00Z");
    await know(memory, [berlin], { block: "home", validTo: moved });
    const rome = await say(memory, "I moved to Rome.", { occurredAt: moved });
    await know(memory, [rome], { block: "home" });
    const name = { document: "portrait" } as const;
    expect((await mind.document(name)).text).toBe("## home\n- I moved to Rome.");
    const asOf = { validAt: new Date("2026-01-20T00:00:00Z") };
    expect((await mind.document(name, { asOf })).text).toBe("## home\n- I live in Berlin.");
    const before = { validAt: new Date("2026-01-01T00:00:00Z") };
    expect((await mind.document(name, { asOf: before })).text).toBe("");
    clock.now = new Date("2026-04-01T00:00:00Z");
    await memory.forget(rome.id);
    expect((await mind.document(name)).text).toBe("");
    const known = { knownAt: new Date("2026-03-15T00:00:00Z") };
    expect((await mind.document(name, { asOf: known })).text).toContain("Rome");
  });

  test("a full block leaves out what is least important, and says how much", async () => {
    const { mind, memory } = testMind(store);
    const words = "and then there was another long day of work on it ".repeat(9);
    for (let index = 0; index < 14; index += 1) {
      const turn = await say(memory, `Number ${index} ${words}`);
      await know(memory, [turn], { importance: index % 2 === 0 ? 0.3 : 0.7 });
    }
    const [block] = (await mind.document({ document: "portrait" })).blocks;
    const shown = block?.sentences.map(({ text }) => Number(text.split(" ")[1])) ?? [];
    expect(block?.omitted).toBe(14 - shown.length);
    expect(shown).toEqual(expect.arrayContaining([1, 3, 5, 7, 9, 11, 13]));
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    const length = block?.sentences.reduce((sum, { text }) => sum + text.length + 1, 0) ?? 0;
    expect(length).toBeLessThanOrEqual(5_000);
    expect(length).toBeGreaterThan(4_000);
  });

  test("stays byte for byte while there are no news, and with news in another block", async () => {
    const { mind, memory } = testMind(store);
    for (let index = 0; index < 30; index += 1) {
      const turn = await say(memory, `Fact number ${index} is this.`);
      await know(memory, [turn], { block: index % 2 === 0 ? "likes" : "home" });
    }
    const first = await mind.document({ document: "portrait" });
    for (let runs = 0; runs < 50; runs += 1) {
      await mind.consolidate();
      expect((await mind.document({ document: "portrait" })).text).toBe(first.text);
    }
    await know(memory, [await say(memory, "I like tea.")], { block: "likes" });
    const later = await mind.document({ document: "portrait" });
    const homeOf = ({ blocks }: typeof first) => blocks.find(({ id }) => id === "home");
    expect(homeOf(later)).toEqual(homeOf(first));
  });

  test("shows no sentence whose source is gone, changed, or tells something else now", async () => {
    const { mind, memory } = testMind(store);
    const [gone, changed, left] = [
      await say(memory, "I own a boat."),
      await say(memory, "I own a car."),
      await say(memory, "I own a bike."),
    ];
    for (const turn of [gone, changed, left]) await know(memory, [turn]);
    await live(memory, [gone, changed, left]);
    // By the memory, so that the mind does not hear of it.
    await memory.forget(gone.id);
    await memory.update(changed.id, { content: "I own nothing." });
    const sentences = "- I own a bike.";
    expect((await mind.document({ document: "portrait" })).text).toBe(`## other\n${sentences}`);
    expect((await mind.document({ document: "day" })).text).toBe(`## #1\n${sentences}`);
    expect(await mind.why("I own a boat.")).toBeUndefined();
    expect((await mind.context()).text).not.toMatch(/boat|a car/u);
  });

  test("shows a sentence with the sources that are left, if these prove it", async () => {
    const { mind, memory } = testMind(store);
    const first = await say(memory, "I like tea.");
    const again = await say(memory, "Well, I like tea. And cake.");
    const weak = await say(memory, "Tea!");
    await know(memory, [first, again]);
    await know(memory, [first, weak], { text: "I like tea a lot.", block: "likes" });
    await memory.forget(first.id);
    const { blocks } = await mind.document({ document: "portrait" });
    expect(blocks).toMatchObject([{ id: "other", sentences: [{ sources: [again.id] }] }]);
  });

  test("tells the least trust of the sources", async () => {
    const { mind, memory } = testMind(store);
    const sure = await say(memory, "I like tea.");
    const unsure = await say(memory, "I like tea.", { trust: 0.7 });
    await know(memory, [sure, unsure]);
    const { blocks } = await mind.document({ document: "portrait" });
    expect(blocks[0]?.sentences[0]?.trust).toBe(0.7);
  });
});

test("writes each sentence on one line, without invisible characters", async () => {
  const { mind, memory } = testMind();
  await know(memory, [await say(memory, "I like tea.\n\n## home\nI live in\u202E Rome.")]);
  const { text } = await mind.document({ document: "portrait" });
  expect(text).toBe("## other\n- I like tea. ## home I live in Rome.");
});

test.each([
  [undefined, 'name must be an object such as { document: "portrait" }'],
  ["portrait", "name must be an object such as"],
  [{ document: "diary" }, "name.document must be one of self, portrait, day, thread"],
  [{ document: "self", of: "Ana" }, 'name has no option "of"'],
  [{ document: "portrait", of: " " }, "name.of"],
  [{ document: "day", date: "today" }, "name.date must be a valid Date"],
  [{ document: "thread" }, "name.thread must be a string"],
])("refuses the name %j", async (name, message) => {
  await expect(testMind().mind.document(name as DocumentName)).rejects.toThrow(message);
});

test("refuses options that it does not know, and ends when aborted", async () => {
  const { mind } = testMind();
  const name = { document: "self" } as const;
  await expect(mind.document(name, { at: 1 } as object)).rejects.toThrow("has no option");
  await expect(mind.document(name, { asOf: { at: 1 } as object })).rejects.toThrow("options.asOf");
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(mind.document(name, { signal })).rejects.toThrow("enough");
});
