import { compareText } from "@kioku/core/toolkit";
import { streamText } from "ai";
import { expect, test } from "vitest";

import { withMemory } from "../../src/index.js";
import { emptyMemory, FACT, knowingMemory, saidIn } from "../support/turn-memory.js";
import { callsThenAnswers, turnModel } from "../support/turn-model.js";
import { generateTurn, WAYS } from "../support/turns.js";

test.each(WAYS)("%s: what was recalled is listed as sources once for a turn", async (_, ask) => {
  const memory = await knowingMemory({ clock: () => new Date("2026-03-01T12:00:00Z") });
  const { items } = await memory.list();
  const model = callsThenAnswers(["clock", "clock"], "Green.");
  const wrapped = withMemory(model, memory, { sources: true });
  const { text, sources } = await ask({ model: wrapped, prompt: "green tea?" });
  expect(text).toBe("Green.");
  expect(sources).toEqual([
    {
      type: "source",
      sourceType: "document",
      id: items[0]?.id,
      mediaType: "text/plain",
      title: FACT,
      providerMetadata: {
        kioku: {
          id: items[0]?.id,
          kind: "note",
          content: FACT,
          origin: "user",
          trust: 1,
          score: expect.closeTo(0.5, 0) as number,
          relevance: expect.closeTo(0.5, 0) as number,
          createdAt: "2026-03-01T12:00:00.000Z",
        },
      },
    },
  ]);
});

test.each(WAYS)(
  "%s: only if the app wants them, and only what the prompt holds",
  async (_, ask) => {
    const memory = await knowingMemory();
    await memory.remember(`green tea ${"and so on ".repeat(2_000)}`);
    const silent = await ask({ model: withMemory(turnModel(), memory), prompt: "green tea?" });
    expect(silent.sources).toEqual([]);
    const recall = { budget: 120 };
    const listing = withMemory(turnModel(), memory, { sources: true, recall });
    expect((await ask({ model: listing, prompt: "green tea?" })).sources).toHaveLength(1);
    const knowsNothing = withMemory(turnModel(), emptyMemory(), { sources: true });
    expect((await ask({ model: knowsNothing, prompt: "green tea?" })).sources).toEqual([]);
  },
);

test("long texts are shortened to a title of one line, and whole in the details", async () => {
  const memory = emptyMemory();
  const long = `green tea 😀\n\n  ${"😀".repeat(400)}`;
  await memory.remember(long);
  const exact = `green tea ${"x".repeat(70)}`;
  await memory.remember(exact);
  const wrapped = withMemory(turnModel(), memory, { sources: true });
  await memory.remember(`green tea${"\n".repeat(400)}and more`);
  const { sources } = await generateTurn({ model: wrapped, prompt: "green tea?" });
  const titles = sources.map(({ title = "" }) => title).toSorted(compareText);
  const shortened = ["green tea…", `green tea 😀 ${"😀".repeat(67)}…`];
  expect(titles).toEqual([exact, ...shortened].toSorted(compareText));
  expect(titles.map((title) => Array.from(title).length)).toEqual([80, 80, 10]);
  expect(JSON.stringify(sources)).toContain(JSON.stringify(long).slice(1, -1));
});

test("pages of a chat are sent them, before the text", async () => {
  const memory = await knowingMemory();
  const wrapped = withMemory(turnModel(), memory, { sources: true });
  const result = streamText({ model: wrapped, prompt: "green tea?" });
  const chunks: { readonly type: string }[] = [];
  for await (const chunk of result.toUIMessageStream({ sendSources: true })) chunks.push(chunk);
  const types = chunks.map(({ type }) => type);
  expect(types.slice(0, 4)).toEqual(["start", "start-step", "source-document", "text-start"]);
  expect(chunks[2]).toMatchObject({
    mediaType: "text/plain",
    title: FACT,
    providerMetadata: { kioku: { content: FACT, trust: 1 } },
  });
});

test("sources come right behind the start of a stream, and first where it has none", async () => {
  const memory = await knowingMemory();
  const model = turnModel();
  const { doStream } = model;
  const prompt = [
    { role: "user" as const, content: [{ type: "text" as const, text: "green tea?" }] },
  ];
  const typesOf = async (): Promise<readonly string[]> => {
    const wrapped = withMemory(model, memory, { sources: true });
    const types: string[] = [];
    for await (const { type } of (await wrapped.doStream({ prompt })).stream) types.push(type);
    return types;
  };
  expect((await typesOf()).slice(0, 3)).toEqual(["stream-start", "source", "text-start"]);
  model.doStream = async (options) => {
    const { stream } = await doStream(options);
    const reader = stream.getReader();
    await reader.read();
    reader.releaseLock();
    return { stream };
  };
  expect((await typesOf()).slice(0, 2)).toEqual(["source", "text-start"]);
});

test("sources are no part of what is remembered, nor of the trust in it", async () => {
  const memory = await knowingMemory();
  const wrapped = withMemory(turnModel(), memory, { sources: true, capture: "turn" });
  await generateTurn({ model: wrapped, prompt: "green tea?" });
  expect(await saidIn(memory)).toEqual(["user: green tea?", "assistant: Noted."]);
  const { items } = await memory.list({ kinds: ["message"] });
  expect(items.map(({ trust }) => trust)).toEqual([1, 1]);
});
