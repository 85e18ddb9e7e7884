import { describe, expect, test } from "vitest";

import { smallStudio } from "../support/small-studio.js";

describe("the documents of a mind", () => {
  test("are listed, read, and lead to the words that prove them", async () => {
    await using studio = await smallStudio();
    const turn = await studio.say("I live in Berlin.");
    await studio.mind.consolidate();
    studio.wait(10);
    await studio.say("I moved to Munich last week.");
    await studio.mind.consolidate();
    await expect(studio.ask("documents", {})).resolves.toMatchObject({
      body: {
        people: ["user"],
        since: "2026-03-12T09:02:00.000Z",
      },
    });
    const { body } = await studio.ask("document", {});
    expect(body).toMatchObject({
      blocks: [{ id: "home", sentences: [{ text: "I moved to Munich last week." }] }],
    });
    const then = { asOf: "2026-03-05T00:00:00Z" };
    await expect(studio.ask("document", then)).resolves.toMatchObject({
      body: { blocks: [{ sentences: [{ text: "I live in Berlin." }] }] },
    });
    await expect(studio.ask("document", { of: "assistant" })).resolves.toMatchObject({
      body: { name: { document: "self" } },
    });
    const asked = { sentence: "I moved to Munich last week." };
    await expect(studio.ask("why", asked)).resolves.toMatchObject({
      body: {
        explanation: {
          by: "rule",
          quotes: [{ speaker: "user", at: "2026-03-12T09:02:00.000Z" }],
          replaced: [{ text: "I live in Berlin." }],
        },
      },
    });
    await expect(studio.ask("why", { sentence: "unknown" })).resolves.toMatchObject({ body: {} });
    expect(turn).not.toBe("");
  });

  test.each([
    ["document", { of: "" }, "query.of"],
    ["document", { of: 7 }, "query.of"],
    ["document", { asOf: "then" }, "query.asOf"],
    ["document", { scope: "root" }, "query.scope"],
    ["why", { sentence: "" }, "query.sentence"],
    ["why", {}, "query.sentence"],
    ["run", { run: "" }, "run"],
    ["run", { run: { $gt: "" } }, "run"],
  ])("refuse %s of %j", async (verb, query, message) => {
    await using studio = await smallStudio();
    const { status, body } = await studio.ask(verb, query);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe("the runs of a mind", () => {
  test("are planned, done, told and taken back", async () => {
    await using studio = await smallStudio({ write: true });
    await studio.say("I live in Berlin.");
    const plan = await studio.ask("planRun", {});
    expect(plan.body).toMatchObject({ isDryRun: true, isByRules: false, counts: { add: 1 } });
    await expect(studio.ask("mindStats", {})).resolves.toMatchObject({
      body: { waiting: 1, facts: 0 },
    });
    const report = await studio.ask("consolidate", {});
    expect(report.body).toMatchObject({ isDryRun: false, counts: { add: 1, episode: 1 } });
    const { id: run } = report.body as { readonly id: string };
    await expect(studio.ask("runs", {})).resolves.toMatchObject({
      body: { runs: [{ id: run, turns: 1, counts: { add: 1, episode: 1 } }] },
    });
    await expect(studio.ask("run", { run })).resolves.toMatchObject({
      body: { undoable: 2, changes: [{ text: "I live in Berlin.", canUndo: true }, {}] },
    });
    await expect(studio.ask("undoRun", { run })).resolves.toMatchObject({ body: { undone: 2 } });
    await expect(studio.ask("run", { run })).resolves.toMatchObject({ body: { undoable: 0 } });
  });

  test("are planned but neither done nor taken back by a studio that reads", async () => {
    await using studio = await smallStudio();
    await studio.say("I live in Berlin.");
    const plan = await studio.ask("planRun", {});
    expect(plan).toMatchObject({ status: 200, body: { isByRules: true, counts: { add: 1 } } });
    for (const [verb, query] of [
      ["consolidate", {}],
      ["undoRun", { run: "1" }],
    ] as const) {
      expect((await studio.ask(verb, query)).status).toBe(403);
    }
    expect((await studio.mind.stats()).waiting).toBe(1);
    expect((await studio.memory.list({ includeRetired: true })).items).toHaveLength(1);
  });
});
