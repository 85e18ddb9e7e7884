import { rejection, testMemory } from "@kioku/testing/support";
import * as fc from "fast-check";
import { expect, test } from "vitest";

import { fsrsScoring } from "../../src/index.js";
import type { Emotion } from "../../src/index.js";

const GLAD: Emotion = { valence: 1, arousal: 0.5 };
const SAD: Emotion = { valence: -1, arousal: 0.5 };

async function feelings() {
  const { memory } = testMemory({ scoring: fsrsScoring({ moodCongruence: 1 }) });
  await memory.rememberAll([
    { content: "tea with Ann, glad", emotion: GLAD },
    { content: "tea with Ann, sad!", emotion: SAD },
    { content: "tea with Ann, then" },
  ]);
  return memory;
}

test("a memory that felt like the mood comes first, and the sign can be turned", async () => {
  const memory = await feelings();
  const best = async (mood: Emotion, moodCongruence: number) => {
    const scoring = fsrsScoring({ moodCongruence });
    const hits = await memory.recall({ query: "tea with Ann", mood, scoring });
    return hits[0]?.emotion;
  };
  expect(await best(GLAD, 0.5)).toEqual(GLAD);
  expect(await best(SAD, 0.5)).toEqual(SAD);
  expect(await best(SAD, -0.5)).toEqual(GLAD);
});

test("without a mood, or with a scoring that does not look at it, it changes nothing", async () => {
  const memory = await feelings();
  const query = { query: "tea with Ann", explain: true };
  for (const { signals } of await memory.recall(query)) expect(signals?.factors["mood"]).toBe(1);
  const plain = { ...query, scoring: fsrsScoring() };
  const hits = await memory.recall({ ...plain, mood: SAD });
  expect(hits).toEqual(await memory.recall(plain));
  expect(hits[0]?.signals?.factors).not.toHaveProperty("mood");
});

test("a mood moves no score by more than a tenth", async () => {
  const memory = await feelings();
  const mood = fc.record({
    valence: fc.double({ min: -1, max: 1, noNaN: true }),
    arousal: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  const congruence = fc.double({ min: -1, max: 1, noNaN: true });
  const property = fc.asyncProperty(mood, congruence, async (felt, moodCongruence) => {
    const scoring = fsrsScoring({ moodCongruence });
    const query = { query: "tea with Ann", scoring, explain: true, mood: felt };
    for (const { emotion, signals } of await memory.recall(query)) {
      const { mood: factor = 1 } = signals?.factors ?? {};
      expect(Math.abs(factor - 1)).toBeLessThanOrEqual((emotion ? 0.1 : 0) + 1e-12);
    }
  });
  await fc.assert(property, { numRuns: 50 });
});

test.each([
  "glad",
  null,
  {},
  { valence: 2, arousal: 0.5 },
  { valence: 0, arousal: -0.1 },
  { valence: 0 },
  { valence: 0, arousal: 0, dominance: 1 },
])("the mood %j is refused", async (mood) => {
  const { memory } = testMemory();
  const error = await rejection(() => memory.recall({ query: "tea", mood: mood as Emotion }));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toContain("query.mood");
});
