import { PLAIN_TEXTS } from "../../model/plain-texts.js";
import { embedderCases } from "../embedder-case.js";
import type { EmbedderCase } from "../embedder-case.js";
import { expectSame } from "../expect-vectors.js";
import { vectorsOf } from "../vectors-of.js";

const PURPOSES = ["document", "query"] as const;

/** Orders in which the plain texts come, as places. */
const ORDERS: Readonly<Record<string, readonly number[]>> = {
  "in reverse": [...PLAIN_TEXTS.keys()].toReversed(),
  "moved by one": [...PLAIN_TEXTS.keys()].map((index) => (index + 1) % PLAIN_TEXTS.length),
  shuffled: [5, 0, 7, 2, 6, 3, 1, 4],
};

export const orderCases: readonly EmbedderCase[] = embedderCases("order", [], {
  async "texts in another order give the same vectors in that order"({
    model,
    options: { tolerance },
  }) {
    for (const purpose of PURPOSES) {
      const vectors = await vectorsOf(model, PLAIN_TEXTS, { purpose });
      for (const [how, order] of Object.entries(ORDERS)) {
        const texts = order.map((index) => PLAIN_TEXTS[index] ?? "");
        const expected = order.map((index) => vectors[index] ?? new Float32Array());
        const moved = await vectorsOf(model, texts, { purpose });
        expectSame(moved, expected, { tolerance, what: `texts ${how} (${purpose})` });
      }
    }
  },
  async "each vector of a batch is that of its own text"({
    model,
    create,
    options: { tolerance },
  }) {
    const other = await create();
    for (const purpose of PURPOSES) {
      const together = await vectorsOf(model, PLAIN_TEXTS, { purpose });
      for (const [index, text] of PLAIN_TEXTS.entries()) {
        const alone = await vectorsOf(other, [text], { purpose });
        const what = `text ${index} alone and in a batch (${purpose})`;
        expectSame(alone, together.slice(index, index + 1), { tolerance, what });
      }
    }
  },
  async "the same text twice in a batch gets the same vector twice"({
    model,
    options: { tolerance },
  }) {
    const [first = "", second = "", third = ""] = PLAIN_TEXTS;
    const once = await vectorsOf(model, [first, second, third]);
    const [a, b, c] = once;
    const repeated = await vectorsOf(model, [first, first, second, first, third, second]);
    const expected = [a, a, b, a, c, b].map((vector) => vector ?? new Float32Array());
    expectSame(repeated, expected, { tolerance, what: "repeated texts" });
  },
});
