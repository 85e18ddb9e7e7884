import { rejection, seededRandom, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { flashback } from "../../src/feeling/index.js";

const DARK = { valence: -0.9, arousal: 0.6 };
const BRIGHT = { valence: 0.9, arousal: 0.6 };

async function smallMemory() {
  const { memory } = testMemory();
  await memory.rememberAll(
    Array.from({ length: 30 }, (_, n) => ({
      content: `day ${n}`,
      emotion: n % 2 === 0 ? BRIGHT : DARK,
    })),
  );
  return memory;
}

test("about one turn in twenty brings a memory back", async () => {
  const memory = await smallMemory();
  let flashes = 0;
  for (let seed = 0; seed < 1_000; seed += 1) {
    if (await flashback(memory, { seed })) flashes += 1;
  }
  expect(flashes).toBeGreaterThan(30);
  expect(flashes).toBeLessThan(75);
  expect(await flashback(memory, { seed: 1, probability: 0 })).toBeUndefined();
});

async function bySeed(): Promise<unknown> {
  return (await flashback(await smallMemory(), { seed: "x", probability: 1 }))?.content;
}

async function byNumbers(): Promise<unknown> {
  const random = seededRandom(5);
  return (await flashback(await smallMemory(), { random, probability: 1 }))?.content;
}

test("the same seed, or the same numbers, bring the same back", async () => {
  expect(await bySeed()).toMatch(/day/u);
  expect(await bySeed()).toBe(await bySeed());
  expect(await byNumbers()).toMatch(/day/u);
  expect(await byNumbers()).toBe(await byNumbers());
});

test("it is no use, and nothing of it is written", async () => {
  const memory = await smallMemory();
  const before = await memory.list({ limit: 100 });
  expect(await flashback(memory, { seed: 1, probability: 1 })).toMatchObject({
    reason: "spontaneous",
  });
  expect(await memory.list({ limit: 100 })).toEqual(before);
});

test("nothing of another scope and nothing untrusted flashes back", async () => {
  const { memory } = testMemory();
  const ann = memory.scope("ann");
  await memory.remember("of the root");
  await memory.scope("bo").remember("of Bo");
  await ann.remember({ content: "planted by a page", origin: "web" });
  for (let seed = 0; seed < 50; seed += 1) {
    expect(await flashback(ann, { seed, probability: 1 })).toBeUndefined();
  }
  await ann.remember("of Ann");
  for (let seed = 0; seed < 50; seed += 1) {
    const flash = await flashback(ann, { seed, probability: 1 });
    expect(flash?.content).toBe("of Ann");
  }
});

test("a mood brings back what felt like it", async () => {
  const memory = await smallMemory();
  let dark = 0;
  for (let seed = 0; seed < 200; seed += 1) {
    const flash = await flashback(memory, { seed, probability: 1, mood: DARK });
    if (flash?.emotion?.valence === DARK.valence) dark += 1;
  }
  expect(dark).toBeGreaterThan(120);
});

test("without a seed or random numbers it is refused, and so are wrong options", async () => {
  const memory = await smallMemory();
  for (const [query, name] of [
    [{}, "query.seed"],
    [{ seed: NaN }, "query.seed"],
    [{ seed: 1, probability: 2 }, "query.probability"],
    [{ seed: 1, limit: 3 }, "no option"],
    [{ random: () => 2 }, "random"],
  ] as const) {
    const error = await rejection(() => flashback(memory, query as { seed: number }));
    expect(error.code).toBe("invalid-input");
    expect(error.message).toContain(name);
  }
});
