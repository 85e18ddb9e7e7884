import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";

import { MemoryError } from "@kioku/core";
import type { RerankScore } from "@kioku/core/toolkit";

import { abortedAfter, MOMENTS, REASONS } from "../../model/calls.js";
import { describeError, expectRefusal, rejectionOf } from "../../model/expect-refusal.js";
import { manyTexts } from "../../model/texts.js";
import { rejectsWith } from "../../rejects-with.js";
import {
  expectScores,
  inOrder,
  QUESTION,
  rankingOf,
  readRanking,
  scoresOf,
} from "../read-ranking.js";
import type { RankedTexts } from "../read-ranking.js";
import { rerankerCases, type RerankerCase, type RerankerSubject } from "../reranker-case.js";

const { query: QUERY, documents: DOCUMENTS } = QUESTION;

async function expectClosed({ model }: RerankerSubject): Promise<void> {
  const call = (): Promise<unknown> => model.rerank(QUESTION.query, QUESTION.documents);
  await rejectsWith("closed", call, "rerank after close");
}

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

export const callsCases: readonly RerankerCase[] = [
  ...rerankerCases("abort", [], {
    async "a signal that is aborted already rejects with its reason"({ model }) {
      for (const state of ["new", "used"]) {
        for (const [what, reason] of Object.entries(REASONS)) {
          const signal = AbortSignal.abort(reason);
          const call = `rerank on a ${state} reranker with a signal aborted by ${what}`;
          const error = await rejectionOf(model.rerank(QUERY, DOCUMENTS, { signal }), call);
          assert.equal(error, reason, `${call} should reject with the signal's reason`);
        }
        await rankingOf(model, QUESTION);
      }
    },
    async "a call that is aborted under way rejects with the reason or is done, and the reranker works on"({
      model,
      create,
      options: { tolerance, manyDocuments },
    }) {
      const documents = manyTexts(Math.min(manyDocuments, 100));
      const texts = { query: QUERY, documents };
      const expected = await scoresOf(await create(), texts);
      for (const moment of MOMENTS) {
        const { signal, done } = abortedAfter(moment);
        const call = model.rerank(QUERY, documents, { signal });
        const ranking = await call.catch((error: unknown) => {
          if (error instanceof assert.AssertionError) throw error;
          const what = `aborted after ${moment.name}, rerank rejected with ${String(error)}`;
          assert.equal(error, signal.reason, `${what} instead of the signal's reason`);
        });
        await done;
        if (!ranking) continue;
        const scores = inOrder(readRanking(model, ranking, { count: documents.length }));
        expectScores(scores, expected, { tolerance, what: `aborted after ${moment.name}` });
      }
      const later = await scoresOf(model, texts);
      expectScores(later, expected, { tolerance, what: "after calls that were aborted" });
    },
    async "no listener stays on a signal when a call has ended"({ model }) {
      const controller = new AbortController();
      const { signal } = controller;
      await rankingOf(model, QUESTION, { signal });
      await rankingOf(model, QUESTION, { signal, topN: 1 });
      await model.rerank(QUERY, DOCUMENTS, { signal, topN: 0 }).catch(() => undefined);
      await model.rerank(QUERY, [], { signal });
      await setImmediate();
      const count = getEventListeners(signal, "abort").length;
      assert.equal(count, 0, `${count} listeners are left on a signal after all calls have ended`);
      // An abort after the last call is nobody's business any more.
      controller.abort(new Error("too late"));
      await rankingOf(model, QUESTION);
    },
  }),
  ...rerankerCases("abort", ["claim to stop under way"], {
    async "a call with much to do stops when it is aborted"({ model, options: { manyDocuments } }) {
      await rankingOf(model, QUESTION);
      const controller = new AbortController();
      const reason = new Error("stop");
      const { signal } = controller;
      const pending = model.rerank(QUERY, manyTexts(manyDocuments), { signal });
      controller.abort(reason);
      const what = `rerank of ${manyDocuments} documents, aborted at once,`;
      const error = await rejectionOf(pending, what);
      assert.equal(error, reason, "an aborted rerank should reject with the signal's reason");
    },
  }),
  ...rerankerCases("close", ["close"], {
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
  }),
  ...rerankerCases("concurrency", [], {
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
      const answering = Promise.all(
        calls.map((texts, index) => {
          const answer = subject.model.rerank(texts.query, texts.documents);
          if (index % 4 === 1) failures.push(refusedCall(subject));
          if (index % 4 === 3) failures.push(abortedCall(subject, texts));
          return answer;
        }),
      );
      const [answers] = await Promise.all([answering, ...failures]);
      await expectAnswers(subject, calls, answers);
    },
  }),
];
