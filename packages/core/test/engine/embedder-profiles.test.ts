import { rejection, testMemory, wordEmbedder } from "@kioku/testing/support";
import { expect, test } from "vitest";

import type { Embedder, Logger } from "../../src/index.js";
import type { EmbedderProfile } from "../../src/toolkit/index.js";
import { rebuiltEmbedder } from "../support/rebuilt-embedder.js";

const NOTES = [
  "Ann drinks green tea in the morning",
  "The kettle is broken",
  "Bob plays chess on Sundays",
  "Green paint for the fence",
  "Ann and Bob drink tea",
];
const QUERY = "does Ann drink green tea";

/**
 * Vectors of letter pairs: something to measure, and quite different cosines for all pairs of
 * texts.
 */
function pairEmbedder(): Embedder & { readonly calls: string[] } {
  const calls: string[] = [];
  return {
    id: "test/pairs@64",
    calls,
    async embed(texts) {
      calls.push(...texts);
      return { vectors: texts.map((text) => pairVector(text)) };
    },
  };
}

function pairVector(text: string): Float32Array {
  const vector = new Float32Array(64);
  const letters = Array.from(text.toLowerCase().replaceAll(/[^\p{L}]/gu, ""));
  for (const [index, letter] of letters.entries()) {
    const pair = 31 * (letter.codePointAt(0) ?? 0) + (letters[index + 1]?.codePointAt(0) ?? 0);
    vector[pair % 64] = (vector[pair % 64] ?? 0) + 1;
  }
  return vector;
}

/** The same, but all texts have much in common: cosines crowd near 1. */
function crowded(embedder: Embedder): Embedder {
  return rebuiltEmbedder(embedder, {
    id: "test/crowded@65",
    embed: async (texts, options) => {
      const { vectors } = await embedder.embed(texts, options);
      return {
        vectors: vectors.map((vector) => {
          const length = Math.hypot(...vector);
          return Float32Array.from([...vector.map((value) => value / length), 1.5]);
        }),
      };
    },
  });
}

async function measuredWith(embedder: Embedder, options: { readonly logger?: Logger } = {}) {
  const { memory } = testMemory({ embedder, ...options });
  await memory.rememberAll(NOTES);
  return memory;
}

test("an embedder whose cosines crowd near 1 means the same as a plain one", async () => {
  const plain = await measuredWith(pairEmbedder());
  const other = await measuredWith(crowded(pairEmbedder()));
  for (const mode of ["semantic", "hybrid"] as const) {
    const query = { query: QUERY, mode, explain: true };
    const [one, two] = await Promise.all([plain.recall(query), other.recall(query)]);
    expect(two.map(({ content }) => content)).toEqual(one.map(({ content }) => content));
    for (const [index, hit] of two.entries()) {
      const meaning = one[index]?.signals?.meaning ?? -1;
      expect(Math.abs((hit.signals?.meaning ?? 9) - meaning)).toBeLessThan(1e-5);
      expect(hit.signals?.similarity ?? 0).toBeGreaterThan(one[index]?.signals?.similarity ?? 1);
    }
    const minScore = ((one[1]?.relevance ?? 0) + (one[2]?.relevance ?? 0)) / 2;
    expect(await plain.recall({ ...query, minScore })).toHaveLength(2);
    expect(await other.recall({ ...query, minScore })).toHaveLength(2);
  }
});

test("a profile that is given is not measured", async () => {
  const embedder = pairEmbedder();
  const profile = { unrelated: 0.2, related: 0.7, meaningWeight: 0.25 };
  const memory = await measuredWith(rebuiltEmbedder(embedder, { profile }));
  const [hit] = await memory.recall({ query: QUERY, explain: true });
  expect(embedder.calls).toEqual([...NOTES, QUERY]);
  const { similarity = 0, meaning = 0, parts } = hit?.signals ?? {};
  expect(meaning).toBeCloseTo(0.15 + 0.45 * ((similarity - 0.2) / 0.5), 10);
  expect(parts?.meaning).toBeCloseTo(0.25 * meaning, 10);
});

test("a profile is measured once, however many recalls there are at once", async () => {
  const embedder = pairEmbedder();
  const memory = await measuredWith(embedder);
  expect(embedder.calls).toHaveLength(NOTES.length);
  await Promise.all(Array.from({ length: 8 }, () => memory.recall(QUERY)));
  const measured = embedder.calls.length;
  expect(measured).toBeLessThan(NOTES.length + 8 + 80);
  await memory.recall(QUERY);
  expect(embedder.calls).toHaveLength(measured + 1);
});

test("writing measures nothing, and neither does a recall by keyword", async () => {
  const embedder = pairEmbedder();
  const memory = await measuredWith(embedder);
  await memory.recall({ query: QUERY, mode: "keyword" });
  expect(embedder.calls).toEqual(NOTES);
});

/** Answers single texts and fails at the background set as long as it is told to. */
function unmeasurable(isFailing: () => boolean): Embedder & { readonly calls: string[] } {
  const embedder = pairEmbedder();
  const embed: Embedder["embed"] = (texts) => {
    if (texts.length > NOTES.length && isFailing()) return Promise.reject(new Error("too many"));
    return embedder.embed(texts);
  };
  return { ...embedder, embed };
}

test("an embedder that cannot be measured still recalls, and is tried again", async () => {
  let isFailing = true;
  const embedder = unmeasurable(() => isFailing);
  const warnings: string[] = [];
  const logger = { warn: (message: string) => warnings.push(message), error: () => undefined };
  const memory = await measuredWith(embedder, { logger });
  const query = { query: QUERY, explain: true };
  const together = await Promise.all([memory.recall(query), memory.recall(query)]);
  expect(together[0].length).toBeGreaterThan(0);
  expect(together[0]).toEqual(together[1]);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain("test/pairs@64");
  const { similarity = 0, meaning } = together[0][0]?.signals ?? {};
  expect(meaning).toBeCloseTo(Math.min(0.15 + 0.45 * ((similarity - 0.1) / 0.4), 1), 10);
  await memory.recall(query);
  expect(warnings).toHaveLength(2);
  isFailing = false;
  const [good] = await memory.recall(query);
  expect(warnings).toHaveLength(2);
  expect(good?.signals?.meaning).not.toBe(meaning);
});

test("an abort ends a recall that waits for a measurement, and the next one has it", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  const embedder = pairEmbedder();
  const embed: Embedder["embed"] = async (texts) => {
    if (texts.length > NOTES.length) await held;
    return embedder.embed(texts);
  };
  const memory = await measuredWith({ ...embedder, embed });
  const controller = new AbortController();
  const waiting = memory.recall(QUERY, { signal: controller.signal });
  const other = memory.recall(QUERY);
  setTimeout(() => controller.abort(new Error("enough")), 0);
  await expect(waiting).rejects.toThrow("enough");
  release(undefined);
  expect((await other).length).toBeGreaterThan(0);
});

test("an embedder that finds all texts alike is taken for a plain one", async () => {
  const embedder: Embedder = {
    id: "test/same@2",
    embed: async (texts) => ({ vectors: texts.map(() => Float32Array.from([1, 1])) }),
  };
  const memory = await measuredWith(embedder);
  const hits = await memory.recall({ query: QUERY, mode: "semantic", explain: true });
  expect(hits).toHaveLength(NOTES.length);
  for (const { signals, score } of hits) {
    expect(signals?.meaning).toBe(1);
    expect(Number.isFinite(score)).toBe(true);
  }
});

test.each<[string, unknown, RegExp]>([
  ["that is no object", 0.5, /embedder.profile/],
  ["without related", { unrelated: 0.1 }, /embedder.profile.related/],
  ["without unrelated", { related: 0.1 }, /embedder.profile.unrelated/],
  ["with anchors the wrong way round", { unrelated: 0.5, related: 0.4 }, /more than unrelated/],
  ["with equal anchors", { unrelated: 0.5, related: 0.5 }, /more than unrelated/],
  ["beyond 1", { unrelated: 0.5, related: 1.1 }, /related.*at most 1/],
  ["below -1", { unrelated: -2, related: 0.5 }, /unrelated.*at least -1/],
  ["that is no number", { unrelated: Number.NaN, related: 0.5 }, /unrelated/],
  [
    "with a weight above 1",
    { unrelated: 0.1, related: 0.5, meaningWeight: 2 },
    /meaningWeight.*at most 1/,
  ],
  ["with an unknown member", { unrelated: 0.1, related: 0.5, scale: 2 }, /scale/],
])("a profile %s is refused by name", async (_, profile, message) => {
  const embedder = rebuiltEmbedder(wordEmbedder(), { profile: profile as EmbedderProfile });
  const error = await rejection(() => testMemory({ embedder }));
  expect(error.code).toBe("invalid-input");
  expect(error.message).toMatch(message);
});
