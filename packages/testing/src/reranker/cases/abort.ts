import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";

import { rejectionOf } from "../../model/expect-refusal.js";
import { abortedAfter, MOMENTS, REASONS } from "../../model/moments.js";
import { manyTexts } from "../../model/plain-texts.js";
import { QUESTION } from "../ranked-texts.js";
import { expectScores, inOrder, rankingOf, readRanking, scoresOf } from "../read-ranking.js";
import { rerankerCases } from "../reranker-case.js";
import type { RerankerCase } from "../reranker-case.js";

const { query: QUERY, documents: DOCUMENTS } = QUESTION;

export const abortCases: readonly RerankerCase[] = [
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
];
