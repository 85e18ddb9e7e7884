import { longText, manyTexts, PLAIN_TEXTS } from "../../model/plain-texts.js";
import { embedderCases } from "../embedder-case.js";
import type { EmbedderCase } from "../embedder-case.js";
import { expectSame } from "../expect-vectors.js";
import { vectorOf, vectorsOf } from "../vectors-of.js";

const [TEXT = "", LONGER = ""] = PLAIN_TEXTS;
const SHORTER = "Football";
/** Long beside the others, and short enough for any model. */
const LONG = longText(800);

export const determinismCases: readonly EmbedderCase[] = embedderCases("determinism", [], {
  async "the same text gives the same vector again, also after other work"({
    model,
    options: { tolerance },
  }) {
    const first = await vectorOf(model, TEXT);
    const again = await vectorOf(model, TEXT);
    expectSame([again], [first], { tolerance, what: "the same text again" });
    await vectorsOf(model, manyTexts(30));
    const later = await vectorOf(model, TEXT);
    expectSame([later], [first], { tolerance, what: "the same text after other work" });
  },
  async "shorter and longer texts in a batch do not change a vector"({
    model,
    create,
    options: { tolerance },
  }) {
    const alone = await vectorOf(await create(), TEXT);
    const batches: Readonly<Record<string, readonly string[]>> = {
      "a text first among shorter ones": [TEXT, SHORTER, SHORTER],
      "a text first among longer ones": [TEXT, LONGER, LONG],
      "a text first among one longer": [TEXT, LONG],
    };
    for (const [what, texts] of Object.entries(batches)) {
      const [first = new Float32Array()] = await vectorsOf(model, texts);
      expectSame([first], [alone], { tolerance, what });
      const last = (await vectorsOf(model, texts.toReversed())).at(-1) ?? new Float32Array();
      expectSame([last], [alone], { tolerance, what: what.replace("first", "last") });
    }
  },
  async "another instance gives the same vectors for both purposes"({
    model,
    create,
    options: { tolerance },
  }) {
    const other = await create();
    for (const purpose of ["document", "query"] as const) {
      const here = await vectorsOf(model, PLAIN_TEXTS, { purpose });
      const there = await vectorsOf(other, PLAIN_TEXTS.toReversed(), { purpose });
      const what = `another instance (${purpose})`;
      expectSame(there.toReversed(), here, { tolerance, what });
    }
  },
});
