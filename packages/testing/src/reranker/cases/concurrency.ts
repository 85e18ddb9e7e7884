import assert from "node:assert/strict";

import type { RerankScore } from "@kioku/core/toolkit";

import { expectRefusal, rejectionOf } from "../../model/expect-refusal.js";
import { manyTexts } from "../../model/plain-texts.js";
import { expectScores, inOrder, readRanking, scoresOf } from "../read-ranking.js";
import type { RankedTexts } from "../read-ranking.js";
import { rerankerCases } from "../reranker-case.js";
import type { RerankerCase, RerankerSubject } from "../reranker-case.js";

/**
 * Calls with different queries and lists of different lengths, that have some documents in common.
 */
function differentCalls({ options: { concurrency } }: RerankerSubject): readonly RankedTexts[] {
  const texts = manyTexts(concurrency + 9);
  return Array.from({ length: concurrency }, (_, index) => {
    const documents = texts.slice(index, index + 2 + (index % 7));
    return { query: documents.at(index % 2 === 0 ? 0 : -1) ?? "", documents };
  });
}

/** Fails unless every call was answered as another instance answers it alone. */
async function expectAnswers(
  { model, create, options: { tolerance } }: RerankerSubject,
  calls: readonly RankedTexts[],
  answers: readonly (readonly RerankScore[])[],
): Promise<void> {
  const other = await create();
  for (const [index, texts] of calls.entries()) {
    const what = `call ${index} of ${calls.length} at once`;
    const ranking = readRanking(model, answers[index] ?? [], { count: texts.documents.length });
    expectScores(inOrder(ranking), await scoresOf(other, texts), { tolerance, what });
  }
}

export const concurrencyCases: readonly RerankerCase[] = rerankerCases("concurrency", [], {
  async "many calls at once get their own answers"(subject) {
    const calls = differentCalls(subject);
    const answers = await Promise.all(
      calls.map(({ query, documents }) => subject.model.rerank(query, documents)),
    );
    await expectAnswers(subject, calls, answers);
  },
  async "calls that are refused or aborted do not harm those beside them"(subject) {
    const calls = differentCalls(subject);
    const failures: Promise<void>[] = [];
    const answers = await Promise.all(
      calls.map((texts, index) => {
        const answer = subject.model.rerank(texts.query, texts.documents);
        if (index % 4 === 1) failures.push(refusedCall(subject));
        if (index % 4 === 3) failures.push(abortedCall(subject, texts));
        return answer;
      }),
    );
    await Promise.all(failures);
    await expectAnswers(subject, calls, answers);
  },
});

async function refusedCall({ model }: RerankerSubject): Promise<void> {
  const wrong = [7] as readonly unknown[] as readonly string[];
  const error = await rejectionOf(model.rerank("query", wrong), "rerank of what is no text");
  expectRefusal(error, { what: "what is no text" });
}

async function abortedCall({ model }: RerankerSubject, texts: RankedTexts): Promise<void> {
  const controller = new AbortController();
  const reason = new Error("stop");
  const { signal } = controller;
  const pending = model.rerank(texts.query, texts.documents, { signal });
  controller.abort(reason);
  await pending.catch((error: unknown) => {
    if (error instanceof assert.AssertionError) throw error;
    assert.equal(error, reason, `an aborted call rejected with ${String(error)}`);
  });
}
