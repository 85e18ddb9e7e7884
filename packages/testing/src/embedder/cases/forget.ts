import assert from "node:assert/strict";

import { rejectionOf } from "../../model/expect-refusal.js";
import { PLAIN_TEXTS } from "../../model/plain-texts.js";
import { embedderCases } from "../embedder-case.js";
import type { EmbedderCase } from "../embedder-case.js";
import { expectSame } from "../expect-vectors.js";
import { vectorsOf } from "../vectors-of.js";

/**
 * None of these can tell whether anything was forgotten: from outside, an embedder that forgot and
 * one that did not answer alike.
 */
export const forgetCases: readonly EmbedderCase[] = embedderCases("forget", ["forget"], {
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
});
