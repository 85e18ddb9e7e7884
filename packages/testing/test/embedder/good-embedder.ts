import { setImmediate } from "node:timers/promises";

import { MemoryError } from "@kioku/core";
import type { Embedder } from "@kioku/core";
import { hashText } from "@kioku/core/toolkit";
import type { EmbedOptions, EmbedResult } from "@kioku/core/toolkit";

const WIDTH = 64;
/** Texts between two looks at the signal. */
const SLICE = 16;

/** The vector of a text by its words, of length 1; a question gets another one than a document. */
export function wordVector(text: string, purpose: EmbedOptions["purpose"]): Float32Array {
  const vector = new Float32Array(WIDTH);
  vector[0] = 0.1;
  if (purpose === "query") vector[1] = 1;
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]{1,40}/gu) ?? []) {
    const slot = 2 + (Number.parseInt(hashText(word).slice(0, 8), 16) % (WIDTH - 2));
    vector[slot] = (vector[slot] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Refuses what is no text, by its place. */
function checkTexts(texts: readonly unknown[]): void {
  const wrong = texts.findIndex((text) => typeof text !== "string");
  if (wrong === -1) return;
  throw new MemoryError("invalid-input", `texts[${wrong}] must be a string`);
}

/**
 * An embedder that does everything right: slowly, in slices, and it keeps the vectors of texts
 * until it is told to forget them.
 */
export function goodEmbedder(): Embedder {
  const kept = new Map<string, Float32Array>();
  let isClosed = false;

  function checkOpen(): void {
    if (isClosed) throw new MemoryError("closed", "the good embedder was closed");
  }

  function keptVector(text: string, purpose: EmbedOptions["purpose"]): Float32Array {
    const key = `${purpose} ${text}`;
    const vector = kept.get(key) ?? wordVector(text, purpose);
    kept.set(key, vector);
    return vector.slice();
  }

  async function embed(
    texts: readonly string[],
    { purpose = "document", signal }: EmbedOptions = {},
  ): Promise<EmbedResult> {
    signal?.throwIfAborted();
    checkOpen();
    checkTexts(texts);
    const vectors: Float32Array[] = [];
    for (const [index, text] of [...texts].entries()) {
      if (index % SLICE === 0) await setImmediate();
      signal?.throwIfAborted();
      checkOpen();
      vectors.push(keptVector(text, purpose));
    }
    return { vectors, indices: [...vectors.keys()], tokens: vectors.length };
  }

  return {
    id: `test/good@1#${WIDTH}`,
    dimensions: WIDTH,
    maxBatchSize: 32,
    maxBatchTokens: 100_000,
    maxConcurrency: 4,
    normalized: true,
    profile: { unrelated: 0.1, related: 0.5, meaningWeight: 0.3 },
    embed,
    forget: async (texts, options) => {
      await Promise.resolve();
      options?.signal?.throwIfAborted();
      for (const text of texts) {
        for (const purpose of ["document", "query"]) kept.delete(`${purpose} ${text}`);
      }
    },
    close: () => {
      isClosed = true;
      return Promise.resolve();
    },
  };
}
