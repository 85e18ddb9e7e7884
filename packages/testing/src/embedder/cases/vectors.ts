import assert from "node:assert/strict";

import { longText, manyTexts, PLAIN_TEXTS } from "../../model/texts.js";
import { embedderCases, type EmbedderCase, type EmbedderSubject } from "../embedder-case.js";
import { distanceOf, expectOneWidth, expectSame, vectorOf, vectorsOf } from "../vectors-of.js";

const [TEXT = "", LONGER = ""] = PLAIN_TEXTS;
const SHORTER = "Football";

/** Long beside the others, and short enough for any model. */
const LONG = longText(800);
const PURPOSES = ["document", "query"] as const;

/** Orders in which the plain texts come, as places. */
const ORDERS: Readonly<Record<string, readonly number[]>> = {
  "in reverse": [...PLAIN_TEXTS.keys()].toReversed(),
  "moved by one": [...PLAIN_TEXTS.keys()].map((index) => (index + 1) % PLAIN_TEXTS.length),
  shuffled: [5, 0, 7, 2, 6, 3, 1, 4],
};

/** 1 minus the cosine below which texts that have nothing in common are one to the embedder. */
const LEAST_DISTANCE = 1e-3;

/** Greatest distance of the length of a normalised vector from 1. */
const LENGTH_TOLERANCE = 1e-3;

/** Vectors of several batches and of both purposes. */
async function someVectors({ model }: EmbedderSubject): Promise<readonly Float32Array[]> {
  const [first = ""] = PLAIN_TEXTS;
  return [
    ...(await vectorsOf(model, PLAIN_TEXTS, { purpose: "document" })),
    ...(await vectorsOf(model, PLAIN_TEXTS, { purpose: "query" })),
    ...(await vectorsOf(model, [first])),
    ...(await vectorsOf(model, manyTexts(20))),
  ];
}

export const vectorsCases: readonly EmbedderCase[] = [
  ...embedderCases("determinism", [], {
    async "the same text gives the same vector again, also after other work"({
      model,
      options: { tolerance },
    }) {
      const first = await vectorOf(model, TEXT);
      const again = await vectorOf(model, TEXT);
      expectSame([again], [first], { tolerance, what: "the same text again" });
      await vectorsOf(model, manyTexts(30));
      const later = await vectorOf(model, TEXT);
      expectSame([later], [first], { tolerance, what: "the same text after other work" });
    },
    async "shorter and longer texts in a batch do not change a vector"({
      model,
      create,
      options: { tolerance },
    }) {
      const alone = await vectorOf(await create(), TEXT);
      const batches: Readonly<Record<string, readonly string[]>> = {
        "a text first among shorter ones": [TEXT, SHORTER, SHORTER],
        "a text first among longer ones": [TEXT, LONGER, LONG],
        "a text first among one longer": [TEXT, LONG],
      };
      for (const [what, texts] of Object.entries(batches)) {
        const [first = new Float32Array()] = await vectorsOf(model, texts);
        expectSame([first], [alone], { tolerance, what });
        const last = (await vectorsOf(model, texts.toReversed())).at(-1) ?? new Float32Array();
        expectSame([last], [alone], { tolerance, what: what.replace("first", "last") });
      }
    },
    async "another instance gives the same vectors for both purposes"({
      model,
      create,
      options: { tolerance },
    }) {
      const other = await create();
      for (const purpose of ["document", "query"] as const) {
        const here = await vectorsOf(model, PLAIN_TEXTS, { purpose });
        const there = await vectorsOf(other, PLAIN_TEXTS.toReversed(), { purpose });
        const what = `another instance (${purpose})`;
        expectSame(there.toReversed(), here, { tolerance, what });
      }
    },
  }),
  ...embedderCases("order", [], {
    async "texts in another order give the same vectors in that order"({
      model,
      options: { tolerance },
    }) {
      for (const purpose of PURPOSES) {
        const vectors = await vectorsOf(model, PLAIN_TEXTS, { purpose });
        for (const [how, order] of Object.entries(ORDERS)) {
          const texts = order.map((index) => PLAIN_TEXTS[index] ?? "");
          const expected = order.map((index) => vectors[index] ?? new Float32Array());
          const moved = await vectorsOf(model, texts, { purpose });
          expectSame(moved, expected, { tolerance, what: `texts ${how} (${purpose})` });
        }
      }
    },
    async "each vector of a batch is that of its own text"({
      model,
      create,
      options: { tolerance },
    }) {
      const other = await create();
      for (const purpose of PURPOSES) {
        const together = await vectorsOf(model, PLAIN_TEXTS, { purpose });
        for (const [index, text] of PLAIN_TEXTS.entries()) {
          const alone = await vectorsOf(other, [text], { purpose });
          const what = `text ${index} alone and in a batch (${purpose})`;
          expectSame(alone, together.slice(index, index + 1), { tolerance, what });
        }
      }
    },
    async "the same text twice in a batch gets the same vector twice"({
      model,
      options: { tolerance },
    }) {
      const [first = "", second = "", third = ""] = PLAIN_TEXTS;
      const once = await vectorsOf(model, [first, second, third]);
      const [a, b, c] = once;
      const repeated = await vectorsOf(model, [first, first, second, first, third, second]);
      const expected = [a, a, b, a, c, b].map((vector) => vector ?? new Float32Array());
      expectSame(repeated, expected, { tolerance, what: "repeated texts" });
    },
  }),
  ...embedderCases("difference", [], {
    async "texts that have nothing in common have different vectors"({
      model,
      options: { tolerance },
    }) {
      const least = Math.max(LEAST_DISTANCE, tolerance);
      for (const purpose of ["document", "query"] as const) {
        const vectors = await vectorsOf(model, PLAIN_TEXTS, { purpose });
        for (const [index, vector] of vectors.entries()) {
          const twin = vectors.findIndex(
            (other, place) => place > index && distanceOf(vector, other) <= least,
          );
          assert.ok(twin === -1, `texts ${index} and ${twin} have one vector (${purpose})`);
        }
      }
    },
  }),
  ...embedderCases("width", [], {
    async "all vectors have one width, over batches and purposes, which is `dimensions` if that is stated"(
      subject,
    ) {
      expectOneWidth(await someVectors(subject), subject.model.dimensions);
    },
    async "another instance has the same width"(subject) {
      const other = await subject.create();
      const vectors = await someVectors(subject);
      expectOneWidth([...vectors, ...(await someVectors({ ...subject, model: other }))]);
    },
  }),
  ...embedderCases("width", ["normalized"], {
    async "all vectors have length 1 if the embedder says so"(subject) {
      for (const [index, vector] of (await someVectors(subject)).entries()) {
        const length = Math.hypot(...vector);
        assert.ok(
          Math.abs(length - 1) <= LENGTH_TOLERANCE,
          `\`normalized\` is true, but vector ${index} has length ${length}`,
        );
      }
    },
  }),
];
