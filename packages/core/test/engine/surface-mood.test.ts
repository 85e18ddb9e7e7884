import { rejection, testMemory } from "@kioku/testing/support";
import { expect, test } from "vitest";

const BRIGHT = { valence: 0.9, arousal: 0.8 };
const DARK = { valence: -0.9, arousal: 0.2 };

test("a mood makes a memory that felt like it come twice as easily as its opposite", async () => {
  const { memory } = testMemory();
  await memory.rememberAll([
    { content: "the wedding", emotion: { valence: 1, arousal: 1 } },
    { content: "the funeral", emotion: { valence: -1, arousal: 0 } },
    { content: "the bus" },
  ]);
  const mood = { valence: 1, arousal: 1 };
  const drawn = await memory.surface({ mood, explain: true, temperature: 0, cooldown: 0 });
  expect(drawn.map(({ content, signals }) => [content, signals?.factors["mood"]])).toEqual([
    ["the wedding", 2],
    ["the bus", 1.5],
    ["the funeral", 1],
  ]);
  for (const { score } of drawn) expect(score).toBeLessThanOrEqual(1);
});

test("over many draws, a mood brings back what felt like it, and no mood does not", async () => {
  const { memory } = testMemory();
  await memory.rememberAll(
    Array.from({ length: 20 }, (_, n) => ({
      content: `day ${n}`,
      emotion: n % 2 === 0 ? BRIGHT : DARK,
    })),
  );
  const brightOf = async (mood: typeof BRIGHT | undefined): Promise<number> => {
    let bright = 0;
    for (let seed = 0; seed < 200; seed += 1) {
      const [first] = await memory.surface({ seed, cooldown: 0, limit: 1, mood });
      if (first?.emotion?.valence === BRIGHT.valence) bright += 1;
    }
    return bright;
  };
  expect(await brightOf(BRIGHT)).toBeGreaterThan(150);
  expect(await brightOf(DARK)).toBeLessThan(50);
  const without = await brightOf(undefined);
  expect(without).toBeGreaterThan(70);
  expect(without).toBeLessThan(130);
});

test("a mood out of range is refused by name", async () => {
  const { memory } = testMemory();
  const error = await rejection(() => memory.surface({ mood: { valence: 2, arousal: 0 } }));
  expect(error).toMatchObject({ code: "invalid-input" });
  expect(String(error)).toContain("query.mood");
});

test("at temperature 1 the odds are those of the weights, and no emotion is neutral", async () => {
  const { memory } = testMemory();
  const mood = { valence: 1, arousal: 1 };
  await memory.rememberAll([
    { content: "the wedding", emotion: mood, importance: 0.5 },
    { content: "the funeral", emotion: { valence: -1, arousal: 0 }, importance: 0.5 },
    { content: "the bus", importance: 0.5 },
  ]);
  const counts: Record<string, number> = {};
  const draws = 1_800;
  for (let seed = 0; seed < draws; seed += 1) {
    const how = { seed, mood, temperature: 1, cooldown: 0, limit: 1 };
    const [first] = await memory.surface(how);
    const name = first?.content ?? "";
    counts[name] = (counts[name] ?? 0) + 1;
  }
  // 2 to 1.5 to 1, as shares of 4.5.
  expect((counts["the wedding"] ?? 0) / draws).toBeCloseTo(2 / 4.5, 1);
  expect((counts["the bus"] ?? 0) / draws).toBeCloseTo(1.5 / 4.5, 1);
  expect((counts["the funeral"] ?? 0) / draws).toBeCloseTo(1 / 4.5, 1);
});

test("a score is at most 1 with any mood, cue and importance, and no mood leaves no factor", async () => {
  const { memory } = testMemory();
  const felt = { valence: 1, arousal: 0 };
  await memory.remember({ content: "the wedding", emotion: felt, importance: 1 });
  for (const cue of [undefined, "the wedding"]) {
    for (const mood of [felt, { valence: -1, arousal: 1 }, undefined]) {
      const [one] = await memory.surface({ cue, mood, explain: true, cooldown: 0 });
      expect(one?.score).toBeGreaterThan(0);
      expect(one?.score).toBeLessThanOrEqual(1);
      expect("mood" in (one?.signals?.factors ?? {})).toBe(mood !== undefined);
    }
  }
});
