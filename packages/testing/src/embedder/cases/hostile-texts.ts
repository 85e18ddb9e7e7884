import assert from "node:assert/strict";

import type { EmbedResult } from "@kioku/core/toolkit";

import { expectRefusal, rejectionOf } from "../../model/expect-refusal.js";
import { CANARY, HOSTILE_TEXTS, longText, NO_TEXTS, PLAIN_TEXTS } from "../../model/texts.js";
import { embedderCases, embedderChecks } from "../embedder-case.js";
import type { EmbedderCase, EmbedderSubject } from "../embedder-case.js";
import { batchSizeOf, expectSame, readAnswer, vectorsOf } from "../vectors-of.js";

const [BEFORE = "", AFTER = ""] = PLAIN_TEXTS;

/**
 * A batch with an item among plain texts, as long as the embedder takes it, and where in it the
 * item is.
 */
function among(
  item: unknown,
  size: number,
): { readonly texts: readonly string[]; readonly place: number } {
  const place = size < 3 ? 0 : 1;
  const texts = place === 0 ? [item] : [BEFORE, item, AFTER];
  // A caller without types may pass anything.
  return { texts: texts as readonly string[], place };
}

/**
 * Fails unless a text among plain ones gets a vector or is refused by its place. The vectors of the
 * plain texts, if there are any.
 */
async function tryText(
  { model }: EmbedderSubject,
  text: string,
  { what, purpose }: { readonly what: string; readonly purpose: "document" | "query" },
): Promise<readonly Float32Array[]> {
  const { texts, place } = among(text, batchSizeOf(model));
  let answer: EmbedResult;
  try {
    answer = await model.embed(texts, { purpose });
  } catch (error) {
    const hides = [CANARY, BEFORE, AFTER];
    expectRefusal(error, { what, names: `texts[${place}]`, hides });
    return [];
  }
  return readAnswer(model, answer, texts.length).filter((_, index) => index !== place);
}

/**
 * Fails unless the text is embedded or refused, and the plain texts get their own vectors with it
 * and after it.
 */
async function checkText(subject: EmbedderSubject, text: string, what: string): Promise<void> {
  const { model, create, options } = subject;
  const { tolerance } = options;
  const expected = await vectorsOf(await create(), [BEFORE, AFTER]);
  await tryText(subject, text, { what, purpose: "query" });
  const expectBeside = async (): Promise<void> => {
    const beside = await tryText(subject, text, { what, purpose: "document" });
    if (beside.length === 0) return;
    expectSame(beside, expected, { tolerance, what: `the texts beside ${what}` });
  };
  await expectBeside();
  const later = await vectorsOf(model, [BEFORE, AFTER]);
  expectSame(later, expected, { tolerance, what: `texts after ${what}` });
  // Now the plain texts are known to an embedder that keeps vectors, which must not change what a
  // place means.
  await expectBeside();
}

/** As many plain texts as one call may take; the first one twice if there is room. */
function oneBatch(size: number): string[] {
  const [first = ""] = PLAIN_TEXTS;
  return [first, first, ...PLAIN_TEXTS.slice(1)].slice(0, size);
}

export const hostileTextsCases: readonly EmbedderCase[] = [
  ...embedderCases("hostile texts", [], {
    ...embedderChecks(Object.entries(HOSTILE_TEXTS), ([what, text]) => ({
      async [`${what}: a vector or a refusal that names the item, and no harm to other texts`](
        subject,
      ) {
        await checkText(subject, text, what);
      },
    })),
    async "a long text: a vector or a refusal that names the item, and no harm to other texts"(
      subject,
    ) {
      const { options } = subject;
      const text = `${CANARY} ${longText(options.longText)}`.slice(0, options.longText);
      await checkText(subject, text, `a text of ${text.length} characters`);
    },
    async "what is no text is refused by its place, and no text is quoted"({
      model,
      create,
      options: { tolerance },
    }) {
      const expected = await vectorsOf(await create(), [BEFORE, AFTER]);
      for (const [what, item] of Object.entries(NO_TEXTS)) {
        const { texts, place } = among(item, batchSizeOf(model));
        const error = await rejectionOf(model.embed(texts), `embed of ${what} among texts`);
        const hides = [CANARY, BEFORE, AFTER];
        expectRefusal(error, { what, names: `texts[${place}]`, hides });
      }
      const later = await vectorsOf(model, [BEFORE, AFTER]);
      expectSame(later, expected, { tolerance, what: "texts after what is no text" });
    },
    async "a hostile text has one vector, whatever its place in the batch"({
      model,
      options: { tolerance },
    }) {
      for (const [what, text] of Object.entries(HOSTILE_TEXTS)) {
        const once = await model.embed([text]).catch((error: unknown) => {
          expectRefusal(error, { what, names: "texts[0]", hides: [CANARY] });
        });
        if (!once) continue;
        const again = await vectorsOf(model, [text, BEFORE, text]);
        const [first, , last] = again;
        assert.ok(first && last);
        const [alone = first] = readAnswer(model, once, 1);
        expectSame([first, last], [alone, alone], { tolerance, what });
      }
    },
  }),
  ...embedderCases("ownership", [], {
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
  }),
];
