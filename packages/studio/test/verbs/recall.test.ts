import { scoringPresets } from "@kioku/plugins/scorings";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { SCORINGS } from "../../src/app/pages/recall/lab-settings.js";
import { waterfall } from "../../src/app/pages/recall/waterfall.js";
import { openStudio, type Studio } from "../../src/open-studio.js";
import type { LabAnswer } from "../../src/wire/recall.js";
import { type SampleStudio, sampleMemory } from "../support/sample-studio.js";

const QUERIES = [
  "Where do I live now?",
  "what did I say about the oven at Christmas?",
  "When do I start the panettone?",
  "Is Gustav hungry in the morning?",
  "coffee or tea",
];

let sample: SampleStudio;
let studio: Studio;

beforeAll(async () => {
  sample = await sampleMemory();
  const { memory, mind, clock } = sample;
  studio = await openStudio({ memory, mind, clock });
});
afterAll(async () => {
  await studio.close();
  await sample.close();
});

async function ask(verb: string, query: object): Promise<{ status: number; body: unknown }> {
  const [address = "", token = ""] = studio.url.split("/#token=");
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const body = JSON.stringify(query);
  const response = await fetch(`${address}/api/${verb}`, { method: "POST", headers, body });
  return { status: response.status, body: await response.json() };
}

async function lab(query: object): Promise<LabAnswer> {
  const { status, body } = await ask("recallLab", query);
  expect([status, body]).toEqual([200, body]);
  return body as LabAnswer;
}

describe("recallLab", () => {
  test.each(SCORINGS)("draws steps that lead to the score with the scoring %s", async (scoring) => {
    let count = 0;
    for (const query of QUERIES) {
      const chosen = scoring === "configured" ? {} : { scoring };
      const { memories, omitted } = await lab({ query, minScore: 0.1, limit: 20, ...chosen });
      for (const memory of [...memories, ...omitted.map((one) => one.memory)]) {
        const steps = waterfall(memory);
        const parts = steps.filter(({ sort }) => sort === "part");
        const sum = parts.reduce((all, { amount }) => all + amount, 0);
        expect(sum).toBeCloseTo(memory.signals.relevance, 4);
        // Nothing but the scoring explains the score: no step stands for a rest.
        expect(steps.some(({ sort }) => sort === "rerank")).toBe(false);
        expect(steps.at(-2)?.to).toBeCloseTo(memory.score, 5);
        expect(steps.at(-1)).toMatchObject({ sort: "score", to: memory.score });
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(5);
  });

  test("offers every preset", () => {
    expect(SCORINGS).toEqual(expect.arrayContaining(Object.keys(scoringPresets)));
  });

  test("tells the threshold, and by how much the best one misses it", async () => {
    const { memories, omitted, notice, threshold } = await lab({ query: "quantum chromodynamics" });
    expect({ memories, notice, threshold }).toEqual({
      memories: [],
      notice: "not-relevant",
      threshold: 0.35,
    });
    expect(omitted[0]?.memory.relevance).toBeLessThan(0.35);
  });

  test("reads as of a moment, with neighbours, a mood and the scopes below", async () => {
    const query = "coffee";
    const now = await lab({ query, neighbours: 1, minScore: 0 });
    const then = await lab({ query, knownAt: "2026-04-01T00:00:00.000Z", minScore: 0 });
    expect(now.memories.some(({ neighbours }) => neighbours?.before.length === 1)).toBe(true);
    expect(then.memories.every(({ createdAt }) => createdAt < "2026-04-01")).toBe(true);
    const mood = { valence: -1, arousal: 0.9 };
    const felt = await lab({ query: "the oven", scoring: "fsrs-mood", mood });
    expect(felt.memories[0]?.signals.factors).toHaveProperty("mood");
    const below = await lab({ query: "Sofia lamination", reach: "below" });
    expect(below.memories[0]?.scope).toEqual(["team", "sofia"]);
  });

  test("cuts long texts", async () => {
    await sample.memory
      .scope("long")
      .remember(`The lighthouse keeper ${"tells a story ".repeat(90)}`);
    const { memories } = await lab({ query: "lighthouse keeper", scope: ["long"], minScore: 0 });
    expect(memories[0]?.scope).toEqual(["long"]);
    expect(memories[0]?.text).toMatch(/^.{280}…$/u);
  });

  test.each([
    {},
    { query: " " },
    { query: 1 },
    { query: "a", limit: 101 },
    { query: "a", limit: "10" },
    { query: "a", neighbours: 11 },
    { query: "a", minScore: 2 },
    { query: "a", mode: "magic" },
    { query: "a", scoring: "toString" },
    { query: "a", scoring: { name: "x" } },
    { query: "a", mood: { valence: 3, arousal: 0 } },
    { query: "a", knownAt: "yesterday" },
    { query: "a", validAt: 5 },
    { query: "a", scope: "all" },
    { query: "a", reach: "everywhere" },
    { query: "a", explain: false },
    { query: "a", filter: {} },
  ])("refuses %j", async (query) => {
    const { status, body } = await ask("recallLab", query);
    expect([status, body]).toEqual([
      400,
      { error: expect.objectContaining({ code: "invalid-input" }) as unknown },
    ]);
  });
});

test("memorySpan tells when the oldest memory was written", async () => {
  expect(await ask("memorySpan", {})).toMatchObject({
    status: 200,
    body: { from: expect.stringMatching(/^2024-12-2/u) as unknown },
  });
  expect((await ask("memorySpan", { scope: ["nobody"] })).body).toEqual({});
});
