import { createMemory, inMemoryStore, layer } from "@kioku/core";
import { wordEmbedder } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { createMind } from "../../src/index.js";

test("a mind of layers consolidates the first one, also run after run, and recalls all", async () => {
  let now = Date.parse("2026-03-04T10:00:00Z");
  const clock = (): Date => new Date(now);
  const [own, team] = [1, 2].map(() =>
    createMemory({ store: inMemoryStore(), embedder: wordEmbedder(), clock }),
  );
  if (!own || !team) throw new Error("expected two memories");
  const note = { kind: "note", speaker: "Bo" };
  await team.remember({ content: "I work in the Acme building in Berlin.", ...note });
  const mind = createMind({ memory: layer(own, team), clock, automatic: false });
  for (let run = 0; run < 5; run += 1) {
    const turns = Array.from({ length: 60 }, (_, index) => ({ content: `Word ${run} ${index}.` }));
    await mind.session("t").hear([{ content: "I live in Porto." }, ...turns]);
    now += 600_000;
    await expect(mind.consolidate()).resolves.toMatchObject({ turns: 61 });
  }
  await expect(mind.stats()).resolves.toMatchObject({ waiting: 0, turns: 305 });
  const portrait = async (of: string): Promise<string> =>
    (await mind.document({ document: "portrait", of })).text;
  expect(await portrait("user")).toContain("Porto");
  expect(await portrait("Bo")).toBe("");
  expect((await mind.recall("Acme building Berlin"))[0]?.content).toContain("Acme");
  expect((await mind.session("u").context("Acme building Berlin")).text).toContain("Acme");
  const below = mind.scope("below");
  await below.session("t").hear("I love tea.");
  await below.consolidate();
  expect((await below.document({ document: "portrait" })).text).toContain("tea");
  await expect(team.list({ includeRetired: true })).resolves.toMatchObject({
    items: [{ content: expect.stringContaining("Acme") as string }],
  });
});
