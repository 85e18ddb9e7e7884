import assert from "node:assert/strict";

import type { EmbedResult } from "@kioku/core/toolkit";

import { expectRefusal } from "../../model/expect-refusal.js";
import { manyTexts } from "../../model/plain-texts.js";
import { embedderCases } from "../embedder-case.js";
import type { EmbedderCase, EmbedderSubject } from "../embedder-case.js";
import { expectSame } from "../expect-vectors.js";
import { readAnswer } from "../read-answer.js";
import { batchSizeOf, vectorsOf } from "../vectors-of.js";

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

export const batchCases: readonly EmbedderCase[] = embedderCases("batches", [], {
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
});
