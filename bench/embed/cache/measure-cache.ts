import type { Embedder } from "@kioku/core";
import { cachedEmbedder } from "@kioku/plugins/embedders";

import type { EmbedSettings } from "../embed-settings.ts";
import { measureRate } from "../measure-rate.ts";
import { shortTexts } from "../sample-texts.ts";

/**
 * Cost of a cache, with vectors of 1,536 numbers and short texts, in microseconds of processor time
 * a text.
 */
export interface CacheReport {
  /** Making the vectors without a cache, which here is a copy of one vector. */
  readonly bare: number;
  /** All texts are in memory. */
  readonly hit: number;
  /** No text is, and all have to be kept. */
  readonly miss: number;
}

const WIDTH = 1536;
const BATCH = 64;
const BATCHES = 64;

/** Measures a cache in this process, on an embedder that does next to nothing. */
export async function measureCache(settings: EmbedSettings): Promise<CacheReport> {
  const vector = new Float32Array(WIDTH).fill(1 / Math.sqrt(WIDTH));
  const inner: Embedder = {
    id: "made",
    dimensions: WIDTH,
    embed: async (texts) => ({ vectors: texts.map(() => vector.slice()) }),
  };
  const texts = shortTexts("English", BATCH * BATCHES);
  const batches = Array.from({ length: BATCHES }, (_, index) => {
    return texts.slice(index * BATCH, (index + 1) * BATCH);
  });
  let next = 0;
  const microseconds = async (embedder: Embedder): Promise<number> => {
    const { perCpuSecond } = await measureRate(settings, async () => {
      const batch = batches[next % BATCHES] ?? [];
      next += 1;
      return (await embedder.embed(batch)).vectors.length;
    });
    return Number((1e6 / perCpuSecond).toFixed(2));
  };
  const bare = await microseconds(inner);
  const warm = cachedEmbedder(inner);
  for (const batch of batches) await warm.embed(batch);
  const hit = await microseconds(warm);
  // Holds half of the texts, which come in turn: what is asked for has always just been dropped.
  const cold = cachedEmbedder(inner, { maxEntries: (BATCH * BATCHES) / 2 });
  return { bare, hit, miss: await microseconds(cold) };
}
