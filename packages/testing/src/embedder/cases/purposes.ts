import assert from "node:assert/strict";

import { PLAIN_TEXTS } from "../../model/plain-texts.js";
import { embedderCases } from "../embedder-case.js";
import type { EmbedderCase } from "../embedder-case.js";
import { areSame, expectSame } from "../expect-vectors.js";
import { vectorsOf } from "../vectors-of.js";

export const purposeCases: readonly EmbedderCase[] = [
  ...embedderCases("purpose", [], {
    async "texts without a purpose are documents"({ model, create, options: { tolerance } }) {
      const other = await create();
      // Questions first: what is said of one call must not be kept for the next.
      await vectorsOf(other, PLAIN_TEXTS, { purpose: "query" });
      const documents = await vectorsOf(model, PLAIN_TEXTS, { purpose: "document" });
      const unsaid = { "no options": undefined, "options without a purpose": {} } as const;
      for (const [what, options] of Object.entries(unsaid)) {
        const vectors = await vectorsOf(other, PLAIN_TEXTS, options);
        expectSame(vectors, documents, { tolerance, what });
      }
    },
    async "questions and documents of one text do not change each other"({
      model,
      create,
      options: { tolerance },
    }) {
      const other = await create();
      const queries = await vectorsOf(model, PLAIN_TEXTS, { purpose: "query" });
      const documents = await vectorsOf(model, PLAIN_TEXTS, { purpose: "document" });
      // The other way round, so that what is kept of a text under one purpose shows under the
      // other.
      const later = await vectorsOf(other, PLAIN_TEXTS, { purpose: "document" });
      const last = await vectorsOf(other, PLAIN_TEXTS, { purpose: "query" });
      expectSame(later, documents, { tolerance, what: "documents before questions" });
      expectSame(last, queries, { tolerance, what: "questions after documents" });
    },
  }),
  ...embedderCases("purpose", ["claim of purposes"], {
    async "questions and documents have the same vectors, or different ones, as is claimed"({
      model,
      options: { tolerance, purposes },
    }) {
      const queries = await vectorsOf(model, PLAIN_TEXTS, { purpose: "query" });
      const documents = await vectorsOf(model, PLAIN_TEXTS, { purpose: "document" });
      if (purposes === "same") {
        expectSame(queries, documents, { tolerance, what: "questions and documents" });
        return;
      }
      const none = new Float32Array();
      for (const [index, query] of queries.entries()) {
        const isSame = areSame(query, documents[index] ?? none, tolerance);
        assert.ok(!isSame, `text ${index} has the same vector as a question and as a document`);
      }
    },
  }),
];
