import assert from "node:assert/strict";

import { MemoryError } from "@kioku/core";

import { describeError } from "../../model/expect-refusal.js";
import { manyTexts } from "../../model/plain-texts.js";
import { rejectsWith } from "../../rejects-with.js";
import { QUESTION } from "../ranked-texts.js";
import { expectScores, inOrder, rankingOf, readRanking, scoresOf } from "../read-ranking.js";
import { rerankerCases } from "../reranker-case.js";
import type { RerankerCase, RerankerSubject } from "../reranker-case.js";

async function expectClosed({ model }: RerankerSubject): Promise<void> {
  const call = (): Promise<unknown> => model.rerank(QUESTION.query, QUESTION.documents);
  await rejectsWith("closed", call, "rerank after close");
}

export const closeCases: readonly RerankerCase[] = rerankerCases("close", ["close"], {
  async "after close rerank rejects with closed, and closing again is fine"(subject) {
    const { model } = subject;
    await rankingOf(model, QUESTION);
    await Promise.all([model.close?.(), model.close?.()]);
    await expectClosed(subject);
    await model.close?.();
    await expectClosed(subject);
  },
  async "a reranker that was never used can be closed, and stays closed"(subject) {
    await subject.model.close?.();
    await expectClosed(subject);
  },
  async "closing waits for what is under way or makes it fail with closed"(subject) {
    const { model, create, options } = subject;
    const { tolerance, manyDocuments } = options;
    const documents = manyTexts(Math.min(manyDocuments, 100));
    const texts = { query: QUESTION.query, documents };
    const expected = await scoresOf(await create(), texts);
    const calls = [1, 2, 3].map(() => model.rerank(texts.query, documents));
    const [, ...outcomes] = await Promise.allSettled([model.close?.(), ...calls]);
    for (const outcome of outcomes) {
      if (outcome.status === "fulfilled") {
        const ranking = readRanking(model, outcome.value, { count: documents.length });
        const what = "a call that closing waited for";
        expectScores(inOrder(ranking), expected, { tolerance, what });
        continue;
      }
      if (outcome.reason instanceof assert.AssertionError) throw outcome.reason;
      const said = describeError(outcome.reason);
      const isClosed = MemoryError.is(outcome.reason, "closed");
      assert.ok(isClosed, `a call under way while closing rejected with ${said}`);
    }
    await model.close?.();
    await expectClosed(subject);
  },
  async "closing one reranker does not close another"({ model, create }) {
    const other = await create();
    await rankingOf(model, QUESTION);
    await rankingOf(other, QUESTION);
    await model.close?.();
    await rankingOf(other, QUESTION);
    await rankingOf(await create(), QUESTION);
  },
});
