import assert from "node:assert/strict";

import type { EmbedResult } from "@kioku/core/toolkit";

import { expectRefusal, rejectionOf } from "../../model/expect-refusal.js";
import { manyTexts } from "../../model/plain-texts.js";
import { embedderCases } from "../embedder-case.js";
import type { EmbedderCase, EmbedderSubject } from "../embedder-case.js";
import { expectSame } from "../expect-vectors.js";
import { readAnswer } from "../read-answer.js";
import { batchSizeOf, vectorsOf } from "../vectors-of.js";

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

export const concurrencyCases: readonly EmbedderCase[] = embedderCases("concurrency", [], {
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
    const answers = await Promise.all(
      calls.map(({ texts, purpose }, index) => {
        const answer = subject.model.embed(texts, { purpose });
        if (index % 4 === 1) failures.push(refusedCall(subject));
        if (index % 4 === 3) failures.push(abortedCall(subject, texts));
        return answer;
      }),
    );
    await Promise.all(failures);
    await expectAnswers(subject, calls, answers);
  },
});

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
