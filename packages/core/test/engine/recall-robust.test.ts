import { scoringPresets } from "@kioku/plugins/scorings";
import { testMemory } from "@kioku/testing/support";
import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { RecallQuery, RememberInput } from "../../src/index.js";

function text(): fc.Arbitrary<string> {
  const word = fc.constantFrom(
    "tea",
    "茶",
    "чай",
    "May",
    "去年五月",
    "2023-05-07",
    "🍵",
    "a",
    "''",
  );
  const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(" "));
  return fc
    .oneof(words, fc.string({ unit: "binary", minLength: 1, maxLength: 40 }))
    .filter((one) => {
      return one.trim() !== "";
    });
}

function input(): fc.Arbitrary<RememberInput> {
  return fc.record({
    content: text(),
    thread: fc.option(fc.constantFrom("one", "two"), { nil: undefined }),
    occurredAt: fc.option(fc.date({ noInvalidDate: true }), { nil: undefined }),
    index: fc.constantFrom(true, true, true, false),
    kind: fc.constantFrom("note", "fact"),
    metadata: fc.record({ caption: fc.oneof(text(), fc.integer(), fc.constant(null)) }),
    dedupe: fc.constant("off" as const),
  });
}

function query(): fc.Arbitrary<RecallQuery> {
  return fc.record({
    query: text(),
    mode: fc.constantFrom("hybrid", "semantic", "keyword"),
    limit: fc.constantFrom(1, 3, 50, 1_000),
    minScore: fc.constantFrom(0, 0.2, 1),
    neighbours: fc.constantFrom(0, 1, 100),
    diversity: fc.constantFrom(0, 0.5, 1),
    kinds: fc.constantFrom(undefined, ["note"], []),
    scoring: fc.constantFrom(undefined, ...Object.values(scoringPresets).map((make) => make())),
    explain: fc.boolean(),
    mood: fc.constantFrom(undefined, { valence: -1, arousal: 1 }),
  });
}

test("whatever is asked of whatever is there is answered within its bounds", async () => {
  const property = fc.asyncProperty(
    fc.array(input(), { maxLength: 15 }),
    query(),
    async (inputs, asked) => {
      const { memory } = testMemory();
      const receipts = await memory.rememberAll(inputs);
      const hidden = receipts.flatMap((receipt, index) =>
        "record" in receipt && inputs[index]?.index === false ? [receipt.record.id] : [],
      );
      const hits = await memory.recall(asked);
      const { limit = 0, minScore = 0, kinds } = asked;
      expect(hits.length).toBeLessThanOrEqual(limit);
      expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length);
      for (const { id, score, relevance, kind } of hits) {
        expect(score > 0 && relevance >= minScore && score <= 1).toBe(true);
        expect(hidden).not.toContain(id);
        expect(kinds === undefined || kinds.includes(kind)).toBe(true);
      }
      const scores = hits.map(({ score }) => score);
      const sorted = scores.toSorted((a, b) => b - a);
      expect(scores).toEqual(asked.diversity === 0 ? sorted : scores);
      const { included, omitted } = await memory.context(asked);
      const ids = [...included, ...omitted].map(({ memory: { id } }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(hits.every(({ id }) => ids.includes(id))).toBe(true);
    },
  );
  await fc.assert(property, { numRuns: 150 });
});
