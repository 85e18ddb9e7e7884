import assert from "node:assert/strict";

import { manyTexts, PLAIN_TEXTS } from "../../model/plain-texts.js";
import { embedderCases } from "../embedder-case.js";
import type { EmbedderCase, EmbedderSubject } from "../embedder-case.js";
import { expectOneWidth } from "../read-answer.js";
import { vectorsOf } from "../vectors-of.js";

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

export const widthCases: readonly EmbedderCase[] = [
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
