import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";

import { rejectionOf } from "../../model/expect-refusal.js";
import { abortedAfter, MOMENTS, REASONS } from "../../model/moments.js";
import { manyTexts, PLAIN_TEXTS } from "../../model/plain-texts.js";
import { embedderCases } from "../embedder-case.js";
import type { EmbedderCase } from "../embedder-case.js";
import { expectSame } from "../expect-vectors.js";
import { readAnswer } from "../read-answer.js";
import { batchSizeOf, vectorsOf } from "../vectors-of.js";

export const abortCases: readonly EmbedderCase[] = [
  ...embedderCases("abort", [], {
    async "a signal that is aborted already rejects with its reason"({ model }) {
      for (const state of ["new", "used"]) {
        for (const [what, reason] of Object.entries(REASONS)) {
          const signal = AbortSignal.abort(reason);
          const call = `embed on a ${state} embedder with a signal aborted by ${what}`;
          const error = await rejectionOf(model.embed(PLAIN_TEXTS.slice(0, 1), { signal }), call);
          assert.equal(error, reason, `${call} should reject with the signal's reason`);
        }
        await vectorsOf(model, PLAIN_TEXTS);
      }
    },
    async "a call that is aborted under way rejects with the reason or is done, and the embedder works on"({
      model,
      create,
      options: { tolerance, hugeBatch },
    }) {
      const texts = manyTexts(Math.min(batchSizeOf(model), hugeBatch, 100));
      const expected = await vectorsOf(await create(), texts);
      for (const moment of MOMENTS) {
        const { signal, done } = abortedAfter(moment);
        const call = model.embed(texts, { signal });
        const answer = await call.catch((error: unknown) => {
          if (error instanceof assert.AssertionError) throw error;
          const what = `aborted after ${moment.name}, embed rejected with ${String(error)}`;
          assert.equal(error, signal.reason, `${what} instead of the signal's reason`);
        });
        await done;
        if (!answer) continue;
        const vectors = readAnswer(model, answer, texts.length);
        expectSame(vectors, expected, { tolerance, what: `aborted after ${moment.name}` });
      }
      const later = await vectorsOf(model, texts);
      expectSame(later, expected, { tolerance, what: "after calls that were aborted" });
    },
    async "no listener stays on a signal when a call has ended"({ model }) {
      const controller = new AbortController();
      const { signal } = controller;
      await vectorsOf(model, PLAIN_TEXTS, { signal });
      await vectorsOf(model, PLAIN_TEXTS, { signal, purpose: "query" });
      const wrong = [7] as readonly unknown[] as readonly string[];
      await model.embed(wrong, { signal }).catch(() => undefined);
      await model.embed([], { signal });
      await setImmediate();
      const count = getEventListeners(signal, "abort").length;
      assert.equal(count, 0, `${count} listeners are left on a signal after all calls have ended`);
      // An abort after the last call is nobody's business any more.
      controller.abort(new Error("too late"));
      await vectorsOf(model, PLAIN_TEXTS);
    },
  }),
  ...embedderCases("abort", ["claim to stop under way"], {
    async "a call with much to do stops when it is aborted"({ model, options: { hugeBatch } }) {
      await vectorsOf(model, PLAIN_TEXTS);
      const size = Math.min(batchSizeOf(model), hugeBatch);
      const controller = new AbortController();
      const reason = new Error("stop");
      const pending = model.embed(manyTexts(size), { signal: controller.signal });
      controller.abort(reason);
      const error = await rejectionOf(pending, `embed of ${size} texts, aborted at once,`);
      assert.equal(error, reason, "an aborted embed should reject with the signal's reason");
    },
  }),
];
