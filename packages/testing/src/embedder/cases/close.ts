import assert from "node:assert/strict";

import { MemoryError } from "@kioku/core";

import { describeError } from "../../model/expect-refusal.js";
import { manyTexts, PLAIN_TEXTS } from "../../model/plain-texts.js";
import { rejectsWith } from "../../rejects-with.js";
import { embedderCases } from "../embedder-case.js";
import type { EmbedderCase } from "../embedder-case.js";
import { expectSame } from "../expect-vectors.js";
import { readAnswer } from "../read-answer.js";
import { batchSizeOf, vectorsOf } from "../vectors-of.js";

const [TEXT = ""] = PLAIN_TEXTS;

export const closeCases: readonly EmbedderCase[] = embedderCases("close", ["close"], {
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
});
