import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";

import { MemoryError } from "@kioku/core";

import { abortedAfter, MOMENTS, REASONS } from "../../model/calls.js";
import { describeError, rejectionOf } from "../../model/expect-refusal.js";
import { manyTexts, PLAIN_TEXTS } from "../../model/texts.js";
import { rejectsWith } from "../../rejects-with.js";
import { embedderCases, type EmbedderCase } from "../embedder-case.js";
import { batchSizeOf, expectSame, readAnswer, vectorsOf } from "../vectors-of.js";

const [TEXT = ""] = PLAIN_TEXTS;

export const callsCases: readonly EmbedderCase[] = [
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
  ...embedderCases("close", ["close"], {
    async "after close embed rejects with closed"({ model }) {
      await vectorsOf(model, PLAIN_TEXTS);
      await model.close?.();
      for (const purpose of ["document", "query"] as const) {
        await rejectsWith("closed", () => model.embed([TEXT], { purpose }), "embed after close");
      }
    },
    async "closing twice, at once or one after the other, is fine"({ model }) {
      await vectorsOf(model, PLAIN_TEXTS);
      await Promise.all([model.close?.(), model.close?.()]);
      await model.close?.();
      await rejectsWith("closed", () => model.embed([TEXT]), "embed after close");
    },
    async "an embedder that was never used can be closed, and stays closed"({ model }) {
      await model.close?.();
      await rejectsWith("closed", () => model.embed([TEXT]), "embed after close");
    },
    async "closing waits for what is under way or makes it fail with closed"({
      model,
      create,
      options: { tolerance, hugeBatch },
    }) {
      const texts = manyTexts(Math.min(batchSizeOf(model), hugeBatch, 200));
      const expected = await vectorsOf(await create(), texts);
      const calls = [1, 2, 3].map(() => model.embed(texts));
      const [, ...outcomes] = await Promise.allSettled([model.close?.(), ...calls]);
      for (const outcome of outcomes) {
        if (outcome.status === "fulfilled") {
          const vectors = readAnswer(model, outcome.value, texts.length);
          expectSame(vectors, expected, { tolerance, what: "a call that closing waited for" });
          continue;
        }
        if (outcome.reason instanceof assert.AssertionError) throw outcome.reason;
        const said = describeError(outcome.reason);
        const isClosed = MemoryError.is(outcome.reason, "closed");
        assert.ok(isClosed, `a call under way while closing rejected with ${said}`);
      }
      await model.close?.();
      await rejectsWith("closed", () => model.embed([TEXT]), "embed after close");
    },
    async "closing one embedder does not close another"({ model, create }) {
      const other = await create();
      await vectorsOf(model, PLAIN_TEXTS);
      await vectorsOf(other, PLAIN_TEXTS);
      await model.close?.();
      await vectorsOf(other, PLAIN_TEXTS.toReversed());
      await vectorsOf(await create(), PLAIN_TEXTS);
    },
  }),
  ...embedderCases("forget", ["forget"], {
    async "forgetting texts resolves, known or not, and they are embedded as before"({
      model,
      options: { tolerance },
    }) {
      await model.forget?.([]);
      await model.forget?.(["never seen"]);
      const before = (await vectorsOf(model, PLAIN_TEXTS)).map((vector) => vector.slice());
      await model.forget?.(PLAIN_TEXTS.slice(0, 3));
      await model.forget?.([...PLAIN_TEXTS, ...PLAIN_TEXTS, "never seen"]);
      const after = await vectorsOf(model, PLAIN_TEXTS);
      expectSame(after, before, { tolerance, what: "after forgetting" });
    },
    async "forgetting while texts are embedded harms no answer"({
      model,
      create,
      options: { tolerance },
    }) {
      const expected = await vectorsOf(await create(), PLAIN_TEXTS);
      const calls = [1, 2, 3].map(() => vectorsOf(model, PLAIN_TEXTS));
      await model.forget?.(PLAIN_TEXTS);
      for (const vectors of await Promise.all(calls)) {
        expectSame(vectors, expected, { tolerance, what: "texts forgotten while embedded" });
      }
    },
    async "forgetting with a signal that is aborted already rejects with its reason"({ model }) {
      const reason = new Error("stop");
      const pending = model.forget?.(PLAIN_TEXTS, { signal: AbortSignal.abort(reason) });
      const error = await rejectionOf(Promise.resolve(pending), "an aborted forget");
      assert.equal(error, reason, "an aborted forget should reject with the signal's reason");
    },
  }),
];
