import type { Embedder } from "@kioku/core";
import { compareText } from "@kioku/core/toolkit";

import { mapEach, mapVectors, turned, withEmbed } from "./break-embedder.js";
import type { EmbedderDefect } from "./break-embedder.js";

/** Instances made so far, for defects that make instances differ. */
let instances = 0;

/** Defects of what an embedder says of itself. */
const BROKEN_IDENTITIES: readonly EmbedderDefect[] = [
  {
    name: "has a blank id",
    failsAt: "identity: the id is",
    breakModel: (good) => ({ ...good, id: " " }),
  },
  {
    name: "has an id that is too long",
    failsAt: "identity: the id is",
    breakModel: (good) => ({ ...good, id: "x".repeat(513) }),
  },
  {
    name: "has another id for every instance",
    failsAt: "identity: every instance",
    breakModel: (good) => {
      instances += 1;
      return { ...good, id: `${good.id}+${instances}` };
    },
  },
  {
    name: "changes its id when it is used",
    failsAt: "identity: every instance",
    breakModel: (good) => {
      let isUsed = false;
      return {
        ...good,
        get id() {
          return isUsed ? `${good.id}+used` : good.id;
        },
        embed: (texts, options) => {
          isUsed = true;
          return good.embed(texts, options);
        },
      };
    },
  },
  {
    name: "takes no texts",
    failsAt: "identity: the width and the limits",
    breakModel: (good) => ({ ...good, maxBatchSize: 0 }),
  },
  {
    name: "takes one and a half calls at once",
    failsAt: "identity: the width and the limits",
    breakModel: (good) => ({ ...good, maxConcurrency: 1.5 }),
  },
  {
    name: "has related texts less near than unrelated ones",
    failsAt: "identity: the profile",
    breakModel: (good) => ({ ...good, profile: { unrelated: 0.5, related: 0.4 } }),
  },
  {
    name: "has a cosine that is no number",
    failsAt: "identity: the profile",
    breakModel: (good) => ({ ...good, profile: { unrelated: Number.NaN, related: 0.4 } }),
  },
];

/** Defects of the order of vectors, and of which text has which. */
const BROKEN_ORDERS: readonly EmbedderDefect[] = [
  {
    name: "is off by one",
    failsAt: "order: each vector",
    breakModel: (good) =>
      mapVectors(good, (vectors) => [...vectors.slice(1), ...vectors.slice(0, 1)]),
  },
  {
    name: "answers the texts in their alphabetical order",
    failsAt: "order: texts in another order",
    breakModel: (good) =>
      withEmbed(good, (texts, options) => good.embed(texts.toSorted(compareText), options)),
  },
  {
    name: "answers questions in reverse",
    failsAt: "order: each vector",
    breakModel: (good) =>
      mapVectors(good, (vectors, { purpose }) =>
        purpose === "query" ? vectors.toReversed() : vectors,
      ),
  },
  {
    name: "counts indices from 1",
    failsAt: "order: texts in another order",
    breakModel: (good) =>
      withEmbed(good, async (texts, options) => {
        const answer = await good.embed(texts, options);
        return { ...answer, indices: answer.vectors.map((_, index) => index + 1) };
      }),
  },
  {
    name: "says that all vectors are of the first text",
    failsAt: "order: texts in another order",
    breakModel: (good) =>
      withEmbed(good, async (texts, options) => {
        const answer = await good.embed(texts, options);
        return { ...answer, indices: answer.vectors.map(() => 0) };
      }),
  },
  {
    name: "answers each text once, however often it is asked",
    failsAt: "order: the same text twice",
    breakModel: (good) =>
      withEmbed(good, (texts, options) => good.embed([...new Set(texts)], options)),
  },
  {
    name: "gives the second of two equal texts another vector",
    failsAt: "order: the same text twice",
    breakModel: (good) =>
      mapVectors(good, (vectors, { texts }) =>
        vectors.map((vector, index) =>
          texts.indexOf(texts[index] ?? "") === index ? vector : turned(vector, 0.3),
        ),
      ),
  },
  {
    name: "writes all vectors of a batch into one buffer",
    failsAt: "order: each vector",
    breakModel: (good) =>
      mapVectors(good, (vectors) => {
        const shared = vectors.at(-1) ?? new Float32Array();
        return vectors.map(() => shared.subarray());
      }),
  },
  {
    name: "drops the last text of a batch",
    failsAt: "order: each vector",
    breakModel: (good) =>
      mapVectors(good, (vectors) => (vectors.length > 1 ? vectors.slice(0, -1) : vectors)),
  },
  {
    name: "answers nothing for one text of a batch",
    failsAt: "order: each vector",
    breakModel: (good) =>
      mapVectors(good, (vectors) => vectors.map((vector, index) => (index === 2 ? null : vector))),
  },
];

/** An embedder that does not say how wide its vectors are. */
function withoutWidth(good: Embedder): Embedder {
  const bare = { ...good };
  Reflect.deleteProperty(bare, "dimensions");
  return bare;
}

/** Defects of the width and of the numbers. */
const BROKEN_WIDTHS: readonly EmbedderDefect[] = [
  {
    name: "has shorter vectors for questions",
    failsAt: "width: all vectors have one width",
    breakModel: (good) =>
      mapEach(withoutWidth(good), (vector, _text, purpose) =>
        purpose === "query" ? vector.subarray(0, 32) : vector,
      ),
  },
  {
    name: "states another width than it has",
    failsAt: "width: all vectors have one width",
    breakModel: (good) => ({ ...good, dimensions: 63 }),
  },
  {
    name: "answers NaN",
    failsAt: "width: all vectors have one width",
    breakModel: (good) => mapEach(good, (vector) => vector.with(5, Number.NaN)),
  },
  {
    name: "answers zeros for a short text",
    failsAt: "width: all vectors have one width",
    breakModel: (good) =>
      mapEach(good, (vector, text) => (text.length < 10 ? vector.fill(0) : vector)),
  },
  {
    name: "answers plain lists of numbers",
    failsAt: "width: all vectors have one width",
    breakModel: (good) => mapEach(good, (vector) => [...vector]),
  },
  {
    name: "answers numbers of eight bytes",
    failsAt: "width: all vectors have one width",
    breakModel: (good) => mapEach(good, (vector) => Float64Array.from(vector)),
  },
  {
    name: "counts a negative number of tokens",
    failsAt: "width: all vectors have one width",
    breakModel: (good) =>
      withEmbed(good, async (texts, options) => ({
        ...(await good.embed(texts, options)),
        tokens: -1,
      })),
  },
  {
    name: "has another width in every instance",
    failsAt: "width: another instance",
    breakModel: (good) => {
      instances += 1;
      const width = 32 + (instances % 16);
      return mapEach(withoutWidth(good), (vector) => vector.subarray(0, width));
    },
  },
  {
    name: "says that it normalises and does not",
    failsAt: "width: all vectors have length 1",
    breakModel: (good) => mapEach(good, (vector) => vector.map((value) => value * 1.01)),
  },
];

/** Defects of single answers. */
export const BROKEN_ANSWERS: readonly EmbedderDefect[] = [
  ...BROKEN_IDENTITIES,
  ...BROKEN_ORDERS,
  ...BROKEN_WIDTHS,
];
