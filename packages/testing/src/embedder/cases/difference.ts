import assert from "node:assert/strict";

import { PLAIN_TEXTS } from "../../model/plain-texts.js";
import { embedderCases } from "../embedder-case.js";
import type { EmbedderCase } from "../embedder-case.js";
import { distanceOf } from "../expect-vectors.js";
import { vectorsOf } from "../vectors-of.js";

/** 1 minus the cosine below which texts that have nothing in common are one to the embedder. */
const LEAST_DISTANCE = 1e-3;

export const differenceCases: readonly EmbedderCase[] = embedderCases("difference", [], {
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
});
