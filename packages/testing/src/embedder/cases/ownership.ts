import assert from "node:assert/strict";

import { PLAIN_TEXTS } from "../../model/plain-texts.js";
import { embedderCases } from "../embedder-case.js";
import type { EmbedderCase } from "../embedder-case.js";
import { expectSame } from "../expect-vectors.js";
import { readAnswer } from "../read-answer.js";
import { batchSizeOf, vectorsOf } from "../vectors-of.js";

/** As many plain texts as one call may take; the first one twice if there is room. */
function oneBatch(size: number): string[] {
  const [first = ""] = PLAIN_TEXTS;
  return [first, first, ...PLAIN_TEXTS.slice(1)].slice(0, size);
}

export const ownershipCases: readonly EmbedderCase[] = embedderCases("ownership", [], {
  async "the caller's list and options are only read"({ model }) {
    const texts = oneBatch(batchSizeOf(model));
    const before = [...texts];
    const { signal } = new AbortController();
    const options = { purpose: "query", signal } as const;
    readAnswer(model, await model.embed(texts, options), texts.length);
    assert.deepEqual(texts, before, "embed has changed the list of texts");
    assert.deepEqual(options, { purpose: "query", signal }, "embed has changed the options");
    const frozen = Object.freeze([...texts]);
    readAnswer(model, await model.embed(frozen, Object.freeze(options)), texts.length);
  },
  async "a list that the caller changes after the call started makes no difference"({
    model,
    create,
    options: { tolerance },
  }) {
    const texts = oneBatch(batchSizeOf(model));
    const expected = await vectorsOf(await create(), texts);
    const changes: Readonly<Record<string, (list: string[]) => void>> = {
      "other texts": (list) => list.fill("Something else"),
      "more texts": (list) => list.push("Something else"),
      "no texts": (list) => list.splice(0),
    };
    for (const [what, change] of Object.entries(changes)) {
      const list = [...texts];
      const pending = model.embed(list);
      change(list);
      const vectors = readAnswer(model, await pending, texts.length);
      expectSame(vectors, expected, { tolerance, what: `the list was given ${what}` });
    }
  },
  async "changing a vector of an answer changes no other vector and no later answer"({
    model,
    options: { tolerance },
  }) {
    const texts = oneBatch(batchSizeOf(model));
    const vectors = readAnswer(model, await model.embed(texts), texts.length);
    const copies = vectors.map((vector) => vector.slice());
    for (const [index, vector] of vectors.entries()) {
      vector.fill(7);
      const rest = vectors.slice(index + 1);
      const what = `vectors behind the changed vector ${index}`;
      expectSame(rest, copies.slice(index + 1), { tolerance: 0, what });
    }
    const later = readAnswer(model, await model.embed(texts), texts.length);
    expectSame(later, copies, { tolerance, what: "after the answer was changed" });
  },
});
