import { describe, expect, test } from "vitest";

import type { DiaryAnswer } from "../../src/wire/diary.js";
import { smallStudio } from "../support/small-studio.js";

describe("the diary", () => {
  test("is read from its end, with the turns of each talk", async () => {
    await using studio = await smallStudio();
    const first = await studio.say("I live in Berlin.");
    studio.wait(60);
    const second = await studio.say("I repair old radios.");
    const third = await studio.say("Which ones?", { origin: "assistant" });
    await studio.mind.consolidate();
    const { body } = await studio.ask("diary", {});
    const { entries, ...rest } = body as DiaryAnswer;
    expect(rest).toEqual({ hasMore: false });
    expect(entries.map(({ thread, turns }) => [thread, turns])).toEqual([
      ["talk", [second, third]],
      ["talk", [first]],
    ]);
    const before = await studio.ask("diary", { before: "2026-04-30", thread: "talk" });
    expect(before.body).toMatchObject({ entries: [{ turns: [first] }] });
    await expect(studio.ask("diary", { thread: "other" })).resolves.toMatchObject({
      body: { entries: [], hasMore: false },
    });
    const turns = await studio.ask("turns", { ids: [third, "gone", second] });
    expect(turns.body).toEqual({
      turns: [
        expect.objectContaining({ id: third, speaker: "assistant", isAssistant: true }),
        expect.objectContaining({ id: second, speaker: "user", text: "I repair old radios." }),
      ],
    });
  });

  test("stops once there are enough, and goes on where it stopped", async () => {
    await using studio = await smallStudio();
    // Talks end with eight hours of silence.
    for (let count = 0; count < 45; count += 1) {
      await studio.say(`I bought my radio number ${count} in Lisbon.`);
      studio.wait(1);
    }
    await studio.mind.consolidate();
    const { entries, hasMore } = (await studio.ask("diary", {})).body as DiaryAnswer;
    expect([entries.length, hasMore]).toEqual([40, true]);
    const rest = await studio.ask("diary", { before: entries.at(-1)?.startAt });
    const older = rest.body as DiaryAnswer;
    expect([older.entries.length, older.hasMore]).toEqual([5, false]);
    expect(new Set([...entries, ...older.entries].map(({ id }) => id)).size).toBe(45);
  });

  test.each([
    ["diary", { before: "yesterday" }, "query.before"],
    ["diary", { before: 3 }, "query.before"],
    ["diary", { thread: "" }, "query.thread"],
    ["turns", {}, "query.ids"],
    ["turns", { ids: [1] }, "query.ids[0]"],
    ["turns", { ids: Array.from({ length: 501 }, () => "a") }, "query.ids"],
  ])("refuses %s of %j", async (verb, query, message) => {
    await using studio = await smallStudio();
    const { status, body } = await studio.ask(verb, query);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)]);
  });
});
