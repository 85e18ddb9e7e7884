import { expect, test } from "vitest";

import { OrdinalBitmap } from "../../src/index/selected-ordinals.js";
import { seededRandom, testSeed } from "../support/random.js";

const seed = testSeed();

test(`it contains what was added and not taken out, and its words are these bits (seed ${seed})`, () => {
  const random = seededRandom(seed);
  for (const room of [0, 1, 500]) {
    const bitmap = new OrdinalBitmap(room);
    const expected = new Set<number>();
    for (let step = 0; step < 20_000; step += 1) {
      const ordinal = random.below(700);
      const isIn = random.chance(0.6);
      bitmap.set(ordinal, isIn);
      if (isIn) expected.add(ordinal);
      else expected.delete(ordinal);
      if (step % 100 > 0) continue;
      const ordinals = Array.from({ length: 1_000 }, (_, at) => at).filter((at) => bitmap.has(at));
      expect(ordinals).toEqual([...expected].toSorted((a, b) => a - b));
      expect(bitmap.count).toBe(expected.size);
    }
    const ordinals = [...bitmap.words].flatMap((word, index) =>
      Array.from({ length: 32 }, (_, bit) => bit)
        .filter((bit) => ((word >>> bit) & 1) === 1)
        .map((bit) => index * 32 + bit),
    );
    expect(ordinals).toEqual([...expected].toSorted((a, b) => a - b));
  }
});
