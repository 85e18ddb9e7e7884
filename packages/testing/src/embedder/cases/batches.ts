import assert from "node:assert/strict";

import type { EmbedResult } from "@kioku/core/toolkit";

import { expectRefusal, rejectionOf } from "../../model/expect-refusal.js";
import { manyTexts, PLAIN_TEXTS } from "../../model/texts.js";
import { embedderCases, type EmbedderCase, type EmbedderSubject } from "../embedder-case.js";
import { areSame, batchSizeOf, expectSame, readAnswer, vectorsOf } from "../vectors-of.js";

/**
 * Fails unless some vectors, the first and the last among them, are those that another instance
 * gives the texts in short batches.
 */
async function expectOwn(
  { create, options: { tolerance } }: EmbedderSubject,
  texts: readonly string[],
  vectors: readonly Float32Array[],
): Promise<void> {
  // Odd, so that no block of an even length hides one of its places.
  const step = Math.floor(texts.length / 250) | 1;
  const chosen = [...texts.keys()].filter(
    (index) => index % step === 0 || index < 3 || index >= texts.length - 3,
  );
  const other = await create();
  const expected: Float32Array[] = [];
  for (let start = 0; start < chosen.length; start += 10) {
    const some = chosen.slice(start, start + 10).map((index) => texts[index] ?? "");
    expected.push(...(await vectorsOf(other, some)));
  }
  for (const [place, index] of chosen.entries()) {
    const pair = [vectors[index], expected[place]].map((vector) => vector ?? new Float32Array());
    const what = `text ${index} of ${texts.length}`;
    expectSame(pair.slice(0, 1), pair.slice(1), { tolerance, what });
  }
}

interface Call {
  readonly texts: readonly string[];
  readonly purpose: "document" | "query";
}

/** Calls of different lengths and purposes, that have some texts in common. */
function differentCalls({ model, options: { concurrency } }: EmbedderSubject): readonly Call[] {
  const texts = manyTexts(concurrency + 7);
  return Array.from({ length: concurrency }, (_, index) => {
    const length = Math.min(batchSizeOf(model), 1 + (index % 7));
    const purpose = index % 3 === 2 ? "query" : "document";
    return { texts: texts.slice(index, index + length), purpose };
  });
}

/** Fails unless every call was answered as another instance answers it alone. */
async function expectAnswers(
  { model, create, options: { tolerance } }: EmbedderSubject,
  calls: readonly Call[],
  answers: readonly EmbedResult[],
): Promise<void> {
  const other = await create();
  for (const [index, { texts, purpose }] of calls.entries()) {
    const answer = answers[index];
    assert.ok(answer, `call ${index} of ${calls.length} at once has no answer`);
    const vectors = readAnswer(model, answer, texts.length);
    const what = `call ${index} of ${calls.length} at once`;
    expectSame(vectors, await vectorsOf(other, texts, { purpose }), { tolerance, what });
  }
}

async function refusedCall({ model }: EmbedderSubject): Promise<void> {
  const wrong = [7] as readonly unknown[] as readonly string[];
  const error = await rejectionOf(model.embed(wrong), "embed of what is no text");
  expectRefusal(error, { what: "what is no text" });
}

async function abortedCall({ model }: EmbedderSubject, texts: readonly string[]): Promise<void> {
  const controller = new AbortController();
  const reason = new Error("stop");
  const pending = model.embed(texts, { signal: controller.signal });
  controller.abort(reason);
  await pending.catch((error: unknown) => {
    if (error instanceof assert.AssertionError) throw error;
    assert.equal(error, reason, `an aborted call rejected with ${String(error)}`);
  });
}

export const batchesCases: readonly EmbedderCase[] = [
  ...embedderCases("batches", [], {
    async "no texts give no vectors"({ model }) {
      for (const purpose of ["document", "query", undefined] as const) {
        const answer = await model.embed([], purpose ? { purpose } : undefined);
        assert.deepEqual(readAnswer(model, answer, 0), []);
        assert.equal(answer.tokens ?? 0, 0, "no texts have tokens");
      }
    },
    async "a batch as long as the embedder says is answered, each vector on its own text"(subject) {
      const { model, options } = subject;
      const texts = manyTexts(Math.min(batchSizeOf(model), options.hugeBatch));
      await expectOwn(subject, texts, await vectorsOf(model, texts));
    },
    async "a huge batch is answered, each vector on its own text, or refused"(subject) {
      const { model, options } = subject;
      const texts = manyTexts(options.hugeBatch);
      let answer: EmbedResult;
      try {
        answer = await model.embed(texts);
      } catch (error) {
        expectRefusal(error, { what: `a batch of ${texts.length} texts` });
        return;
      }
      await expectOwn(subject, texts, readAnswer(model, answer, texts.length));
    },
  }),
  ...embedderCases("concurrency", [], {
    async "many calls at once get their own answers"(subject) {
      const calls = differentCalls(subject);
      const answers = await Promise.all(
        calls.map(({ texts, purpose }) => subject.model.embed(texts, { purpose })),
      );
      await expectAnswers(subject, calls, answers);
    },
    async "calls that are refused or aborted do not harm those beside them"(subject) {
      const calls = differentCalls(subject);
      const failures: Promise<void>[] = [];
      const answering = Promise.all(
        calls.map(({ texts, purpose }, index) => {
          const answer = subject.model.embed(texts, { purpose });
          if (index % 4 === 1) failures.push(refusedCall(subject));
          if (index % 4 === 3) failures.push(abortedCall(subject, texts));
          return answer;
        }),
      );
      const [answers] = await Promise.all([answering, ...failures]);
      await expectAnswers(subject, calls, answers);
    },
  }),
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
