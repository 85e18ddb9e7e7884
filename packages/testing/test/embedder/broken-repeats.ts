import type { Embedder } from "@kioku/core";
import { MemoryError } from "@kioku/core";

import { mapEach, mapVectors, turned, withEmbed } from "./break-embedder.js";
import type { EmbedderDefect } from "./break-embedder.js";

/** Instances made so far, for defects that make instances differ. */
let instances = 0;

/** Gives every text the vector that the first one asked for it had, whatever the purpose. */
function keepByTextAlone(good: Embedder): Embedder {
  const kept = new Map<string, Float32Array>();
  return mapEach(good, (vector, text) => {
    const known = kept.get(text) ?? vector;
    kept.set(text, known);
    return known.slice();
  });
}

/** Defects that show when a text is embedded more than once. */
const BROKEN_DETERMINISM: readonly EmbedderDefect[] = [
  {
    name: "answers something else every time",
    failsAt: "determinism: the same text",
    breakModel: (good) => {
      let calls = 0;
      return mapEach(good, (vector) => {
        calls += 1;
        return turned(vector, (calls % 7) / 20);
      });
    },
  },
  {
    name: "drifts as it works",
    failsAt: "determinism: the same text",
    breakModel: (good) => {
      let texts = 0;
      return mapEach(good, (vector) => {
        texts += 1;
        return turned(vector, texts > 20 ? 0.1 : 0);
      });
    },
  },
  {
    name: "lets padding into the vector",
    failsAt: "determinism: shorter and longer",
    breakModel: (good) =>
      mapVectors(good, (vectors, { texts }) => {
        const longest = Math.max(...texts.map((text) => text.length));
        return vectors.map((vector, index) =>
          turned(vector, (longest - (texts[index] ?? "").length) / 1_000),
        );
      }),
  },
  {
    name: "draws another seed for every instance",
    failsAt: "determinism: another instance",
    breakModel: (good) => {
      instances += 1;
      const share = (instances % 5) / 20;
      return mapEach(good, (vector) => turned(vector, share));
    },
  },
];

/** Defects of purposes. The suite is told that this embedder has different vectors for them. */
const BROKEN_PURPOSES: readonly EmbedderDefect[] = [
  {
    name: "takes a text without a purpose for a question",
    failsAt: "purpose: texts without a purpose",
    breakModel: (good) =>
      withEmbed(good, (texts, options) => good.embed(texts, { purpose: "query", ...options })),
  },
  {
    name: "keeps the purpose of the last call",
    failsAt: "purpose: texts without a purpose",
    breakModel: (good) => {
      let last: "query" | "document" = "document";
      return withEmbed(good, (texts, options) => {
        last = options?.purpose ?? last;
        return good.embed(texts, { ...options, purpose: last });
      });
    },
  },
  {
    name: "keeps vectors by text alone",
    failsAt: "purpose: questions and documents of one text",
    breakModel: keepByTextAlone,
  },
  {
    name: "claims different vectors and ignores the purpose",
    failsAt: "purpose: questions and documents have",
    breakModel: (good) =>
      withEmbed(good, (texts, options) => good.embed(texts, { ...options, purpose: "document" })),
  },
  {
    name: "says the same of everything",
    failsAt: "difference: texts that have nothing in common",
    breakModel: (good) => mapEach(good, (vector) => vector.fill(0.125)),
  },
  {
    name: "says the same of all questions",
    failsAt: "difference: texts that have nothing in common",
    breakModel: (good) =>
      mapEach(good, (vector, _text, purpose) =>
        purpose === "query" ? vector.fill(0.125) : vector,
      ),
  },
];

/** Defects of long lists. */
const BROKEN_BATCHES: readonly EmbedderDefect[] = [
  {
    name: "refuses a call without texts",
    failsAt: "batches: no texts",
    breakModel: (good) =>
      withEmbed(good, (texts, options) =>
        texts.length > 0
          ? good.embed(texts, options)
          : Promise.reject(new MemoryError("invalid-input", "no texts")),
      ),
  },
  {
    name: "answers a vector for no texts",
    failsAt: "batches: no texts",
    breakModel: (good) =>
      mapVectors(good, (vectors) => (vectors.length > 0 ? vectors : [new Float32Array(64)])),
  },
  {
    name: "refuses a batch as long as it says",
    failsAt: "batches: a batch as long",
    breakModel: (good) =>
      withEmbed(good, (texts, options) =>
        texts.length < 32
          ? good.embed(texts, options)
          : Promise.reject(new MemoryError("invalid-input", "too many texts")),
      ),
  },
  {
    name: "cuts a huge batch",
    failsAt: "batches: a huge batch",
    breakModel: (good) =>
      withEmbed(good, (texts, options) => good.embed(texts.slice(0, 1_000), options)),
  },
  {
    name: "starts again after 1,024 texts",
    failsAt: "batches: a huge batch",
    breakModel: (good) =>
      mapVectors(good, (vectors) =>
        vectors.map((_, index) => vectors[index % 1_024]?.slice() ?? null),
      ),
  },
  {
    name: "gives the last text of each 64 the vector of the first",
    failsAt: "batches: a huge batch",
    breakModel: (good) =>
      mapVectors(good, (vectors) =>
        vectors.map((vector, index) =>
          index % 64 === 63 && index < 2_400 ? vectors[index - 63]?.slice() : vector,
        ),
      ),
  },
  {
    name: "takes a huge batch for a failure that may pass",
    failsAt: "batches: a huge batch",
    breakModel: (good) =>
      withEmbed(good, (texts, options) =>
        texts.length <= 1_000
          ? good.embed(texts, options)
          : Promise.reject(new MemoryError("embedder-failed", "busy", { retryable: true })),
      ),
  },
];

/** Defects that show over several calls, or in long ones. */
export const BROKEN_REPEATS: readonly EmbedderDefect[] = [
  ...BROKEN_DETERMINISM,
  ...BROKEN_PURPOSES,
  ...BROKEN_BATCHES,
];
