import type { Embedder } from "@kioku/core";
import { cachedEmbedder, fallbackEmbedder } from "@kioku/plugins/embedders";
import { describe, expect, test } from "vitest";

import { embedderConformance } from "../../src/index.js";
import { outcomeOf } from "../support/broken-model.js";
import { turnSchedule } from "../support/turns.js";
import { goodEmbedder } from "./good-embedder.js";
import { pickyEmbedder, strictEmbedder } from "./more-good-embedders.js";

/** One that always fails, so that the next one is asked. */
function failingEmbedder(): Embedder {
  return {
    ...goodEmbedder(),
    embed: async (_texts, options) => {
      options?.signal?.throwIfAborted();
      throw new Error("down");
    },
  };
}

const WRAPPED: Readonly<Record<string, () => Embedder>> = {
  "a cache": () => cachedEmbedder(goodEmbedder()),
  "a small cache": () => cachedEmbedder(goodEmbedder(), { maxEntries: 3 }),
  "a cache of an embedder with a short batch": () => cachedEmbedder(strictEmbedder(3)),
  "a cache of an embedder that refuses odd texts": () => cachedEmbedder(pickyEmbedder()),
  "a fallback": () => fallbackEmbedder([goodEmbedder(), goodEmbedder()]),
  "a fallback in use": () => fallbackEmbedder([failingEmbedder(), goodEmbedder()]),
  "a fallback of embedders that refuse odd texts": () =>
    fallbackEmbedder([pickyEmbedder(), pickyEmbedder()]),
  "a cache of a fallback": () =>
    cachedEmbedder(fallbackEmbedder([failingEmbedder(), goodEmbedder()])),
};

/** The first of caches and the first of fallbacks are tried in the quick run. */
const QUICK: ReadonlySet<string> = new Set(["a cache", "a fallback in use"]);
const TRIED = Object.entries(WRAPPED).filter(
  ([what]) => QUICK.has(what) || process.env["KIOKU_TEST_SIZE"] === "full",
);

describe.each(TRIED)("%s", (_what, create) => {
  const cases = embedderConformance(create, {
    tolerance: 0,
    purposes: "different",
    stopsUnderWay: true,
    schedule: turnSchedule,
  });
  test.for(cases)("$group: $name", async (one) => {
    expect(await outcomeOf(one)).toMatch(/^(?:passed|skipped)/u);
  });
});
